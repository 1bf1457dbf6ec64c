import { expect, it } from 'vitest'
import { createProblems } from '../../src/health/problems.ts'
import { createSettingsOfProcesses } from '../../src/installations/settings-of-processes.ts'
import type { Announcements } from '../../src/model/announcements.ts'
import { flushPromises } from '../tools/manual-clock.ts'

type Heard = Parameters<Announcements['on']>[0]

/** Processes that hear each other. `tick` moves the clock to the next announcement of each. */
function cluster() {
  let at = 0
  const all: { heard: Heard[]; isAway: boolean }[] = []
  const timers: { run: () => void; at: number }[] = []
  return {
    start(leads: boolean) {
      const own = { heard: [] as Heard[], isAway: false }
      all.push(own)
      const board = createProblems(() => at, { raised: () => undefined, cleared: () => undefined })
      const settings = createSettingsOfProcesses({
        announcements: {
          async announce(topic) {
            if (own.isAway) return
            for (const one of all) for (const heard of one.heard) heard(topic, one === own)
          },
          on: (heard) => void own.heard.push(heard),
        },
        problems: leads ? board : { raise: () => undefined, clear: board.clear },
        now: () => at,
        setTimer(run, ms) {
          const timer = { run, at: at + ms }
          timers.push(timer)
          return () => void timers.splice(timers.indexOf(timer) >>> 0, 1)
        },
      })
      return {
        settings,
        end: () => (own.isAway = true),
        problems: () => board.openProblems().map(({ what }) => what),
      }
    },
    async tick(ms: number) {
      const end = at + ms
      for (;;) {
        await flushPromises()
        const next = timers.toSorted((a, b) => a.at - b.at)[0]
        if (next === undefined || next.at > end) break
        timers.splice(timers.indexOf(next), 1)
        at = next.at
        next.run()
      }
      at = end
    },
  }
}

it('the leader tells that another process has another file, until both have the same', async () => {
  const { start, tick } = cluster()
  const [leader, other] = [start(true), start(false)]
  leader.settings.set({ subscriptions: ['new'] })
  other.settings.set({ subscriptions: ['old'] })
  await tick(60_000)
  expect(leader.problems()).toEqual([expect.stringContaining('another configuration file')])
  expect(other.problems()).toEqual([])
  other.settings.set({ subscriptions: ['new'] })
  await tick(1000)
  expect(leader.problems()).toEqual([])
})

it('the file of a process that has ended no longer counts', async () => {
  const { start, tick } = cluster()
  const [leader, other] = [start(true), start(false)]
  leader.settings.set({ subscriptions: ['new'] })
  other.settings.set({ subscriptions: ['old'] })
  await tick(1000)
  expect(leader.problems()).toHaveLength(1)
  other.end()
  await tick(200_000)
  expect(leader.problems()).toEqual([])
})
