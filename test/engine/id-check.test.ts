import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { restartedIdsKey } from '../../src/engine/schedule/id-check.ts'
import { createStoryWorld, minute, type StoryWorld } from '../tools/story-world.ts'

const problem = `raised ${restartedIdsKey('7', 'acme')}`
const solved = `cleared ${restartedIdsKey('7', 'acme')}`

function idWorld() {
  const world = createStoryWorld()
  world.checksIds = true
  return world
}

/** Adds a mention that is published now. */
const publish = (world: StoryWorld, id: number, url = `https://news.example/${id}`) =>
  world.add(id, { date: world.now() + world.clock.serviceAhead, url })

async function pollFor(world: StoryWorld, poll: ReturnType<StoryWorld['start']>, minutes: number) {
  for (let passed = 0; passed < minutes; passed += 2) {
    world.clock.at += 2 * minute
    await poll()
  }
}

const postedUrls = (world: StoryWorld) =>
  world.channel.messages().flatMap(({ receipt }) => receipt?.ids ?? [])

/** The world of a bot that has posted 5001 to 5005 half an hour ago. */
async function watching() {
  const world = idWorld()
  for (let id = 4900; id <= 5000; id++) publish(world, id)
  const poll = world.start()
  await poll()
  for (let id = 5001; id <= 5005; id++) {
    publish(world, id)
    await pollFor(world, poll, 2)
  }
  await pollFor(world, poll, 30)
  expect(postedUrls(world)).toEqual(['5001', '5002', '5003', '5004', '5005'])
  return { world, poll }
}

describe('ids of the mention service that start again', () => {
  it.each([
    ['in a new database', '0', 1],
    ['in a database that was restored from a backup', '4950', 4951],
  ])('are reported within an hour %s, and nothing is posted', async (_what, kept, first) => {
    const { world, poll } = await watching()
    world.mentions.removeAbove(kept)
    for (let id = first; id < first + 30; id++) publish(world, id, `https://news.example/new/${id}`)
    await pollFor(world, poll, 60)
    expect(world.told.filter((one) => one === problem)).toHaveLength(1)
    expect(world.raised.at(-1)).toMatchObject({ subscription: 'acme', code: 'ids_restarted', misses: true })
    expect(postedUrls(world)).toHaveLength(5)
  })

  it('are reported by the first poll of a process that starts later', async () => {
    const { world } = await watching()
    world.mentions.removeAbove('0')
    world.clock.at += 10 * minute
    publish(world, 1)
    await world.start()()
    expect(world.told).toContain(problem)
    await world.start()()
    expect(world.told.filter((one) => one === problem)).toHaveLength(2)
  })

  it('are reported if the store has no earlier check', async () => {
    const { world } = await watching()
    world.records.clear()
    world.mentions.removeAbove('0')
    world.clock.at += 10 * minute
    publish(world, 1)
    await world.start()()
    expect(world.told).toContain(problem)
  })

  it('are reported if ids are given to other mentions, also after they have passed the old ones', async () => {
    const { world, poll } = await watching()
    world.mentions.removeAbove('5002')
    world.clock.at += 10 * minute
    for (let id = 5003; id <= 5008; id++) publish(world, id, `https://news.example/other/${id}`)
    await pollFor(world, poll, 60)
    expect(world.told).toContain(problem)
    expect(world.raised.at(-1)?.until).toBeGreaterThan(world.now())
    expect(postedUrls(world)).toEqual(['5001', '5002', '5003', '5004', '5005', '5006', '5007', '5008'])
  })

  it('end as a problem when the command lets the subscription start again, which posts nothing old', async () => {
    const { world, poll } = await watching()
    world.mentions.removeAbove('0')
    for (let id = 1; id <= 5; id++) publish(world, id)
    await pollFor(world, poll, 20)
    expect(world.told).toContain(problem)
    world.startOver = 'again-1'
    await poll()
    publish(world, 6)
    await pollFor(world, poll, 20)
    expect(world.told).toContain(solved)
    expect(postedUrls(world).slice(5)).toEqual(['6'])
    // A restart and a wiped disk must not bring the old ids back.
    publish(world, 7)
    let next = world.start()
    await pollFor(world, next, 2)
    world.saved.clear()
    world.records.clear()
    publish(world, 8)
    next = world.start()
    await pollFor(world, next, 2)
    publish(world, 9)
    await pollFor(world, next, 2)
    expect(postedUrls(world).slice(5)).toEqual(['6', '7', '8', '9'])
  })

  it('end as a problem when the old database is back', async () => {
    const { world, poll } = await watching()
    const all = world.mentions.visible()
    world.mentions.removeAbove('0')
    publish(world, 1)
    await pollFor(world, poll, 20)
    expect(world.told).toContain(problem)
    world.mentions.removeAbove('0')
    for (const mention of all) world.mentions.add(mention, 0)
    publish(world, 5006)
    await pollFor(world, poll, 20)
    expect(world.told).toContain(solved)
    expect(postedUrls(world)).toContain('5006')
  })
})

/** What can happen to an alert whose ids do not start again. */
type Event =
  | { kind: 'publish'; gap: number; dateShift: number; lateMinutes: number }
  | { kind: 'delete'; fromNewest: number }
  | { kind: 'redate'; fromNewest: number }
  | { kind: 'wait'; minutes: number }
  | { kind: 'restart' }
  | { kind: 'skew'; minutes: number }

const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      gap: fc.integer({ min: 1, max: 50 }),
      dateShift: fc.constantFrom(0, 0, 0, -60, -10_000, 120, 3000),
      lateMinutes: fc.constantFrom(0, 0, 0, 5, 14, 40, 300),
    }),
  },
  fc.record({ kind: fc.constant('delete' as const), fromNewest: fc.nat({ max: 4 }) }),
  fc.record({ kind: fc.constant('redate' as const), fromNewest: fc.nat({ max: 30 }) }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.constantFrom(2, 10, 30, 200, 3000),
    }),
  },
  fc.record({ kind: fc.constant('restart' as const) }),
  fc.record({ kind: fc.constant('skew' as const), minutes: fc.integer({ min: -90, max: 90 }) }),
)

/** What a history needs of its world. `largest` is the largest id so far. */
type Told = { world: StoryWorld; poll: ReturnType<StoryWorld['start']>; largest: number }

const happenings: { [Kind in Event['kind']]: (told: Told, event: Extract<Event, { kind: Kind }>) => void } = {
  publish(told, { gap, dateShift, lateMinutes }) {
    const { world } = told
    told.largest += gap
    const at = world.now() + world.clock.serviceAhead
    world.add(told.largest, { date: at + dateShift * minute }, at + lateMinutes * minute)
  },
  delete({ world: { mentions } }, { fromNewest }) {
    const present = mentions.visible()
    const mention = present.at(-1 - fromNewest)
    if (mention !== undefined && present.length > 3) mentions.remove(mention.id)
  },
  redate({ world }, { fromNewest }) {
    const mention = world.mentions.visible().at(-1 - fromNewest)
    if (mention === undefined) return
    world.mentions.remove(mention.id)
    world.mentions.add({ ...mention, date: world.now() }, 0)
  },
  wait({ world }, { minutes }) {
    world.clock.at += minutes * minute
  },
  restart(told) {
    told.poll = told.world.start()
  },
  skew({ world }, { minutes }) {
    world.clock.serviceAhead = minutes * minute
  },
}

it('no problem is reported if mentions are late, wrongly dated, dated anew or deleted, if clocks differ, or if nothing comes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 5 }), fc.array(events, { maxLength: 25 }), async (already, history) => {
      const world = idWorld()
      const told = { world, poll: world.start(), largest: 100 }
      for (let id = 0; id < already; id++) publish(world, ++told.largest)
      await told.poll()
      for (const event of history) {
        const happen: (told: Told, event: never) => void = happenings[event.kind]
        happen(told, event as never)
        await pollFor(world, told.poll, event.kind === 'wait' ? 30 : 2)
      }
      expect(world.told.filter((one) => one === problem)).toEqual([])
    }),
    { numRuns: 40 },
  )
})

it('ids that start again are reported within an hour, whatever came before', async () => {
  const history = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 15 })
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      fc.boolean(),
      async (gaps, keptShare, restarts) => {
        const world = idWorld()
        let largest = 1000
        let poll = world.start()
        await poll()
        for (const gap of gaps) {
          largest += gap
          publish(world, largest)
          await pollFor(world, poll, 2)
        }
        await pollFor(world, poll, 30)
        const ids = world.mentions.visible().map(({ id }) => Number(id))
        const kept = Math.floor(keptShare * ids.length)
        const last = ids[kept - 1] ?? 0
        world.mentions.removeAbove(String(last))
        world.clock.at += minute
        publish(world, last + 1, 'https://news.example/after')
        if (restarts) poll = world.start()
        await pollFor(world, poll, 60)
        expect(world.told).toContain(problem)
      },
    ),
    { numRuns: 40 },
  )
})
