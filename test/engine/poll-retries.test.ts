import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { describe, expect, it } from 'vitest'
import type { RunResult } from '../../src/engine/run/result.ts'
import { flushPromises } from '../tools/manual-clock.ts'
import { openWatching, serviceFault } from '../tools/scheduler-world.ts'
import { alert } from '../tools/story-world.ts'

describe('a subscription that cannot finish its poll', () => {
  it.each<[string, Omit<RunResult, 'subscription'>]>([
    ['failed', { error: serviceFault }],
    ['was deferred', { deferred: 'channel-refuses' }],
  ])('is polled again after growing pauses if its run %s, until it has caught up', async (_what, end) => {
    const { polls, timers, endings, tick } = await openWatching()
    endings.set('acme', end)
    await tick()
    polls.splice(0)
    for (const minutes of [1, 2, 4]) {
      expect(timers.map(({ ms }) => ms)).toEqual([minutes * 60_000])
      timers.shift()?.run()
      await flushPromises()
    }
    expect(polls).toEqual([['acme'], ['acme'], ['acme']])
    endings.clear()
    timers.shift()?.run()
    await flushPromises()
    expect(timers).toEqual([])
  })

  it('is polled again if its alert cannot be found, but not twice if its schedule fires before', async () => {
    const { polls, timers, found, tick } = await openWatching()
    found.now = serviceFault
    await tick()
    polls.splice(0)
    expect(timers.map(({ ms }) => ms)).toEqual([60_000, 60_000])
    timers[0]?.run()
    await flushPromises()
    expect(timers.map(({ ms }) => ms).toSorted()).toEqual([120_000, 60_000])
    found.now = { kind: 'found', alert }
    await tick()
    expect(polls).toEqual([['acme', 'other']])
    expect(timers).toEqual([])
  })

  it('is polled when the rate limit of the mention service ends, however often it was refused', async () => {
    const { timers, found, tick } = await openWatching()
    found.now = new MentionServiceError({
      kind: 'rate_limited',
      retry: 'later',
      what: 'Full',
      afterMs: 25_000,
    })
    for (let ticks = 0; ticks < 5; ticks++) await tick()
    expect(timers.map(({ ms }) => ms)).toEqual([25_000, 25_000])
  })

  it('is not polled again after it is removed, or after the stop', async () => {
    const { timers, found, endings, watching, tick, leadership } = await openWatching()
    endings.set('acme', { error: serviceFault })
    await tick()
    found.now = serviceFault
    await tick()
    watching.remove('acme')
    expect(timers.map(({ ms }) => ms)).toEqual([60_000])
    await leadership.stop()
    expect(timers).toEqual([])
  })
})
