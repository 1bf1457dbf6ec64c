import { expect, it } from 'vitest'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { type RunPollDeps, runPoll } from '../../src/engine/schedule/poll-scheduler.ts'
import { alert, createStoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** Three polled subscriptions. One of them has another alert. */
function open(changed: Partial<RunPollDeps> = {}) {
  const pollDeps = createStoryWorld().deps()
  const asked: string[] = []
  const entries = new Map(
    ['acme', 'other', 'elsewhere'].map((name) => {
      const subscription = subscriptionOf({ name })
      const state = { verified: false, behind: false }
      return [name, { subscription, decide: decideFor(subscription), state }]
    }),
  )
  const deps: RunPollDeps = {
    pollDeps,
    checkpoints: () => {
      asked.push('checkpoints')
      return pollDeps.checkpoints
    },
    poll: async (_deps, _alert, due) => {
      asked.push(...due.map(({ subscription }) => subscription.name))
      return due.map(({ subscription }) => ({ subscription: subscription.name }))
    },
    findDue: (name) => entries.get(name),
    alertsOf: { knownAlert: () => alert, hasAlert: async ({ name }) => name !== 'elsewhere' },
    ...changed,
  }
  return { asked, run: (names: string[]) => runPoll(deps, alert.id, names) }
}

it('a poll includes only the requested subscriptions that still exist and still have this alert', async () => {
  const { asked, run } = open()
  expect(await run(['acme', 'ended', 'elsewhere', 'other'])).toEqual([
    { subscription: 'acme' },
    { subscription: 'other' },
  ])
  expect(asked).toEqual(['checkpoints', 'acme', 'other'])
})

it('a poll without subscriptions opens no checkpoints', async () => {
  const { asked, run } = open()
  expect(await run(['elsewhere', 'ended'])).toEqual([])
  expect(asked).toEqual([])
})

it('a poll that cannot start counts as failed for each subscription', async () => {
  const error = new Error('the store is away')
  const { run } = open({
    checkpoints() {
      throw error
    },
  })
  expect(await run(['acme', 'other'])).toEqual([
    { subscription: 'acme', error },
    { subscription: 'other', error },
  ])
})

it('a poll that fails as a whole counts as failed for each subscription', async () => {
  const error = new Error('the disk is full')
  const { run } = open({ poll: () => Promise.reject(error) })
  expect(await run(['acme'])).toEqual([{ subscription: 'acme', error }])
})
