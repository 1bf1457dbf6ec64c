import { expect, it } from 'vitest'
import { createProblems } from '../../src/health/problems.ts'
import { createRequestWaits } from '../../src/health/subscription-problems.ts'
import { stopsMentions } from '../../src/model/problem.ts'

function setUp() {
  let at = Date.UTC(2026, 0, 1)
  const now = () => at
  const told: string[] = []
  const problems = createProblems(now, {
    raised: ({ what }) => told.push(what),
    cleared: ({ what }) => told.push(`over: ${what}`),
  })
  const move = (ms: number) => {
    at += ms
  }
  return { told, problems, move, ...createRequestWaits({ problems, now }) }
}

it('a pause of more than a minute that the mention service asks for is a problem with its end, until it answers', () => {
  const { told, problems, paused, answered, move } = setUp()
  paused(59_000)
  expect(told).toEqual([])
  paused(900_000)
  move(5000)
  paused(900_000)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('00:15')
  const [open] = problems.openProblems()
  expect(open?.what).toContain('00:15')
  expect(open && stopsMentions(open)).toBe(true)
  answered()
  expect(problems.openProblems()).toEqual([])
})

it('checks that wait for the request budget for more than a minute are one problem, which ends two minutes after the last of them', () => {
  const { told, problems, pollWaited, move } = setUp()
  pollWaited(59_000)
  expect(problems.openProblems()).toEqual([])
  for (let count = 0; count < 5; count++) {
    pollWaited(61_000 + count)
    move(30_000)
  }
  expect(told).toHaveLength(1)
  move(90_000)
  expect(problems.openProblems()).toEqual([])
})

it('a wait of more than a minute that Slack asks for with another method is a problem with its end', () => {
  const { told, problems, slackWaited, move } = setUp()
  slackWaited('users.list', 59_000)
  for (const method of ['conversations.history', 'conversations.replies', 'chat.postMessage'])
    slackWaited(method, 600_000)
  expect(problems.openProblems()).toEqual([])
  slackWaited('conversations.list', 600_000)
  expect(problems.openProblems()).toMatchObject([
    { code: 'slack_waits', stops: 'conversations.list of Slack' },
  ])
  expect(told).toEqual([
    'Slack has asked Overheard not to call conversations.list until Jan 1, 2026, 00:10 UTC.',
  ])
  move(660_001)
  expect(problems.openProblems()).toEqual([])
})

it('a wait of more than a minute with the messages of reminders is a problem with its end', () => {
  const { told, remindersWaited } = setUp()
  remindersWaited(59_000)
  expect(told).toEqual([])
  remindersWaited(600_000)
  expect(told).toEqual(['Slack has asked Overheard to send no reminder until Jan 1, 2026, 00:10 UTC.'])
})
