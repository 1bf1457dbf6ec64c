import { expect, it } from 'vitest'
import type { Progress } from '../../src/model/due.ts'
import { shardOf } from '../../src/model/shard.ts'
import { createPollScheduler } from '../../src/polling/poll-scheduler.ts'
import { decideFor } from '../../src/rules/rules.ts'
import { createPollQueue } from '../../src/scheduler/poll-queue.ts'
import { ownAllShards, type Shards } from '../../src/scheduler/shards.ts'
import { flushPromises } from '../tools/manual-clock.ts'
import { alert, createStoryWorld, subscriptionOf } from '../tools/story-world.ts'

type Gained = Parameters<NonNullable<Parameters<Shards['attach']>[0]['gained']>>[0][number]

/** A scheduler with one subscription that is polled once a year. Its process takes the shard of the alert as `changes` says. */
async function pollsAfter(changes: Partial<Gained>, schedule = '0 0 1 1 *') {
  const world = createStoryWorld()
  const deps = world.deps()
  const polls: { verified: boolean }[] = []
  let owned = false
  let work: Parameters<Shards['attach']>[0] = {}
  const setTimer = () => () => undefined
  const scheduler = createPollScheduler({
    pollDeps: deps,
    takeOver: async () => deps.checkpoints,
    alerts: { all: async () => [alert], find: async () => ({ kind: 'found', alert }) },
    decideFor: (subscription) => decideFor(subscription),
    ticks: { every: () => undefined, start: () => undefined, stop: () => undefined },
    createQueue: (run) => createPollQueue({ now: world.now, setTimer }, run),
    shards: {
      ...ownAllShards(),
      owns: () => owned,
      attach(given) {
        work = given
      },
    },
    setTimer,
    async poll(_deps, _alert, due) {
      polls.push(...due.map(({ state: { verified } }) => ({ verified })))
      return due.map(({ subscription }) => ({ subscription: subscription.name }))
    },
  })
  await scheduler.put(subscriptionOf({ name: 'acme', schedule }))
  await flushPromises()
  expect(polls).toEqual([])
  owned = true
  const progress: Progress[] = [{ key: alert.id, member: 'acme', caughtUpAt: world.now() - 500 }]
  const shard = shardOf(alert.id)
  work.gained?.([{ shard, isClean: true, isTrusted: true, progress, ageMs: 500, ...changes }])
  await flushPromises()
  return polls
}

it('a subscription that another running process handed over up to date is not polled before its schedule', async () => {
  expect(await pollsAfter({})).toEqual([])
})

it('a subscription that another running process handed over is polled at once if its schedule fired meanwhile', async () => {
  expect(await pollsAfter({}, '* * * * * *')).toEqual([{ verified: true }])
})

it('a subscription that another running process left behind or never polled is polled at once', async () => {
  const progress = [{ key: alert.id, member: 'acme', behindMs: 10 }]
  expect(await pollsAfter({ progress })).toEqual([{ verified: true }])
  expect(await pollsAfter({ progress: [] })).toEqual([{ verified: true }])
})

it('a subscription of a process that died is polled at once', async () => {
  expect(await pollsAfter({ isClean: false })).toEqual([{ verified: true }])
})

it('a subscription is polled at once, and its checkpoint is checked against the channel, if no other process was running', async () => {
  expect(await pollsAfter({ isTrusted: false })).toEqual([{ verified: false }])
  expect(await pollsAfter({ isClean: false, isTrusted: false })).toEqual([{ verified: false }])
})
