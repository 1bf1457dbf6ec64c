import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channel, createWorld, onPostgres, type World } from '../tools/e2e/bot-world.ts'

/** A spike in which the bot is killed. */

const ana = 'U0000000ANA'
const day = 86_400_000
const [daysBefore, perDay, crisis] = [20, 10, 60]
let world: World

beforeAll(async () => {
  world = await createWorld({
    configuration: {
      doubtSeconds: 1,
      plan: { monthlyMentions: 1_000_000 },
      subscriptions: [
        {
          name: 'acme',
          alert: 'Acme brand',
          channel,
          schedule: '* * * * * *',
          notify: { users: [ana], when: { reach: { from: 1e9 } } },
        },
      ],
    },
  })
  for (let id = 1; id <= daysBefore * perDay; id++)
    world.add(id, { date: Date.now() - daysBefore * day + (id / perDay) * day, sentiment: 'neutral' })
  world.start()
  await world.until('the initial sync', () => world.watches())
  // The baseline is read at the end of the first poll, so a card of a later poll shows that it is known.
  world.add(900)
  await world.until('an ordinary card', () => world.ids().includes('900'))
})
afterAll(() => world?.close())

const isHigh = ({ ts, thread }: { ts: string; thread: string | undefined }) =>
  thread === undefined || thread === ts
const said = () =>
  world
    .posted()
    .filter(isHigh)
    .filter(({ text }) => text.includes('Spike'))
const inThread = () =>
  world
    .posted()
    .filter((message) => message.thread === said()[0]?.ts && !isHigh(message))
    .flatMap(({ ids }) => ids)

it('a spike is one live card with one notification in the channel, and its thread has every mention once, in order, although the bot is killed', async () => {
  const before = world.posted().filter(isHigh).length
  for (let id = 1001; id <= 1000 + crisis; id++) world.add(id, { sentiment: 'negative', reach: id, tags: [] })
  await world.until('the thread begins', () => inThread().length > 0)
  await world.end('SIGKILL')
  world.start()
  await world.until('every mention', () => inThread().length >= crisis)
  // Includes the card posted seconds earlier, because a spike begins before it is detected.
  const counted = `${crisis + 1} mentions`
  await world.until('the card counts them', () => said()[0]?.text.includes(counted) === true)
  expect(inThread()).toEqual(Array.from({ length: crisis }, (_, index) => String(1001 + index)))
  expect(said()).toHaveLength(1)
  expect(said()[0]?.text).toContain(`<@${ana}>`)
  expect(world.posted().filter(isHigh)).toHaveLength(before + 1)
})

it.skipIf(onPostgres)(
  'after a wiped disk, the card of a spike says that the spike is no longer tracked, nothing is posted twice, and new mentions get ordinary cards',
  async () => {
    const card = said()[0]
    await world.end('SIGKILL')
    rmSync(world.dataDir, { recursive: true })
    for (let id = 2001; id <= 2003; id++) world.add(id, { sentiment: 'negative', reach: id, tags: [] })
    world.start()
    await world.until('the new mentions', () => world.ids().includes('2003'))
    const shown = () => world.posted().find(({ ts }) => ts === card?.ts)?.text
    await world.until(
      'the card is interrupted',
      () => shown()?.startsWith('Spike no longer tracked') === true,
    )
    expect(world.ids().toSorted()).toEqual(['900', ...range(1001, crisis), ...range(2001, 3)].toSorted())
    const cards = world.posted().filter((message) => isHigh(message) && message.ids.length > 0)
    expect(cards.flatMap(({ ids }) => ids)).toEqual(['900', ...range(2001, 3)])
  },
)

const range = (first: number, length: number) => Array.from({ length }, (_, index) => String(first + index))
