import { describe, expect, it } from 'vitest'
import { createLeaderProgress } from '../../src/engine/schedule/leader-progress.ts'
import type { Progress } from '../../src/engine/schedule/poll-queue.ts'
import { flushPromises } from '../tools/manual-clock.ts'
import { memoryStore } from '../tools/memory-store.ts'

/** The leader and a process that stands by, with clocks that differ by an hour. */
function open() {
  const kept = new Map<string, string>()
  const clock = { at: 10_000_000 }
  const timers: (() => void)[] = []
  const hearers: ((topic: string | undefined) => void)[] = []
  const asked: string[] = []
  const state = { answers: true }
  const tell = (topic: string) => {
    for (const hear of hearers) hear(topic)
  }
  const progressOf: Progress[] = [
    { member: 'acme', behindMs: 5000 },
    { member: 'other', caughtUpAt: clock.at - 3000 },
  ]
  const process = (leads: boolean, ahead: number) =>
    createLeaderProgress({
      store: memoryStore(kept, () => tell('records leader-progress')),
      announcements: {
        async announce(topic) {
          asked.push(topic)
          if (state.answers) tell(topic)
        },
        on: (hear) => void hearers.push((topic) => hear(topic, false)),
      },
      leads: () => leads,
      own: () => (leads ? progressOf : []),
      now: () => clock.at + ahead,
      setTimer(run) {
        timers.push(run)
        return () => undefined
      },
    })
  const hour = 3_600_000
  return { clock, state, asked, timers, leader: process(true, 0), other: process(false, hour), hour }
}

describe('a process that stands by', () => {
  it('asks the leader, and gets lags and times that fit its own clock', async () => {
    const { clock, leader, other, hour, asked } = open()
    expect(await leader()).toEqual([
      { member: 'acme', behindMs: 5000 },
      { member: 'other', caughtUpAt: clock.at - 3000 },
    ])
    expect(asked).toEqual([])
    expect(await other()).toEqual([
      { member: 'acme', behindMs: 5000 },
      { member: 'other', caughtUpAt: clock.at + hour - 3000 },
    ])
  })

  it('asks at most once a second, and lets the lags grow meanwhile', async () => {
    const { clock, other, asked } = open()
    await other()
    clock.at += 900
    expect((await other())[0]).toEqual({ member: 'acme', behindMs: 5900 })
    expect(asked).toHaveLength(1)
  })

  it('returns the last answer, with grown lags, if no leader answers within a second', async () => {
    const { clock, state, timers, other } = open()
    await other()
    state.answers = false
    clock.at += 60_000
    const asking = other()
    await flushPromises()
    for (const run of timers) run()
    expect((await asking)[0]).toEqual({ member: 'acme', behindMs: 65_000 })
  })

  it('knows nothing before the first answer', async () => {
    const { state, timers, other } = open()
    state.answers = false
    const asking = other()
    await flushPromises()
    for (const run of timers) run()
    expect(await asking).toEqual([])
  })
})
