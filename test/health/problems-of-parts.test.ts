import { expect, it } from 'vitest'
import { createProblems } from '../../src/health/problems.ts'
import { createProblemsOfParts } from '../../src/health/problems-of-parts.ts'

it('parts that end take their open problems with them and tell nobody, and leave those of others', () => {
  const told: string[] = []
  const board = createProblems(() => 0, {
    raised: ({ key }) => void told.push(`raised ${key}`),
    cleared: ({ key }) => void told.push(`cleared ${key}`),
  })
  const problem = { what: 'Something stops.', whatToDo: 'Start it.' }
  const parts = createProblemsOfParts(board)
  board.raise('slack connection', problem)
  parts.raise('over', problem)
  parts.clear('over')
  parts.raise('channel', problem)
  parts.end()
  expect(board.openProblems().map(({ key }) => key)).toEqual(['slack connection'])
  expect(told).toEqual(['raised slack connection', 'raised over', 'cleared over', 'raised channel'])
})
