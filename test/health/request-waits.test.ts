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
