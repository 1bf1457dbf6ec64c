import { expect, it } from 'vitest'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { createPollQueue } from '../../src/engine/schedule/poll-queue.ts'
import { createPollScheduler } from '../../src/engine/schedule/poll-scheduler.ts'
import { createTicker } from '../../src/scheduler/cron-ticker.ts'
import { alwaysLead } from '../../src/scheduler/leadership.ts'
import { createHandRuntime, flushPromises } from '../tools/manual-clock.ts'
import { alert, createStoryWorld, subscriptionOf } from '../tools/story-world.ts'

it('20,000 subscriptions that are due at the same minute are all polled, at each minute, by one task of cron', async () => {
  const deps = createStoryWorld().deps()
  const clock = createHandRuntime(Date.UTC(2026, 10, 20))
  const { runtime } = clock
  const leadership = alwaysLead()
  const tasks: string[] = []
  const ticker = createTicker({
    ...runtime,
    startCron(expression, ring) {
      tasks.push(expression)
      return runtime.startCron(expression, ring)
    },
  })
  const polled = new Map<string, number>()
  const scheduler = createPollScheduler({
    pollDeps: deps,
    checkpoints: () => deps.checkpoints,
    alerts: {
      all: async () => [alert],
      find: async (id: string) => ({ kind: 'found', alert: { ...alert, id } }),
    },
    decideFor: (subscription) => decideFor(subscription),
    every: ticker.every,
    createQueue: (run) => createPollQueue({ ...runtime, leads: () => true }, run),
    leadership,
    setTimer: runtime.setTimer,
    async poll(_deps, _alert, due) {
      for (const { subscription } of due)
        polled.set(subscription.name, (polled.get(subscription.name) ?? 0) + 1)
      return due.map(({ subscription: { name }, state }) => ({ subscription: name, state }))
    },
  })
  for (let place = 0; place < 20_000; place++)
    await scheduler.put(
      subscriptionOf({ name: `s${place}`, alert: String(place % 5000), schedule: '* * * * *' }),
    )
  ticker.start()
  leadership.start()
  const everyone = async (times: number) => {
    for (
      let rounds = 0;
      rounds < 50 && scheduler.progress().some(({ behindMs }) => behindMs !== undefined);
      rounds++
    )
      await flushPromises()
    expect([...polled.values()].filter((count) => count === times)).toHaveLength(20_000)
  }
  await flushPromises()
  await everyone(1)
  for (const minutes of [2, 3]) {
    clock.advance(60_000)
    await flushPromises()
    await everyone(minutes)
  }
  expect(tasks).toEqual(['0 * * * * *'])
})
