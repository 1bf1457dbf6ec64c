import { describe, expect, it } from 'vitest'
import { decideFor } from '../src/decide/decide.ts'
import { MentionServiceError } from '../src/mentions/error.ts'
import { createDueList, type RunDue } from '../src/schedule/due-list.ts'
import type { Part } from '../src/turn.ts'
import { createWatching } from '../src/watching.ts'
import { settle } from './mentions/hand-clock.ts'
import { alert, createStoryWorld, subscriptionOf } from './turn/story-world.ts'

const serviceFault = new MentionServiceError({ kind: 'busy', retry: 'later', what: 'The service is busy' })

/** Two subscriptions of one alert, whose turns end as they are told. */
async function open(written = 'Acme brand') {
  const world = createStoryWorld()
  const deps = world.deps()
  const turns: string[][] = []
  const timers: { run: () => void; ms: number }[] = []
  const ticks: (() => Promise<void>)[] = []
  const endings = new Map<string, Omit<Part, 'subscription'>>()
  const found = { now: { kind: 'found', alert } as Awaited<ReturnType<typeof alerts.find>> | Error }
  const alerts = {
    all: async () => [alert],
    async find(): Promise<{ kind: 'found'; alert: typeof alert } | { kind: 'missing'; names: string[] }> {
      if (found.now instanceof Error) throw found.now
      return found.now
    },
  }
  let runDue: RunDue = async () => []
  const setTimer = (run: () => void, ms: number) => {
    const timer = { run, ms }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  }
  const watching = createWatching({
    turnDeps: deps,
    takeTurn: async () => deps.bookmarks,
    alerts,
    decideFor: (subscription) => decideFor(subscription),
    ticks: {
      every: (_name, _cron, _zone, run) => void ticks.push(() => run(world.now())),
      start: async () => undefined,
      stop: async () => undefined,
    },
    createDueList: (run) => {
      runDue = run
      return createDueList({ now: world.now, setTimer }, run)
    },
    setTimer,
    turn: async (_deps, _alert, due) => {
      const names = due.map(({ subscription }) => subscription.name)
      turns.push(names)
      return names.map((subscription) => ({ subscription, ...endings.get(subscription) }))
    },
  })
  for (const name of ['acme', 'other']) await watching.put(subscriptionOf({ name, alert: written }))
  await settle()
  const tick = async () => {
    for (const run of ticks) await run()
    await settle()
  }
  return { world, watching, turns, timers, endings, found, tick, runDue, told: world.told }
}

describe('a subscription', () => {
  it('is looked at when it is put, and then whenever its schedule fires', async () => {
    const { turns, tick } = await open()
    expect(turns.flat().toSorted()).toEqual(['acme', 'other'])
    turns.splice(0)
    await tick()
    expect(turns).toEqual([['acme', 'other']])
  })

  it('that is removed is not looked at any more', async () => {
    const { turns, watching, tick } = await open()
    turns.splice(0)
    watching.remove('acme')
    await tick()
    expect(turns.flat()).toEqual(['other'])
  })

  it('that wants to come back is looked at then, but not at once', async () => {
    const { turns, timers, endings, world, tick } = await open()
    endings.set('acme', { left: 'in doubt', again: world.now() + 5000 })
    endings.set('other', { left: 'the time of this turn is over', again: world.now() })
    await tick()
    expect(timers.map(({ ms }) => ms)).toEqual([5000, 100])
    turns.splice(0)
    timers[0]?.run()
    await settle()
    expect(turns).toEqual([['acme']])
  })
})

describe('a subscription that cannot go on', () => {
  it.each<[string, Omit<Part, 'subscription'>]>([
    ['failed', { error: serviceFault }],
    ['left its turn', { left: 'the channel takes no messages' }],
  ])(
    'because it %s is looked at again by itself, ever later, until it has read to the end',
    async (_what, end) => {
      const { turns, timers, endings, tick } = await open()
      endings.set('acme', end)
      await tick()
      turns.splice(0)
      for (const minutes of [1, 2, 4]) {
        expect(timers.map(({ ms }) => ms)).toEqual([minutes * 60_000])
        timers.shift()?.run()
        await settle()
      }
      expect(turns).toEqual([['acme'], ['acme'], ['acme']])
      endings.clear()
      timers.shift()?.run()
      await settle()
      expect(timers).toEqual([])
    },
  )

  it('because its alert cannot be looked up is looked at again by itself, and not twice where its schedule fires before', async () => {
    const { turns, timers, found, tick } = await open()
    found.now = serviceFault
    await tick()
    turns.splice(0)
    expect(timers.map(({ ms }) => ms)).toEqual([60_000, 60_000])
    timers[0]?.run()
    await settle()
    expect(timers.map(({ ms }) => ms).toSorted()).toEqual([120_000, 60_000])
    found.now = { kind: 'found', alert }
    await tick()
    expect(turns).toEqual([['acme', 'other']])
    expect(timers).toEqual([])
  })

  it('is not looked at again after it is removed, or at the stop', async () => {
    const { timers, found, endings, watching, tick } = await open()
    endings.set('acme', { error: serviceFault })
    await tick()
    found.now = serviceFault
    await tick()
    watching.remove('acme')
    expect(timers.map(({ ms }) => ms)).toEqual([60_000])
    await watching.stop()
    expect(timers).toEqual([])
  })
})

describe('a subscription whose alert is another one now', () => {
  it('is not looked at with what is due for the one before, in this process or the cluster', async () => {
    const { turns, found, tick, runDue } = await open()
    found.now = { kind: 'found', alert: { ...alert, id: '8' } }
    await tick()
    turns.splice(0)
    expect(await runDue('7', ['acme', 'other'])).toEqual([])
    expect(turns).toEqual([])
    expect(await runDue('8', ['acme'])).toEqual(['acme'])
    expect(turns).toEqual([['acme']])
  })

  it('is looked at with what another process found due for the new one, before this process has looked it up', async () => {
    const { turns, found, runDue } = await open()
    turns.splice(0)
    found.now = { kind: 'found', alert: { ...alert, id: '8' } }
    expect(await runDue('8', ['acme'])).toEqual(['acme'])
    expect(turns).toEqual([['acme']])
  })

  it('does not come back for the one before', async () => {
    const { turns, timers, endings, found, world, tick } = await open()
    endings.set('acme', { left: 'in doubt', again: world.now() + 5000 })
    await tick()
    endings.clear()
    found.now = { kind: 'found', alert: { ...alert, id: '8' } }
    await tick()
    expect(timers).toEqual([])
    turns.splice(0)
    await settle()
    expect(turns).toEqual([])
  })
})

describe('how far subscriptions are', () => {
  it('one that left its turn or failed is behind until it has read to the end; the furthest is told first', async () => {
    const { world, watching, endings, tick } = await open()
    const read = world.now()
    expect(await watching.behind()).toEqual([])
    endings.set('other', { left: 'the channel takes no messages' })
    await tick()
    world.clock.at += 60_000
    endings.set('acme', { error: serviceFault })
    await tick()
    world.clock.at += 1000
    expect(await watching.behind()).toEqual([
      { subscription: 'other', ms: 61_000 },
      { subscription: 'acme', ms: 1000 },
    ])
    expect(await watching.caughtUpAt('acme')).toBe(read)
    endings.clear()
    await tick()
    expect(await watching.behind()).toEqual([])
    expect(await watching.caughtUpAt('acme')).toBe(read + 61_000)
  })

  it('one whose alert is not there is behind, and nothing is told of one that is removed', async () => {
    const { world, watching, found, tick } = await open()
    found.now = { kind: 'missing', names: [] }
    await tick()
    world.clock.at += 5000
    watching.remove('acme')
    expect(await watching.behind()).toEqual([{ subscription: 'other', ms: 5000 }])
    expect(await watching.caughtUpAt('acme')).toBeUndefined()
  })
})

describe('a trouble', () => {
  it('of the service with an alert is said once, and is over when somebody has read to the end', async () => {
    const { endings, told, tick } = await open()
    endings.set('acme', { error: serviceFault })
    endings.set('other', { error: serviceFault })
    for (let turn = 0; turn < 3; turn++) await tick()
    expect(told).toEqual(['raised alert 7'])
    endings.set('acme', { left: 'the channel takes no messages' })
    endings.set('other', { left: 'the channel takes no messages' })
    await tick()
    expect(told).toHaveLength(1)
    endings.clear()
    await tick()
    expect(told).toEqual(['raised alert 7', 'cleared alert 7'])
  })

  it('of one subscription’s state is not taken back by another’s success', async () => {
    const { endings, told, tick } = await open()
    endings.set('acme', { error: new Error('ENOSPC') })
    for (let turn = 0; turn < 3; turn++) await tick()
    expect(told).toEqual(['raised state acme'])
    endings.clear()
    await tick()
    expect(told).toEqual(['raised state acme', 'cleared state acme'])
  })

  it.each(['Acme brand', '7'])(
    'of an alert that is not there is over when it is (written: %s)',
    async (written) => {
      const { found, endings, told, turns, tick } = await open(written)
      found.now = { kind: 'missing', names: ['Another'] }
      turns.splice(0)
      for (let turn = 0; turn < 3; turn++) await tick()
      expect(turns).toEqual([])
      expect(told).toEqual([`raised alert '${written}'`])
      found.now = { kind: 'found', alert }
      await tick()
      expect(told).toEqual([`raised alert '${written}'`, `cleared alert '${written}'`])
      endings.set('acme', { error: serviceFault })
      for (let turn = 0; turn < 3; turn++) await tick()
      expect(told).toHaveLength(3)
    },
  )

  it('of the whole service is said once while no alert can be looked up', async () => {
    const { found, told, tick } = await open()
    found.now = serviceFault
    for (let turn = 0; turn < 3; turn++) await tick()
    found.now = { kind: 'found', alert }
    await tick()
    expect(told).toEqual(['raised mention service', 'cleared mention service'])
  })
})
