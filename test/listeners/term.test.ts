import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  closestPauseTerms,
  readPauseTerm,
  readSpan,
  splitPauseTerm,
} from '../../src/listeners/commands/term.ts'

/** Friday, 20 November 2026, 12:00 UTC. In Berlin it is 13:00. */
const friday = Date.UTC(2026, 10, 20, 12)
const hour = 3_600_000
const end = (term: string, zone = 'Europe/Berlin', now = friday) => {
  const until = readPauseTerm(term, now, zone)
  return until === undefined ? undefined : new Date(until).toISOString().slice(0, 16)
}

describe('the end of a pause', () => {
  it.each([
    ['2h', '2026-11-20T14:00'],
    ['for 2 hours', '2026-11-20T14:00'],
    ['an hour', '2026-11-20T13:00'],
    ['45 min', '2026-11-20T12:45'],
    ['3d', '2026-11-23T12:00'],
    ['a week', '2026-11-27T12:00'],
    ['until tomorrow', '2026-11-21T08:00'],
    ['until Tomorrow at 14:00', '2026-11-21T13:00'],
    ['until monday', '2026-11-23T08:00'],
    ['until mon 7:30', '2026-11-23T06:30'],
    ['until friday', '2026-11-27T08:00'],
    ['until friday 18:00', '2026-11-20T17:00'],
    ['until friday 9:00', '2026-11-27T08:00'],
    ['until 6pm', '2026-11-20T17:00'],
    ['until 12am', '2026-11-20T23:00'],
    ['until 12:30', '2026-11-21T11:30'],
    ['until today 15:00', '2026-11-20T14:00'],
    ['till 2026-12-01', '2026-12-01T08:00'],
    ['until 2026-12-01 14:15', '2026-12-01T13:15'],
  ])('“%s” is %s (UTC) for a person in Berlin', (term, expected) => expect(end(term)).toBe(expected))

  it('is at nine o’clock on the clock of the person if the term is “until tomorrow”', () => {
    expect(end('until tomorrow', 'America/New_York')).toBe('2026-11-21T14:00')
    expect(end('until tomorrow', 'Asia/Tokyo')).toBe('2026-11-21T00:00')
    // The clocks of Berlin go back in the night before 25 October 2026.
    expect(end('until tomorrow', 'Europe/Berlin', Date.UTC(2026, 9, 24, 12))).toBe('2026-10-25T08:00')
  })

  it.each([
    '2x',
    '0h',
    'until',
    'until yesterday',
    'until today',
    'until today 9:00',
    'until 25:00',
    'until 13pm',
  ])('“%s” is not understood', (term) => expect(end(term)).toBeUndefined())

  it.each([
    'until 2026-02-30',
    'until 2020-01-01',
    '9999d',
    'until 14',
    'until someday',
    'for ever',
    '999999w',
  ])('“%s” is not understood', (term) => expect(end(term)).toBeUndefined())

  it('is read from any text without an exception, and lies in the future, at most a year ahead', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati')
    const parts = fc.constantFrom(
      'until',
      'for',
      'tomorrow',
      'mon',
      '9:00',
      '2pm',
      '2h',
      '3',
      'd',
      '2027-01-01',
    )
    const terms = fc.oneof(
      fc.string(),
      fc.array(parts, { maxLength: 5 }).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(terms, zones, fc.integer({ min: 0, max: 10_000 }), (term, zone, hours) => {
        const now = friday + hours * hour
        const until = readPauseTerm(term, now, zone)
        if (until !== undefined) expect(until - now).toBeGreaterThan(0)
        expect((until ?? now) - now).toBeLessThanOrEqual(366 * 24 * hour)
        expect(splitPauseTerm(term).name.length).toBeLessThanOrEqual(term.length)
      }),
    )
  })
})

describe('in the text after /mentions pause,', () => {
  it.each([
    ['acme', 'acme', undefined],
    ['', '', undefined],
    ['2h', '', '2h'],
    ['until tomorrow', '', 'until tomorrow'],
    ['Acme brand 2h', 'Acme brand', '2h'],
    ['acme for 3 days', 'acme', 'for 3 days'],
    ['acme an hour', 'acme', 'an hour'],
    ['acme until monday 8:00', 'acme', 'until monday 8:00'],
    ['search for acme', 'search for acme', undefined],
    ['"until dawn"', 'until dawn', undefined],
    ['"acme 5g" 2h', 'acme 5g', '2h'],
  ])('%j is read as the name %j and the term %j', (text, name, term) =>
    expect(splitPauseTerm(text)).toEqual({ name, ...(term === undefined ? {} : { term }) }),
  )
})

it('for a term that is not understood, the closest terms are suggested, and each suggestion is understood', () => {
  expect(closestPauseTerms('2x')).toEqual(['2h', '2d', 'until tomorrow', 'until monday'])
  expect(closestPauseTerms('until tomorow')[0]).toBe('until tomorrow')
  expect(closestPauseTerms('until wendesday')[0]).toBe('until wednesday')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.nat().map((count) => `${count}q`),
      ),
      (written) => {
        for (const term of closestPauseTerms(written)) expect(end(term)).toBeDefined()
      },
    ),
  )
})

describe('a span of time', () => {
  const span = (term: string, now = friday) => {
    const found = readSpan(term, now, 'Europe/Berlin')
    return found && [found.from, found.until].map((at) => new Date(at).toISOString().slice(0, 16))
  }
  it.each([
    ['from saturday 8:00 until monday 9:00', '2026-11-21T07:00', '2026-11-23T08:00'],
    ['From Saturday at 8:00 till Monday', '2026-11-21T07:00', '2026-11-23T08:00'],
    ['from monday until friday', '2026-11-23T08:00', '2026-11-27T08:00'],
    ['from 2026-12-24 until 2027-01-02 10:00', '2026-12-24T08:00', '2027-01-02T09:00'],
    ['from 18:00 for 3 hours', '2026-11-20T17:00', '2026-11-20T20:00'],
    ['from tomorrow 22:00 until 6:00', '2026-11-21T21:00', '2026-11-22T05:00'],
    ['until monday', '2026-11-20T12:00', '2026-11-23T08:00'],
    ['2h', '2026-11-20T12:00', '2026-11-20T14:00'],
  ])('“%s” begins and ends for a person in Berlin at these times (UTC)', (term, from, until) =>
    expect(span(term)).toEqual([from, until]),
  )

  it('has an hour more or less if the clocks change within it', () => {
    const [from = '', until = ''] =
      span('from saturday 8:00 until sunday 8:00', Date.UTC(2026, 9, 23, 12)) ?? []
    expect([from, until]).toEqual(['2026-10-24T06:00', '2026-10-25T07:00'])
  })

  it.each([
    'from saturday',
    'from monday until sunday 99:00',
    'from 2020-01-01 until monday',
    'from today 8:00 until monday',
    'from someday until monday',
    'from 2028-01-01 until 2028-01-02',
    'from saturday until',
    'from 2026-12-24 until 2026-12-20',
  ])('“%s” is not understood', (term) => expect(span(term)).toBeUndefined())
})

it.each([
  ['acme from saturday 8:00 until monday 9:00', 'acme', 'from saturday 8:00 until monday 9:00'],
  ['"from berlin" until monday', 'from berlin', 'until monday'],
  ['from saturday until monday', '', 'from saturday until monday'],
  ['news from berlin', 'news from berlin', undefined],
])('“%s” is split into a name and a span', (text, name, term) =>
  expect(splitPauseTerm(text)).toEqual({ name, ...(term === undefined ? {} : { term }) }),
)
