import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

/** The same story at many places; the bot is killed in between. */

const title = 'Acme recalls four thousand kettles after reports of fire'
let world: World
beforeAll(async () => {
  const subscription = {
    name: 'acme',
    alert: 'Acme brand',
    channel,
    schedule: '* * * * * *',
    dedupe: 'story',
  }
  world = await createWorld({ configuration: { doubtSeconds: 1, subscriptions: [subscription] } })
  world.start()
  await world.until('the initial sync', () => world.watches())
})
afterAll(() => world?.close())

/** The messages with a receipt for a mention, oldest first. */
const cards = () =>
  world.slack.control.messages(channel).filter(({ metadata }) => metadata?.event_payload?.ids !== '')
const receipts = () => cards().map(({ metadata }) => metadata?.event_payload?.ids)
const textOf = (place: number) => cards()[place]?.text ?? ''
/** The story line of a card, from its blocks. */
const lineOf = (place: number) =>
  /(?:Picked up by \d+ sites · )?\S+ combined reach/
    .exec(JSON.stringify(cards()[place]?.blocks))?.[0]
    .replace(/.*"/, '')
const copy = (id: number, reach: number, headline = title) =>
  world.add(id, { url: `https://paper${id}.example/recall`, title: headline, reach })

describe('with dedupe: story, a story at twelve places', () => {
  it('is one card that shows the places and the reach, although the bot was killed meanwhile', async () => {
    copy(1, 200_000)
    await world.until('the first card', () => receipts().length === 1)
    for (const id of [2, 3, 4, 5, 6]) copy(id, 100_000)
    await world.until('six places', () => textOf(0).includes('Picked up by 6 sites · 700k combined reach'))
    await world.end('SIGKILL')
    for (const id of [7, 8, 9]) copy(id, 100_000, `${title} - The Daily ${id}`)
    // A title with one more word, and a page that came before, whose reach counts once.
    for (const id of [10, 11, 12]) copy(id, 100_000, `${title} today`)
    world.add(13, { url: 'http://www.paper12.example/recall/?utm_source=x', title: 'Kettles', reach: 90_000 })
    world.start()
    await world.until('twelve places', () =>
      textOf(0).includes('Picked up by 12 sites · 1.3M combined reach'),
    )
    expect(lineOf(0)).toBe('Picked up by 12 sites · 1.3M combined reach')
    expect(receipts()).toEqual(['1'])
    const links = JSON.stringify(cards()[0]?.blocks).match(/https:\/\/paper\d+\.example\/recall"/g) ?? []
    expect([new Set(links).size, links.length]).toEqual([11, 11])
  })

  it('gets a second card, with a link to its first card, when its reach is tenfold, although the bot is killed meanwhile', async () => {
    await world.end('SIGKILL')
    copy(14, 600_000)
    world.start()
    copy(15, 100_000)
    await world.until('the second card', () => receipts().length === 2)
    await world.end('SIGKILL')
    world.start()
    copy(16, 100_000)
    await world.until('a copy that joins it', () =>
      /^Still spreading: now on 15 sites · (.|\n)*\n2.1M combined reach/.test(textOf(1)),
    )
    expect(receipts()).toEqual(['1', '15'])
    expect(lineOf(0)).toBe('Picked up by 13 sites · 1.9M combined reach')
    const link = `/archives/${channel}/p${cards()[0]?.ts.replace('.', '')}`
    expect(textOf(1)).toMatch(new RegExp(`First post: https?://[^ ]+${link}$`))
    expect(JSON.stringify(cards()[1]?.blocks)).toContain(`${link}","text":"View first post"`)
  })

  it('keeps the number of sites and the reach on its cards when somebody claims them', async () => {
    await world.until('a connection', () => world.slack.control.sockets() > 0)
    const user = 'U0000000ANA'
    for (const place of [0, 1]) {
      const ts = cards()[place]?.ts ?? ''
      const before = lineOf(place)
      await world.slack.people.press({ user, channel, ts, actionId: 'mention_claim' })
      await world.until('the claim', () => textOf(place).includes('Claimed by Ana Lima'))
      expect(lineOf(place)).toBe(before)
    }
  })
})
