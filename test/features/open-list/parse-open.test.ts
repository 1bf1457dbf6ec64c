import { expect, it } from 'vitest'
import { parseOpen } from '../../../src/features/open-list/subcommand.ts'

it.each([
  ['', { mine: false }],
  ['Mine', { mine: true }],
  ['"mine"', { mine: true }],
  ['yours', { words: 'yours' }],
])('/mentions open is followed by nothing or by “mine”: "%s"', (line, asked) =>
  expect(parseOpen(line)).toEqual(asked),
)
