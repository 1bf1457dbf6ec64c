import { expect, it } from 'vitest'
import { createProblems } from '../../src/health/problems.ts'
import { databaseProblem } from '../../src/health/subscription-problems.ts'

it('a database that is away is told once, however differently it fails meanwhile', () => {
  const told: string[] = []
  const problems = createProblems(() => 1000, {
    raised: ({ what }) => void told.push(what),
    cleared: () => void told.push('over'),
  })
  for (const reason of ['read ECONNRESET', 'write ECONNRESET', 'timeout exceeded when trying to connect'])
    problems.raise('database', databaseProblem(new Error(reason)))
  expect(problems.find('database')?.what).toContain('timeout exceeded')
  problems.clear('database')
  expect(told).toEqual(['The database cannot be used: read ECONNRESET.', 'over'])
})
