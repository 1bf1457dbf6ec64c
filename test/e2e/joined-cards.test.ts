import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

/** Duplicates, notifications and compact cards; the bot is killed once in between. */

const ana = 'U0000000ANA'
let world: World
beforeAll(async () => {
  world = await createWorld({
    configuration: {
      doubtSeconds: 1,
      subscriptions: [
        {
          name: 'acme',
          alert: 'Acme brand',
          channel,
          schedule: '* * * * * *',
          style: 'compact',
          dedupe: 'url',
          notify: { users: [ana], here: true, when: { reach: { from: 100_000 } } },
        },
      ],
    },
  })
  world.start()
  await world.until('the initial sync', () => world.watches() && world.slack.control.sockets() > 0)
})
afterAll(() => world?.close())

const cardFor = (id: number) =>
  world.slack.control.messages(channel).find((one) => one.metadata?.event_payload?.ids === String(id))
/** The ids in the receipts. A duplicate has no receipt of its own. */
const receipts = () =>
  world.slack.control
    .messages(channel)
    .map((one) => String(one.metadata?.event_payload?.ids ?? ''))
    .filter((ids) => ids !== '')
const textOf = (id: number) => cardFor(id)?.text ?? ''
const story = 'Acme buys the moon and everything that is on it'

describe('a duplicate with dedupe: url', () => {
  it('joins the first card by its address or its title, and is linked there if its address differs', async () => {
    world.add(1, { url: 'https://news.example/moon', title: story })
    await world.until('the first card', () => cardFor(1) !== undefined)
    world.add(2, { url: 'http://www.news.example/moon/?utm_source=x#top', title: 'Moon' })
    await world.until('one more place', () => textOf(1).includes('Also found once more'))
    world.add(3, { url: 'https://other.example/copied', title: `${story}!` })
    await world.until('a second place', () =>
      textOf(1).includes('Also found 2 more times: https://other.example/copied'),
    )
    expect(receipts()).toEqual(['1'])
    const blocks = JSON.stringify(cardFor(1)?.blocks)
    expect(blocks.split('https://other.example/copied')).toHaveLength(2)
    expect(blocks).not.toContain('utm_source')
  })

  it('joins the card also after the process was killed, is counted once, and stays on the card when somebody claims it', async () => {
    await world.end('SIGKILL')
    world.add(4, { url: 'https://third.example/copied', title: story })
    world.start()
    await world.until('a third place', () => textOf(1).includes('Also found 3 more times'))
    await world.until('a connection', () => world.slack.control.sockets() > 0)
    await world.slack.people.press({
      user: ana,
      channel,
      ts: cardFor(1)?.ts ?? '',
      actionId: 'mention_claim',
    })
    await world.until('the claim', () => textOf(1).includes('Claimed by Ana Lima'))
    expect(textOf(1)).toContain('Also found 3 more times')
    expect(receipts()).toEqual(['1'])
  })

  it('gets a card of its own if the first card was deleted', async () => {
    world.slack.people.deleteMessage(channel, cardFor(1)?.ts ?? '')
    world.add(5, { url: 'https://fourth.example/copied', title: story })
    await world.until('the new card', () => receipts().includes('5'))
    world.add(6, { url: 'https://fifth.example/copied', title: story })
    await world.until('a place beside it', () => textOf(5).includes('Also found once more'))
  })

  it('joins the card of its original if both come in the same poll', async () => {
    for (const id of [11, 12, 13])
      world.add(id, { url: `https://news.example/${id}`, title: 'Acme and the very same headline' })
    await world.until('two more places', () => textOf(11).includes('Also found 2 more times'))
    expect(receipts()).not.toContain('12')
  })
})

describe('the setting notify', () => {
  it('names people on cards that match its condition, and never in a stranger’s text', async () => {
    world.add(21, { reach: 100_000, title: 'Loud <!channel> news about Acme' })
    await world.until('the card', () => cardFor(21) !== undefined)
    expect(textOf(21).split('\n')[1]).toBe('<@U0000000ANA> <!here>')
    expect(textOf(21)).not.toContain('<!channel>')
    world.add(22, { reach: 99_999, title: 'Quieter news about Acme' })
    await world.until('the card', () => cardFor(22) !== undefined)
    expect(textOf(22)).not.toContain('<@')
  })
})

it('a card with style: compact has one line and its buttons', () => {
  expect(cardFor(22)?.blocks?.map(({ type }) => type)).toEqual(['rich_text', 'actions'])
})
