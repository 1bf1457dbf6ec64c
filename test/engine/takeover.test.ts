import { expect, it } from 'vitest'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { createPollQueue } from '../../src/engine/schedule/poll-queue.ts'
import { createPollScheduler } from '../../src/engine/schedule/poll-scheduler.ts'
import { alwaysLead, type Leadership, type Takeover } from '../../src/scheduler/leadership.ts'
import { flushPromises } from '../tools/manual-clock.ts'
import { alert, createStoryWorld, subscriptionOf } from '../tools/story-world.ts'

type Work = Parameters<Leadership['attach']>[0]

/** A process with one subscription that is polled once a year. */
async function standsBy() {
  const world = createStoryWorld()
  const deps = world.deps()
  const polls: boolean[] = []
  const running: (() => void)[] = []
  let isWaiting = false
  const lease = { isFresh: true }
  const lookups: string[] = []
  let work: Work = {}
  const setTimer = () => () => undefined
  const scheduler = createPollScheduler({
    pollDeps: deps,
    checkpoints: () => deps.checkpoints,
    alerts: {
      all: async () => [alert],
      async find(written) {
        lookups.push(written)
        return { kind: 'found', alert }
      },
    },
    decideFor: (subscription) => decideFor(subscription),
    every: () => undefined,
    createQueue: (run) =>
      createPollQueue({ now: world.now, steady: world.steady, setTimer, leads: () => lease.isFresh }, run),
    leadership: {
      ...alwaysLead(),
      attach(given) {
        work = given
      },
    },
    setTimer,
    async poll(_deps, _alert, due) {
      polls.push(...due.map(({ state: { verified } }) => verified))
      if (isWaiting) await new Promise<void>((end) => void running.push(end))
      return due.map(({ subscription, state }) => ({
        subscription: subscription.name,
        state: { ...state, verified: true },
      }))
    },
  })
  await scheduler.put(subscriptionOf({ name: 'acme', schedule: '0 0 1 1 *' }))
  await flushPromises()
  return {
    scheduler,
    polls,
    lookups,
    running,
    lease,
    resume: () => work.resume?.(),
    wait: () => {
      isWaiting = true
    },
    async begin(checkpoints: Takeover['checkpoints']) {
      work.begin?.({ checkpoints })
      await flushPromises()
      return polls.splice(0)
    },
    end: () => work.end?.(),
  }
}

it('a process that stands by polls nothing, and asks the mention service for nothing', async () => {
  const { polls, lookups, scheduler } = await standsBy()
  expect([polls, lookups, scheduler.progress()]).toEqual([[], [], []])
})

it('a new leader polls every subscription at once, and checks checkpoints against the channel only if they may be an older copy', async () => {
  expect(await (await standsBy()).begin('trusted')).toEqual([true])
  expect(await (await standsBy()).begin('unsure')).toEqual([false])
})

it('a leader that goes on knows what it has checked', async () => {
  const { begin } = await standsBy()
  expect(await begin('unchanged')).toEqual([false])
  expect(await begin('unchanged')).toEqual([true])
})

it('a leader whose lease was not renewed in time polls what became due meanwhile when it is, once, and nothing else', async () => {
  const { begin, lease, polls, scheduler, resume } = await standsBy()
  await begin('trusted')
  lease.isFresh = false
  await scheduler.put(subscriptionOf({ name: 'other', schedule: '0 0 1 1 *' }))
  await flushPromises()
  expect(polls).toEqual([])
  lease.isFresh = true
  for (let renewals = 0; renewals < 3; renewals++) resume()
  await flushPromises()
  expect(polls).toHaveLength(1)
})

it('a process that does not lead any more waits for its present poll, and begins no other', async () => {
  const { begin, end, running, polls, scheduler, wait } = await standsBy()
  wait()
  await begin('trusted')
  let hasEnded = false
  const ending = end()?.then(() => {
    hasEnded = true
  })
  await flushPromises()
  expect(hasEnded).toBe(false)
  running.shift()?.()
  await ending
  await scheduler.put(subscriptionOf({ name: 'other' }))
  await flushPromises()
  expect([polls, scheduler.progress()]).toEqual([[], []])
})
