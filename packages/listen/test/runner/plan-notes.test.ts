import { expect, it } from 'vitest'
import { planNotes } from '../../src/runner/plan-notes.ts'
import type { PlannedAlert } from '../../src/source.ts'

const plan = (given: Partial<PlannedAlert>): PlannedAlert => ({
  alert: '1',
  asked: ['acme'],
  cannot: [],
  ...given,
})
const noteOf = (...plans: Partial<PlannedAlert>[]) =>
  planNotes(
    '1',
    plans.map((one) => ({ source: 'github', plan: [plan(one)] })),
  )

it.each<[string, Partial<PlannedAlert>, string[]]>([
  ['is as it should be', { everyMs: 300_000 }, []],
  [
    'has a word that the network cannot search for',
    { cannot: ['C++'], asked: ['acme'] },
    ['GitHub cannot search for C++: asked for acme.'],
  ],
  [
    'has only such words',
    { cannot: ['C++'], asked: [] },
    ['GitHub is not asked, because it cannot search for C++.'],
  ],
  ['is for another place', { asked: [] }, ['GitHub is not asked, because nothing there can match.']],
  [
    'is asked seldom',
    { everyMs: 5 * 3_600_000 },
    ['GitHub is asked every 5 hours, because it allows few requests.'],
  ],
  [
    'fails',
    { error: 'api.github.com answers 422' },
    ['The last request to GitHub failed: api.github.com answers 422.'],
  ],
  [
    'has one search that fails',
    { error: 'api.github.com answers 422', isPartlyAsked: true },
    ['A search of this alert on GitHub failed: api.github.com answers 422.'],
  ],
  ['belongs to somebody else', { alert: '2', cannot: ['C++'] }, []],
])('the note of an alert that %s', (_what, given, notes) => {
  expect(noteOf(given)).toEqual(notes)
})

it('counts the channel of a source that can express most', () => {
  expect(noteOf({ asked: [], cannot: ['C++'] }, { asked: ['"acme tool"'], everyMs: 300_000 })).toEqual([])
})
