import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../../tools/e2e/bot-world.ts'

/** Bursts within ten seconds, of a subscription that is polled every second and of one that is polled only when a burst asks for it. */

const yearly = 'C0000SUPPRT'
let world: World

beforeAll(async () => {
  const acme = { alert: 'Acme brand', burst: 3, burstWithin: '10s' }
  world = await createWorld({
    configuration: {
      subscriptions: [
        { ...acme, name: 'often', channel, schedule: '* * * * * *' },
        { ...acme, name: 'seldom', channel: yearly, schedule: '0 0 1 1 *', backfill: 3 },
      ],
    },
  })
  for (const id of [1, 2, 3]) world.add(id)
  world.start()
  await world.until('the initial syncs', () => world.watches() && world.ids(yearly).length === 3)
})
afterAll(() => world?.close())

const polls = () => world.service.log.requests().filter(({ path }) => path.endsWith('/mentions')).length
const messages = (where = channel) => world.posted(where).flatMap(({ ids }) => (ids.length > 0 ? [ids] : []))
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

describe('a bot that is killed while mentions wait for a burst', () => {
  let killedAt: number

  it('has posted as many cards as `burst` and nothing more', async () => {
    for (const id of range(11, 13)) world.add(id)
    await world.until('the cards', () => world.ids().length === 3)
    const first = Number(world.posted().find(({ ids }) => ids.includes('11'))?.ts) * 1000
    for (const id of range(14, 17)) world.add(id)
    const before = polls()
    await world.until('three polls that find them', () => polls() > before + 3)
    await world.end('SIGKILL')
    killedAt = Date.now()
    // A busy machine may need all of the window for the wait.
    if (killedAt - first < 9000) expect(world.ids()).toEqual(range(11, 13))
  })

  it('posts the waiting mentions as one burst at the end of the window, each once, also those that came after the restart', async () => {
    world.start()
    await world.until('the bot to run again', () => world.output().split('Overheard is running').length > 2)
    world.add(18)
    await world.until('the burst', () => range(14, 18).every((id) => world.ids().includes(id)))
    expect(messages().slice(0, 3)).toEqual([['11'], ['12'], ['13']])
    expect(world.ids().toSorted()).toEqual(range(11, 18))
  })

  it('posts them once in the channel of a subscription with a yearly schedule, too', async () => {
    // Its window of the backfill may not be over at the restart. Then only the end of the window brings another poll.
    await world.until('the mentions', () => range(11, 17).every((id) => world.ids(yearly).includes(id)))
    expect(new Set(world.ids(yearly)).size).toBe(world.ids(yearly).length)
  })
})
