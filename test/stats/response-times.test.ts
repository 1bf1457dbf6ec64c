import { describe, expect, it } from 'vitest'
import {
  indexCardRecords,
  measureResponses,
  responseStates,
} from '../../src/digests/content/response-times.ts'
import type { Handling } from '../../src/model/card.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'

const minute = 60_000
const posted = (id: string, changes: Partial<DecisionRecord> = {}): DecisionRecord => ({
  at: 0,
  subscription: 'acme',
  alert: '7',
  id,
  url: '',
  outcome: 'posted',
  reason: 'passed',
  sentiment: 'negative',
  channel: 'C1',
  ts: id,
  ...changes,
})
const record = (mention: string, state: Handling['state'], claimedAt: number): Handling => ({
  channel: 'C1',
  ts: mention,
  subscription: 'acme',
  alert: '7',
  mention,
  state,
  user: 'U1',
  by: 'Ana',
  at: claimedAt + minute,
  firstAt: claimedAt,
  claimedAt,
})

describe('the response times of a channel', () => {
  it.each([
    ['are absent without mentions', [], [], { done: 0, of: 0 }],
    ['are absent if nobody responded', [posted('1')], [], { done: 0, of: 1 }],
    [
      'count mentions that are done or not relevant, and measure the times to the first claim and to the close',
      [posted('1'), posted('2'), posted('3', { outcome: 'burst' }), posted('4')],
      [
        record('1', 'done', 2 * minute),
        record('2', 'claimed', 4 * minute),
        record('3', 'not-relevant', 9 * minute),
      ],
      { done: 2, of: 4, claimMs: 4 * minute, closeMs: 6.5 * minute },
    ],
    [
      'leave out mentions that are not negative or were not posted',
      [posted('1', { sentiment: 'neutral' }), posted('2', { outcome: 'skipped' })],
      [record('1', 'done', 0)],
      { done: 0, of: 0 },
    ],
    [
      'use the mean of the two middle values as the median of an even number of times',
      [posted('1'), posted('2')],
      [record('1', 'done', 0), record('2', 'done', 10)],
      { done: 2, of: 2, claimMs: 5, closeMs: minute + 5 },
    ],
  ] satisfies [string, DecisionRecord[], Handling[], object][])('%s', (_, entries, records, response) =>
    expect(measureResponses(entries, indexCardRecords(records))).toEqual(response),
  )
})

it('the response times name people only if asked, the person who closed most first', () => {
  const entries = ['1', '2', '3', '4'].map((id) => posted(id))
  const by = (one: Handling, user: string) => ({ ...one, user, by: `Name of ${user}` })
  const records = indexCardRecords([
    by(record('1', 'claimed', 1), 'U1'),
    by(record('2', 'done', 1), 'U2'),
    by(record('3', 'not-relevant', 1), 'U2'),
    by(record('4', 'snoozed', 1), 'U3'),
  ])
  expect(measureResponses(entries, records)).not.toHaveProperty('people')
  expect(measureResponses(entries, records, true).people).toEqual([
    { by: 'Name of U2', closed: 2, holding: 0 },
    { by: 'Name of U1', closed: 0, holding: 1 },
  ])
})

it('the response times contain the state of each posted mention', () => {
  const presses = indexCardRecords([record('2', 'claimed', 0), record('3', 'done', minute)])
  const entries = [posted('1'), posted('2'), posted('3'), posted('4', { outcome: 'skipped' })]
  expect([...responseStates(entries, presses, 3 * minute)]).toEqual([
    ['1', { kind: 'open', forMs: 3 * minute }],
    ['2', { kind: 'claimed', by: 'Ana' }],
    ['3', { kind: 'done', by: 'Ana', afterMs: 2 * minute }],
  ])
})

it('computing the response times reads each action only once', () => {
  let reads = 0
  const ids = Array.from({ length: 3000 }, (_, at) => String(at))
  const counted = ids.map((id) => ({
    ...record(id, 'done', minute),
    get mention() {
      reads += 1
      return id
    },
  }))
  const entries = ids.map((id) => posted(id))
  const presses = indexCardRecords(counted)
  expect(measureResponses(entries, presses)).toMatchObject({ done: 3000, of: 3000 })
  expect(responseStates(entries, presses, 0).size).toBe(3000)
  expect(reads).toBe(3000)
})
