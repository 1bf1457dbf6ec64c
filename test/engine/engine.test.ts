import { expect, it } from 'vitest'
import { createEngine, decideFor, type Sight } from '../../src/engine/index.ts'
import { alwaysLead } from '../../src/scheduler/leadership.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { alert, createStoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** An engine on the service, the channel and the clock of a story world. `told` may fail. */
function engineIn(world: ReturnType<typeof createStoryWorld>, told: () => Promise<void>) {
  const deps = world.deps()
  const store = memoryStore(world.records)
  const leader = alwaysLead()
  const timers: (() => void)[] = []
  const sights: Sight[] = []
  let polled = Promise.withResolvers<void>()
  const subscription = subscriptionOf()
  const engine = createEngine(
    {
      clock: {
        ...deps,
        setTimer(run) {
          timers.push(run)
          return () => undefined
        },
        every: () => undefined,
      },
      source: {
        service: {
          ...deps.service,
          newestByDate: async () => ({ limits: [], mentions: [], unusable: 0, last: true }),
          series: async () => ({ periods: [], unknownPeriods: 0, limits: [] }),
        },
        budget: { perMinute: 250, left: async () => ({ requests: 250, pausedForMs: 0, waiting: 0 }) },
        alerts: {
          find: async () => ({ kind: 'found', alert }),
          all: async () => [alert],
          known: () => [alert],
        },
      },
      sender: { ...deps, addNotice: deps.records.addNotice },
      records: {
        ...store,
        leading: { ...store, checkpoints: () => deps.checkpoints },
        checkpoints: { async *all() {} },
        decisions: { record: deps.record, of: async () => [] },
      },
      leader: { ...leader, announcements: { announce: async () => undefined, on: () => undefined } },
      subscriptions: { all: () => [{ subscription }], find: () => ({ subscription }), decideFor },
      places: { ...deps.places, allows: async () => true },
      cards: {
        originals: deps.cards.originals,
        async *postedIn() {},
        handlingSince: async () => [],
        drawSpike: async () => ({ kind: 'updated' }),
        spikeHistory: async () => ({}),
        permalink: async () => undefined,
        layout: {},
        menu: deps.cards.menu,
      },
      people: deps.people,
      told,
      seen(sight) {
        sights.push(sight)
        if (sight.kind === 'polled') polled.resolve()
      },
      problems: deps.problems,
      log: deps.log,
    },
    {
      polling: { share: 0.5, fastest: 5000, slowest: 300_000, requestsPerMinute: 300 },
      plan: undefined,
      doubtMs: world.doubtMs,
      declared: [subscription.name],
    },
  )
  leader.start()
  /** Resolves when the poll has ended that `begin` causes. */
  async function poll(begin: () => unknown) {
    polled = Promise.withResolvers()
    begin()
    await polled.promise
  }
  return {
    poll,
    put: () => engine.put(subscription),
    ring() {
      for (const run of timers.splice(0)) run()
    },
    sights,
    engine,
  }
}

it('the engine posts a mention once and shows it once, although the first try to tell of it fails', async () => {
  const world = createStoryWorld()
  await world.start()()
  world.clock.at += 120_000
  world.add(1)
  let tells = 0
  const { poll, put, ring, sights, engine } = engineIn(world, async () => {
    if (tells++ === 0) throw new Error('the store is away')
  })
  await poll(put)
  expect(await engine.behind()).toEqual([{ subscription: 'acme', ms: expect.any(Number) }])
  world.clock.at += 10_000
  await poll(ring)
  expect([world.channel.ids(), tells]).toEqual([['1'], 2])
  expect(sights.filter(({ kind }) => kind === 'posted')).toHaveLength(1)
  expect(sights.filter(({ kind }) => kind === 'polled')).toHaveLength(2)
  expect(world.checkpoint().pending).toBeUndefined()
})
