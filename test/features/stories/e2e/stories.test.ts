import { afterEach, expect, it } from 'vitest'
import { onPostgres } from '../../../tools/e2e/bot-world.ts'
import { openForms } from '../../../tools/e2e/pending.ts'
import { ana, ben, brand } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

const configuration = {
  doubtSeconds: 1,
  subscriptions: [
    {
      ...{ name: 'acme', alert: 'Acme brand', channel: brand, schedule: '* * * * * *', burst: 1000 },
      dedupe: 'coverage',
    },
  ],
}

const recall = { title: 'Acme recalls 4,000 kettles after fire reports', snippet: '' }
const place = { title: '4,000 Acme kettles recalled after reports of fire', snippet: '' }
const strike = { title: 'Workers of Acme strike in Lyon', snippet: '' }

let processes: Processes | undefined
afterEach(() => processes?.close())

/** A story of two places on one card, and another card. */
async function begin(size: number) {
  const started = await createProcesses(size, configuration, {
    slack: {
      users: [
        { id: ana, name: 'ana', displayName: 'Ana Lima' },
        { id: ben, name: 'ben', displayName: 'Ben Okafor' },
      ],
      channels: [{ id: brand, name: 'brand-watch', botIsMember: true, members: [ana, ben] }],
    },
  })
  processes = started
  const { world, people } = started
  world.add(1, { title: 'First', snippet: '' })
  await started.startAll()
  await world.until('the first look', () => world.watches())
  world.add(101, recall)
  await world.until('the card', () => world.ids().includes('101'))
  world.add(102, place)
  world.add(103, strike)
  await world.until('the other card', () => world.ids().includes('103'))
  const tsOf = (id: number) => world.posted().find(({ ids }) => ids.includes(String(id)))?.ts ?? ''
  const textOf = (id: number) => {
    const ts = tsOf(id)
    return JSON.stringify(people.messages(brand).find((one) => one.ts === ts) ?? '')
  }
  /** Cards with the receipt of the mention. A reply to a card may have its address, too. */
  const cards = (id: number) =>
    people
      .messages(brand)
      .filter(({ ts, thread_ts: thread = ts }) => thread === ts)
      .filter(({ metadata }) => metadata?.event_payload?.ids === String(id))
  async function say(user: string, id: number, input: 'story_split' | 'story_join', value: string) {
    await people.press(user, brand, tsOf(id), 'mention_more', `more:${id}`)
    const view = () => openForms(world).findLast((one) => one.user === user)?.view
    await world.until('the form', () => JSON.stringify(view()?.blocks ?? []).includes('"story_'))
    const viewId = view()?.id ?? ''
    const answers = { [input]: { [input]: value } }
    expect(await world.slack.people.submitView({ user, viewId, answers })).toMatchObject({ kind: 'closed' })
  }
  async function undo(user: string, words: string) {
    const { ts = '' } = people.find(brand, words) ?? {}
    await people.press(user, brand, ts, 'change_undo')
  }
  await world.until('the story', () => textOf(101).includes('2 places'))
  return { ...started, tsOf, textOf, cards, say, undo }
}

it.skipIf(onPostgres)('people split a story and undo it, and put two cards together', async () => {
  const { world, people, tsOf, textOf, cards, say, undo } = await begin(1)
  await say(ana, 101, 'story_split', ' 102')
  await world.until('the own card', () => cards(102).length > 0)
  expect(world.ids()).toContain('102')
  expect(JSON.stringify(cards(102))).toContain('https://news.example/102')
  const told = 'Ana Lima said that “news.example/102” is not the same story as'
  await expect.poll(() => people.ask(ben, brand, '/mentions changes')).toContain('is not the same story as')
  await world.until('the announcement', () => people.find(brand, 'is not the same story as') !== undefined)
  expect(people.find(brand, 'is not the same story as')?.text.replaceAll(/[\u2066-\u2069]/g, '')).toContain(
    told,
  )
  await undo(ben, 'is not the same story as')
  await world.until('the card that belongs to the story again', () =>
    JSON.stringify(cards(102)).includes('Same story as'),
  )
  await say(ben, 103, 'story_join', tsOf(101))
  await world.until('the card that is joined', () => textOf(103).includes('Same story as'))
  await undo(ana, 'is the same story as')
  await world.until('the card that is apart again', () => !textOf(103).includes('Same story as'))
  expect(cards(102)).toHaveLength(1)
  expect(cards(101)).toHaveLength(1)
  expect(cards(103)).toHaveLength(1)
})

it('kills after the press and after the post: the place is posted once', async () => {
  const { world, cards, say, killAll, startAll } = await begin(onPostgres ? 2 : 1)
  world.slack.control.fault({
    ...{ method: 'chat.postMessage', times: 1, text: place.title },
    act: { do: 'hang', after: true },
  })
  await say(ana, 101, 'story_split', ' 102')
  await world.until('the post that Slack does not confirm', () => cards(102).length > 0)
  await killAll()
  await startAll()
  world.add(104, { title: 'Acme opens a shop in Faro', snippet: '' })
  await world.until('a later mention', () => world.ids().includes('104'))
  expect(cards(102)).toHaveLength(1)
})
