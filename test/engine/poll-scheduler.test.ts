import { describe, expect, it } from 'vitest'
import { lagsOf, type PollScheduler } from '../../src/engine/schedule/poll-scheduler.ts'
import { newRunState } from '../../src/engine/subscription-run.ts'
import { flushPromises } from '../tools/manual-clock.ts'
import { openWatching, serviceFault } from '../tools/scheduler-world.ts'
import { alert } from '../tools/story-world.ts'

/** The schedule that asks which polls are planned. */
const everySecond = '* * * * * *'

describe('the scheduler of polls', () => {
  it('polls a subscription when it is added and whenever its schedule fires', async () => {
    const { polls, tick } = await openWatching()
    expect(polls.flat().toSorted()).toEqual(['acme', 'other'])
    polls.splice(0)
    await tick()
    expect(polls).toEqual([['acme', 'other']])
  })

  it('gives each poll what the poll before has remembered, and forgets nothing if a poll fails', async () => {
    const { known, polls, endings, tick } = await openWatching()
    const remembered = { ...newRunState, verified: true }
    endings.set('acme', { state: remembered })
    await tick()
    endings.set('acme', { error: serviceFault })
    await tick()
    await tick()
    expect(polls.slice(-2)).toEqual([
      ['acme', 'other'],
      ['acme', 'other'],
    ])
    expect(known.slice(-2).map(([acme]) => acme)).toMatchObject([remembered, remembered])
  })

  it('does not poll a removed subscription', async () => {
    const { polls, watching, tick } = await openWatching()
    polls.splice(0)
    watching.remove('acme')
    await tick()
    expect(polls.flat()).toEqual(['other'])
  })

  it('polls a deferred subscription again at the time that its last poll asked for, not at once', async () => {
    const { polls, timers, endings, world, tick } = await openWatching()
    endings.set('acme', { deferred: 'unconfirmed', retryAt: world.now() + 5000 })
    endings.set('other', { deferred: 'poll-over', retryAt: world.now() })
    await tick()
    expect(timers.map(({ ms }) => ms)).toEqual([5000, 100])
    polls.splice(0)
    timers[0]?.run()
    await flushPromises()
    expect(polls).toEqual([['acme']])
  })
})

describe('a subscription with schedule: auto whose alert also has a subscription with a cron expression', () => {
  it('is polled at every tick of the cron expression, because that poll reads its mentions anyway', async () => {
    const { polls, world, tick } = await openWatching('7', { automatic: ['other'] })
    polls.splice(0)
    for (let poll = 0; poll < 10; poll++) {
      world.clock.at += 4000
      await tick()
    }
    expect(polls).toEqual(Array.from({ length: 10 }, () => ['acme', 'other']))
  })

  it('is not polled for ten seconds after its poll failed, even if that of the other subscription did not', async () => {
    const { polls, world, tick, endings } = await openWatching('7', { automatic: ['other'] })
    endings.set('other', { error: serviceFault })
    world.clock.at += 4000
    await tick()
    polls.splice(0)
    for (let second = 0; second < 9; second++) {
      world.clock.at += 1000
      await tick(everySecond)
    }
    expect(polls).toEqual([])
  })

  it('is polled alone at its planned times, because the other subscription is polled only at its ticks', async () => {
    const { polls, world, tick } = await openWatching('7', { automatic: ['other'] })
    polls.splice(0)
    for (let second = 0; second < 60; second++) {
      world.clock.at += 1000
      await tick(everySecond)
    }
    expect(new Set(polls.flat())).toEqual(new Set(['other']))
    expect(polls.length).toBeGreaterThanOrEqual(10)
    expect(polls.length).toBeLessThanOrEqual(12)
  })
})

describe('a subscription that gets another alert', () => {
  it('is not polled for its old alert, in this process or another one', async () => {
    const { polls, found, tick, runDue } = await openWatching()
    found.now = { kind: 'found', alert: { ...alert, id: '8' } }
    await tick()
    polls.splice(0)
    expect(await runDue('7', ['acme', 'other'])).toEqual([])
    expect(polls).toEqual([])
    expect(await runDue('8', ['acme'])).toEqual(['acme'])
    expect(polls).toEqual([['acme']])
  })

  it('is polled for the new alert even if another process queued the poll before this process knows the alert', async () => {
    const { polls, found, runDue } = await openWatching()
    polls.splice(0)
    found.now = { kind: 'found', alert: { ...alert, id: '8' } }
    expect(await runDue('8', ['acme'])).toEqual(['acme'])
    expect(polls).toEqual([['acme']])
  })

  it('is not retried for its old alert', async () => {
    const { polls, timers, endings, found, world, tick } = await openWatching()
    endings.set('acme', { deferred: 'unconfirmed', retryAt: world.now() + 5000 })
    await tick()
    endings.clear()
    found.now = { kind: 'found', alert: { ...alert, id: '8' } }
    await tick()
    expect(timers).toEqual([])
    polls.splice(0)
    await flushPromises()
    expect(polls).toEqual([])
  })
})

const caughtUpAt = ({ progress }: PollScheduler, name: string) =>
  progress().find(({ member }) => member === name)?.caughtUpAt

describe('the list of subscriptions that are behind', () => {
  it('contains deferred and failed subscriptions until they have caught up, the furthest behind first', async () => {
    const { world, watching, endings, tick } = await openWatching()
    const read = world.now()
    expect(lagsOf(watching.progress(), () => true)).toEqual([])
    endings.set('other', { deferred: 'channel-refuses' })
    await tick()
    world.clock.at += 60_000
    endings.set('acme', { error: serviceFault })
    await tick()
    world.clock.at += 1000
    expect(lagsOf(watching.progress(), () => true)).toEqual([
      { subscription: 'other', ms: 61_000 },
      { subscription: 'acme', ms: 1000 },
    ])
    expect(caughtUpAt(watching, 'acme')).toBe(read)
    endings.clear()
    await tick()
    expect(lagsOf(watching.progress(), () => true)).toEqual([])
    expect(caughtUpAt(watching, 'acme')).toBe(read + 61_000)
  })

  it('contains a subscription whose alert does not exist, but not a removed one', async () => {
    const { world, watching, found, tick } = await openWatching()
    found.now = { kind: 'missing', names: [] }
    await tick()
    world.clock.at += 5000
    watching.remove('acme')
    expect(lagsOf(watching.progress(), () => true)).toEqual([{ subscription: 'other', ms: 5000 }])
    expect(caughtUpAt(watching, 'acme')).toBeUndefined()
  })
})

describe('the scheduler of polls', () => {
  it('reports a problem of an alert once, and clears it when a subscription of the alert has read all new mentions', async () => {
    const { endings, told, tick } = await openWatching()
    endings.set('acme', { error: serviceFault })
    endings.set('other', { error: serviceFault })
    for (let poll = 0; poll < 3; poll++) await tick()
    expect(told).toEqual(['raised alert 7'])
    endings.set('acme', { deferred: 'channel-refuses' })
    endings.set('other', { deferred: 'channel-refuses' })
    await tick()
    expect(told).toHaveLength(1)
    endings.clear()
    await tick()
    expect(told).toEqual(['raised alert 7', 'cleared alert 7'])
  })

  it('does not clear the store problem of one subscription when another one succeeds', async () => {
    const { endings, told, tick } = await openWatching()
    endings.set('acme', { error: new Error('ENOSPC') })
    for (let poll = 0; poll < 3; poll++) await tick()
    expect(told).toEqual(['raised state acme'])
    endings.clear()
    await tick()
    expect(told).toEqual(['raised state acme', 'cleared state acme'])
  })

  it.each(['Acme brand', '7'])(
    'clears the problem of the missing alert %s when the alert exists',
    async (written) => {
      const { found, endings, told, polls, tick } = await openWatching(written)
      found.now = { kind: 'missing', names: ['Another'] }
      polls.splice(0)
      for (let poll = 0; poll < 3; poll++) await tick()
      expect(polls).toEqual([])
      expect(told).toEqual([`raised alert '${written}'`])
      found.now = { kind: 'found', alert }
      await tick()
      expect(told).toEqual([`raised alert '${written}'`, `cleared alert '${written}'`])
      endings.set('acme', { error: serviceFault })
      for (let poll = 0; poll < 3; poll++) await tick()
      expect(told).toHaveLength(3)
    },
  )

  it('reports a problem of the whole service once while no alert can be found', async () => {
    const { found, told, tick } = await openWatching()
    found.now = serviceFault
    for (let poll = 0; poll < 3; poll++) await tick()
    found.now = { kind: 'found', alert }
    await tick()
    expect(told).toEqual(['raised service', 'cleared service'])
  })
})
