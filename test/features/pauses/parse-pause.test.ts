import { expect, it } from 'vitest'
import { parsePause } from '../../../src/features/pauses/subcommands.ts'

it.each([
  ['acme', { name: 'acme' }],
  ['acme brand 2h', { name: 'acme brand', term: '2h' }],
  ['<#C123> until tomorrow', { channel: 'C123', term: 'until tomorrow' }],
  ['', {}],
])('/mentions pause is followed by a subscription and a time in "%s"', (line, asked) =>
  expect(parsePause(line)).toEqual(asked),
)
