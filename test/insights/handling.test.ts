import { describe, expect, it } from 'vitest'
import { progressOf, responseTo } from '../../src/insights/handling.ts'
import type { CardRecord } from '../../src/model/card-record.ts'
import type { VerdictEntry } from '../../src/model/verdict.ts'

const minute = 60_000
const posted = (id: string, changes: Partial<VerdictEntry> = {}): VerdictEntry => ({
  at: 0,
  subscription: 'acme',
  alert: '7',
  id,
  url: '',
  became: 'posted',
  reason: 'passed',
  sentiment: 'negative',
  channel: 'C1',
  ts: id,
  ...changes,
})
const record = (mention: string, state: CardRecord['state'], firstAt: number): CardRecord => ({
  channel: 'C1',
  ts: mention,
  subscription: 'acme',
  alert: '7',
  mention,
  state,
  user: 'U1',
  by: 'Ana',
  at: firstAt + minute,
  firstAt,
})

describe('the response', () => {
  it.each([
    ['to nothing', [], [], { done: 0, of: 0 }],
    ['that nobody gave', [posted('1')], [], { done: 0, of: 1 }],
    [
      'counts what is done or not relevant, and times the first claim',
      [posted('1'), posted('2'), posted('3', { became: 'burst' }), posted('4')],
      [
        record('1', 'done', 2 * minute),
        record('2', 'claimed', 4 * minute),
        record('3', 'not-relevant', 9 * minute),
      ],
      { done: 2, of: 4, medianMs: 4 * minute },
    ],
    [
      'leaves out what is not negative, and what was not posted',
      [posted('1', { sentiment: 'neutral' }), posted('2', { became: 'skipped' })],
      [record('1', 'done', 0)],
      { done: 0, of: 0 },
    ],
    [
      'lies between the two in the middle',
      [posted('1'), posted('2')],
      [record('1', 'done', 0), record('2', 'done', 10)],
      { done: 2, of: 2, medianMs: 5 },
    ],
  ] satisfies [string, VerdictEntry[], CardRecord[], object][])('%s', (_, entries, records, response) =>
    expect(responseTo(entries, records)).toEqual(response),
  )
})

it('tells how far people got with one mention', () => {
  const records = [record('2', 'claimed', 0), record('3', 'done', minute)]
  const known = { posted: [posted('1'), posted('2'), posted('3')], records, now: 3 * minute }
  expect(progressOf('7', '1', known)).toEqual({ kind: 'open', forMs: 3 * minute })
  expect(progressOf('7', '2', known)).toEqual({ kind: 'claimed', by: 'Ana' })
  expect(progressOf('7', '3', known)).toEqual({ kind: 'done', by: 'Ana', afterMs: 2 * minute })
  expect(progressOf('7', '4', known)).toBeUndefined()
})
