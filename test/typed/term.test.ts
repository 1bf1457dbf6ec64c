import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysIn, type Here, readMoment } from '../../src/typed/moment.ts'
import { timeProblemWords } from '../../src/typed/problem-words.ts'
import { closestTerms, nameInLine, readTerm, splitTerm } from '../../src/typed/term.ts'

/** Friday, 20 November 2026, 12:00 UTC. In Berlin it is 13:00. */
const friday = Date.UTC(2026, 10, 20, 12)
const wednesday = Date.UTC(2026, 10, 18, 12)
const hour = 3_600_000
const minute = (at: number) => new Date(at).toISOString().slice(0, 16)
const read = (term: string, zone = 'Europe/Berlin', now = friday) => readTerm(term, { now, zone })
const end = (term: string, zone?: string, now?: number) => {
  const found = read(term, zone, now)
  return 'until' in found ? minute(found.until) : found.problem.kind
}
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'America/New_York',
  'Africa/Cairo',
]

/** Returns what is suggested until nothing is asked any more. Each question settles one of the at most four doubts of a term. */
function settled(term: string, here: Here, doubts = 4): string[] {
  const found = readTerm(term, here)
  const isAsked = 'problem' in found && found.problem.kind === 'ambiguous' && doubts > 0
  return isAsked ? closestTerms(term, found).flatMap((one) => settled(one, here, doubts - 1)) : [term]
}

describe('the end of a term', () => {
  it.each([
    ['2h', '2026-11-20T14:00'],
    ['for 2 hours', '2026-11-20T14:00'],
    ['an hour', '2026-11-20T13:00'],
    ['45 min', '2026-11-20T12:45'],
    ['1h30m', '2026-11-20T13:30'],
    ['an hour and 30 minutes', '2026-11-20T13:30'],
    ['1.5h', '2026-11-20T13:30'],
    ['half an hour', '2026-11-20T12:30'],
    ['3d', '2026-11-23T12:00'],
    ['a week', '2026-11-27T12:00'],
    ['two weeks', '2026-12-04T12:00'],
    ['3 months', '2027-02-20T12:00'],
    ['until tomorrow', '2026-11-21T08:00'],
    ['until Tomorrow at 14:00', '2026-11-21T13:00'],
    ['until 14:00 tomorrow', '2026-11-21T13:00'],
    ['UNTIL monday', '2026-11-23T08:00'],
    ['until mon 7:30', '2026-11-23T06:30'],
    ['until fri 9am', '2026-11-27T08:00'],
    ['until friday', '2026-11-27T08:00'],
    ['until friday 18:00', '2026-11-20T17:00'],
    ['until friday 9:00', '2026-11-27T08:00'],
    ['until next friday', '2026-11-27T08:00'],
    ['until next week', '2026-11-23T08:00'],
    ['until next month', '2026-12-01T08:00'],
    ['until this saturday', '2026-11-21T08:00'],
    ['until coming monday', '2026-11-23T08:00'],
    ['until this coming monday 8:00', '2026-11-23T07:00'],
    ['until the coming friday', '2026-11-27T08:00'],
    ['until the coming week', '2026-11-23T08:00'],
    ['until end of the coming week', '2026-11-29T23:00'],
    ['until monday next week', '2026-11-23T08:00'],
    ['until next week on friday 18:00', '2026-11-27T17:00'],
    ['until friday of next week', '2026-11-27T08:00'],
    ['until fri 4/12', '2026-12-04T08:00'],
    ['until mon, 4/12', '2027-04-12T07:00'],
    ['until the day after tomorrow', '2026-11-22T08:00'],
    ['until 6pm', '2026-11-20T17:00'],
    ['until 6:30 p.m.', '2026-11-20T17:30'],
    ['until ２pm', '2026-11-20T13:00'],
    ['until 12am', '2026-11-20T23:00'],
    ['until 12pm', '2026-11-21T11:00'],
    ['until 12:30', '2026-11-21T11:30'],
    ['until 9.30', '2026-11-21T08:30'],
    ['until noon', '2026-11-21T11:00'],
    ['until midnight', '2026-11-20T23:00'],
    ['until 24:00', '2026-11-20T23:00'],
    ['until saturday 24:00', '2026-11-21T23:00'],
    ['until eod', '2026-11-20T23:00'],
    ['until end of day', '2026-11-20T23:00'],
    ['until the end of the week', '2026-11-22T23:00'],
    ['until end of next week', '2026-11-29T23:00'],
    ['until end of month', '2026-11-30T23:00'],
    ['until end of monday', '2026-11-23T23:00'],
    ['until today 15:00', '2026-11-20T14:00'],
    ['until in 2 hours', '2026-11-20T14:00'],
    ['until 2 hours from now', '2026-11-20T14:00'],
    ['till 2026-12-01', '2026-12-01T08:00'],
    ['until 2026-12-01 14:15', '2026-12-01T13:15'],
    ['until 2026-12-01T14:15', '2026-12-01T13:15'],
    ['until 1 Dec', '2026-12-01T08:00'],
    ['until 1st of December, 10am', '2026-12-01T09:00'],
    ['until Dec 1', '2026-12-01T08:00'],
    ['until Tue, Dec 1st, 2026 at 10:00', '2026-12-01T09:00'],
    ['until 1.12.', '2026-12-01T08:00'],
    ['until 01.12.2026 18:00', '2026-12-01T17:00'],
    ['until 24.12', '2026-12-24T08:00'],
    ['until 12/25', '2026-12-25T08:00'],
    ['until 25/12/2026', '2026-12-25T08:00'],
    ['until 1/1', '2027-01-01T08:00'],
    ['until 10 jan', '2027-01-10T08:00'],
    ['until 14:00 UTC', '2026-11-20T14:00'],
    ['until tomorrow 9:00 America/New_York', '2026-11-21T14:00'],
  ])('“%s” is %s (UTC) for a person in Berlin', (term, expected) => expect(end(term)).toBe(expected))

  it.each([
    ...[
      '2x',
      '0h',
      '-1d',
      '−1d',
      '1.5 months',
      'until',
      'until yesterday',
      'until today',
      'until 25:00',
      'until 24:01',
    ],
    ...[
      'until 13pm',
      'until 0am',
      'until 9:60',
      'until 14',
      'until someday',
      'for a while',
      'until 14:00 CET',
    ],
    ...[
      'until -1d',
      'until next',
      'until friday acme',
      'until 32',
      'until end',
      'until december',
      'in 2 hours',
      '2h until friday',
    ],
  ])('“%s” is not understood', (term) => expect(end(term)).toBe('unknown'))

  it.each([
    ['until 31 february', 'no-such-date'],
    ['until 2026-02-30', 'no-such-date'],
    ['until 29 feb', 'no-such-date'],
    ['until 31.4.', 'no-such-date'],
    ['until 13/13', 'no-such-date'],
    ['until monday 1 dec', 'no-such-date'],
    ['until tuesday 4/12', 'no-such-date'],
    ['from 24 dec until 20 dec', 'ends-first'],
    ['from monday until tomorrow', 'ends-first'],
    ['from 1/12 until 99/99', 'no-such-date'],
    ['from 1/12 until someday', 'unknown'],
    ['until today 9:00', 'passed'],
    ['until 2020-01-01', 'passed'],
    ['until 19 nov', 'passed'],
    ['until this monday', 'passed'],
    ['9999d', 'too-far'],
    ['99999d', 'too-far'],
    ['999999999w', 'too-far'],
    ['until 2028-02-29', 'too-far'],
  ])('“%s” cannot be used: %s', (term, kind) => expect(end(term)).toBe(kind))

  it.each([
    ['until 12/1', friday, ['2027-01-12', '2026-12-01']],
    ['until 1.12', friday, ['2026-12-01 09:00', '2026-11-21 01:12']],
    ['until saturday midnight', friday, ['2026-11-21 0:00', '2026-11-21 24:00']],
    ['until next friday', wednesday, ['2026-11-20', '2026-11-27']],
    ['until next friday 18:00', wednesday, ['2026-11-20 18:00', '2026-11-27 18:00']],
    ['until 18:00 next friday', wednesday, ['2026-11-20 18:00', '2026-11-27 18:00']],
    ['until next friday at noon', wednesday, ['2026-11-20 noon', '2026-11-27 noon']],
    ['until end of next friday', wednesday, ['end of 2026-11-20', 'end of 2026-11-27']],
    ['until next friday utc', wednesday, ['2026-11-20 utc', '2026-11-27 utc']],
    [
      'until 1/12 6pm America/New_York',
      friday,
      ['2026-12-01 6pm america/new_york', '2027-01-12 6pm america/new_york'],
    ],
    ['until 1.12 utc', friday, ['2026-12-01 09:00 utc', '2026-11-21 01:12 utc']],
    [
      'from 1/12 midnight until 5/12',
      friday,
      ['from 2026-12-01 midnight until 5/12', 'from 2027-01-12 midnight until 5/12'],
    ],
    ['until saturday midnight utc', friday, ['2026-11-21 0:00 utc', '2026-11-21 24:00 utc']],
    [
      'from 1/12 until 5/12',
      friday,
      ['from 2026-12-01 until 2026-12-05', 'from 2027-01-12 until 2027-05-12'],
    ],
    [
      'from 1/12 18:00 to 5/12',
      friday,
      ['from 2026-12-01 18:00 until 2026-12-05', 'from 2027-01-12 18:00 until 2027-05-12'],
    ],
    ['from 1/12 for 3 days', friday, ['from 2026-12-01 for 3 days', 'from 2027-01-12 for 3 days']],
    [
      'from next friday to 31 dec',
      wednesday,
      ['from 2026-11-20 until 31 dec', 'from 2026-11-27 until 31 dec'],
    ],
    ['from 24 dec until 2/1', friday, ['from 24 dec until 2027-01-02', 'from 24 dec until 2027-02-01']],
    [
      'from 24 dec 8:00 until 2/1 10:00',
      friday,
      ['from 24 dec 8:00 until 2027-01-02 10:00', 'from 24 dec 8:00 until 2027-02-01 10:00'],
    ],
  ])('“%s” is refused if it can mean two times, and both are named', (term, now, readings) => {
    const found = read(term, 'Europe/Berlin', now)
    expect(found).toEqual({ problem: { kind: 'ambiguous', readings } })
    if ('until' in found) return
    const guesses = closestTerms(term, found)
    expect(guesses.map((guess) => end(guess, 'Europe/Berlin', now))).not.toContain('unknown')
    for (const reading of readings) expect(timeProblemWords(term, found.problem)).toContain(reading)
  })

  it('is one of the two days that it can mean, whichever suggestion is used, with the start, the time and the zone that were written', () => {
    const dayOrMonth = fc.integer({ min: 1, max: 12 })
    const iso = (month: number, day: number) => {
      const [thisYear, next] = [2026, 2027].map((year) =>
        new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10),
      )
      return (thisYear ?? '') >= '2026-11-21' ? thisYear : next
    }
    const written = fc.record({
      ...{
        one: dayOrMonth,
        other: dayOrMonth,
        from: fc.constantFrom('', 'from saturday 8:00 ', 'from sunday '),
      },
      ...{
        time: fc.constantFrom('', ' 18:00', ' 6pm', ' noon'),
        zoneOfTerm: fc.constantFrom('', ' utc', ' Asia/Tokyo'),
      },
      ...{ before: fc.constantFrom('', 'end of '), zone: fc.constantFrom(...zones) },
    })
    // Within 60 days after a date, its term is refused.
    const isOver = (day = '') => day > '2027-09-20'
    fc.assert(
      fc.property(written, ({ one, other, from, time, zoneOfTerm, before, zone }) => {
        const days = [iso(other, one), iso(one, other)]
        fc.pre(one !== other && !days.some(isOver))
        const at = before === '' ? time : ''
        const meanings = days.map((day) => read(`${from}until ${before}${day}${at}${zoneOfTerm}`, zone))
        const term = `${from}until ${before}${one}/${other}${at}${zoneOfTerm}`
        const found = read(term, zone)
        const guesses = 'problem' in found ? closestTerms(term, found) : []
        expect(guesses.map((guess) => read(guess, zone))).toEqual(meanings)
        expect(meanings.every((meaning) => 'until' in meaning)).toBe(true)
      }),
    )
  })

  it('is at nine o’clock on the clock of the person if the term is “until tomorrow”', () => {
    expect(end('until tomorrow', 'America/New_York')).toBe('2026-11-21T14:00')
    expect(end('until tomorrow', 'Asia/Tokyo')).toBe('2026-11-21T00:00')
    // The clocks of Berlin go back in the night before 25 October 2026.
    expect(end('until tomorrow', 'Europe/Berlin', Date.UTC(2026, 9, 24, 12))).toBe('2026-10-25T08:00')
  })

  it.each([
    ['until the coming monday', wednesday, '2026-11-23T08:00'],
    ['until end of the coming week', wednesday, '2026-11-29T23:00'],
    ['until the coming monday 18:00', Date.UTC(2026, 10, 23, 8), '2026-11-30T17:00'],
    ['until monday next week', Date.UTC(2026, 10, 23, 8), '2026-11-30T08:00'],
  ])('“%s” is never before the day on which it is written', (term, now, expected) =>
    expect(end(term, 'Europe/Berlin', now)).toBe(expected),
  )

  it('is over if its date was less than 60 days ago, also in the year before', () => {
    const january = Date.UTC(2027, 0, 2, 12)
    expect(end('until 30 dec', 'Europe/Berlin', january)).toBe('passed')
    expect(end('until 31.12.', 'Europe/Berlin', january)).toBe('passed')
    expect(end('until 3/11', 'Europe/Berlin', january)).toBe('ambiguous')
    expect(end('until 30 oct', 'Europe/Berlin', january)).toBe('2027-10-30T07:00')
    expect(end('from 28 dec until 4 jan', 'Europe/Berlin', january)).toBe('passed')
  })

  it.each(['from 1 jan until 31 dec', 'from 2027-01-15 until 31 dec', 'from 1.1. until 31.12.'])(
    '“%s” ends in the year in which it starts',
    (term) => expect(end(term, 'Europe/Berlin', Date.UTC(2026, 10, 29, 12))).toBe('2027-12-31T08:00'),
  )

  it('is at the same time of the day after days, and after exact hours, if the clocks change meanwhile', () => {
    const before = Date.UTC(2026, 9, 24, 12)
    expect(end('1d', 'Europe/Berlin', before)).toBe('2026-10-25T13:00')
    expect(end('24h', 'Europe/Berlin', before)).toBe('2026-10-25T12:00')
    // 2:30 does not exist in the night to 28 March 2027, and exists twice in the night to 25 October 2026.
    expect(end('until 28 march 2:30', 'Europe/Berlin', Date.UTC(2027, 2, 26))).toBe('2027-03-28T01:30')
    expect(end('until sunday 2:30', 'Europe/Berlin', before)).toBe('2026-10-25T01:30')
  })

  it('is what the clock of the person shows then, for each way to write a day and a time', () => {
    const two = (count: number) => String(count).padStart(2, '0')
    const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
    const dates: ((year: number, month: number, day: number) => string)[] = [
      (y, m, d) => `${y}-${two(m)}-${two(d)}`,
      (y, m, d) => `${d}.${m}.${y}`,
      (y, m, d) => `${d} ${months[m - 1]} ${y}`,
      (y, m, d) => `${months[m - 1]} ${d}, ${y}`,
      (y, m, d) => `${d}th of ${months[m - 1]} ${y}`,
    ]
    const times: ((hours: number, minutes: number) => string)[] = [
      (h, m) => `${h}:${two(m)}`,
      (h, m) => `at ${two(h)}:${two(m)}`,
      (h, m) => `${h % 12 === 0 ? 12 : h % 12}:${two(m)}${h < 12 ? 'am' : ' pm'}`,
    ]
    const shown = (at: number, timeZone: string) => {
      const parts = new Intl.DateTimeFormat('en-GB', {
        ...{
          timeZone,
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          hour: '2-digit',
          minute: '2-digit',
        },
        hourCycle: 'h23',
      }).formatToParts(at)
      return parts.map(({ type, value }) => (type === 'literal' ? ' ' : value)).join('')
    }
    // Noon and later, because no clock changes then.
    const hours = fc.integer({ min: 12, max: 23 })
    const written = fc.record({
      ...{ zone: fc.constantFrom(...zones), days: fc.integer({ min: 2, max: 364 }) },
      ...{ date: fc.constantFrom(...dates), time: fc.constantFrom(...times), isTimeFirst: fc.boolean() },
      ...{
        hours,
        minutes: fc.integer({ min: 0, max: 59 }),
        now: fc.integer({ min: friday, max: friday + 9e10 }),
      },
    })
    fc.assert(
      fc.property(written, ({ zone, days, date, time, isTimeFirst, hours, minutes, now }) => {
        const then = new Date(now + days * 24 * hour)
        const [y, m, d] = [then.getUTCFullYear(), then.getUTCMonth() + 1, then.getUTCDate()]
        const parts = [date(y, m, d), time(hours, minutes)]
        const found = readMoment((isTimeFirst ? parts.toReversed() : parts).join(' '), { now, zone })
        expect('at' in found && shown(found.at, zone)).toMatch(
          new RegExp(`^${two(d)} ${two(m)} ${y} +${two(hours)} ${two(minutes)}$`),
        )
      }),
    )
  })

  it('is read from any text without an exception, and lies in the future, at most a year ahead', () => {
    const parts = fc.constantFrom(
      ...[
        'until',
        'for',
        'from',
        'to',
        'in',
        'at',
        'on',
        'next',
        'this',
        'end of',
        'tomorrow',
        'mon',
        'week',
      ],
      ...[
        '9:00',
        '24:00',
        '2pm',
        'midnight',
        '2h',
        '3',
        'd',
        '2027-01-01',
        '31.2.',
        '12/1',
        'feb',
        '29',
        'UTC',
        '-1',
      ],
    )
    const terms = fc.oneof(
      fc.string(),
      fc.array(parts, { maxLength: 6 }).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(
        terms,
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 10_000 }),
        (term, zone, hours) => {
          const now = friday + hours * hour
          const found = readTerm(term, { now, zone })
          if ('problem' in found) {
            const guesses = closestTerms(term, found)
            expect(guesses).toHaveLength(2)
            for (const guess of guesses.flatMap((one) => settled(one, { now, zone })))
              expect(end(guess, zone, now)).not.toMatch(/^(?:unknown|ambiguous|no-such-date)$/)
            return
          }
          expect(found.from).toBeGreaterThanOrEqual(now)
          expect(found.until).toBeGreaterThan(found.from)
          expect(found.until - found.from).toBeLessThanOrEqual(366 * 24 * hour)
        },
      ),
    )
  })
})

describe('a text with a name and a term', () => {
  it.each([
    ['acme', 'acme', undefined],
    ['', '', undefined],
    ['2h', '', '2h'],
    ['until tomorrow', '', 'until tomorrow'],
    ['Acme brand 2h', 'Acme brand', '2h'],
    ['acme for 3 days', 'acme', 'for 3 days'],
    ['acme an hour', 'acme', 'an hour'],
    ['acme until monday 8:00', 'acme', 'until monday 8:00'],
    ['acme UNTIL Friday', 'acme', 'UNTIL Friday'],
    ['search for acme', 'search for acme', undefined],
    ['"until dawn"', 'until dawn', undefined],
    ['"acme 5g" 2h', 'acme 5g', '2h'],
    ["'Kim Lee' 2h", 'Kim Lee', '2h'],
    ["'t Hart 2h", "'t Hart", '2h'],
    ['"O\'Brien" -1d', "O'Brien", '-1d'],
    ["O'Brien -1d", "O'Brien", '-1d'],
    ['acme until next friday', 'acme', 'until next friday'],
    ['acme until Dawn', 'acme', 'until Dawn'],
    ['acme 99999d', 'acme', '99999d'],
    ['acme -1 day', 'acme', '-1 day'],
    ['acme in 2 hours', 'acme', 'in 2 hours'],
    ['acme until 2 hours', 'acme', 'until 2 hours'],
    ['acme 1d until friday', 'acme', '1d until friday'],
    ['acme until friday 2h', 'acme', 'until friday 2h'],
    ['acme from monday', 'acme', 'from monday'],
    ['Until Dawn until friday', 'Until Dawn', 'until friday'],
    ['Black Friday', 'Black Friday', undefined],
    ['Black Friday until friday', 'Black Friday', 'until friday'],
    ['Windows 11', 'Windows 11', undefined],
    ['acme from saturday 8:00 until monday 9:00', 'acme', 'from saturday 8:00 until monday 9:00'],
    ['"from berlin" until monday', 'from berlin', 'until monday'],
    ['from saturday until monday', '', 'from saturday until monday'],
    ['news from berlin', 'news from berlin', undefined],
    ['news from berlin until monday', 'news from berlin', 'until monday'],
  ])('%j has the name %j and the term %j', (text, name, term) =>
    expect(splitTerm(text)).toEqual({ name, ...(term === undefined ? {} : { term }) }),
  )

  it('is only a name if it is the whole name of something', () => {
    const isName = (text: string) => ['Until Dawn', 'acme 2h'].includes(text)
    expect(splitTerm('Until Dawn', { isName })).toEqual({ name: 'Until Dawn' })
    expect(splitTerm('acme 2h', { isName })).toEqual({ name: 'acme 2h' })
    expect(splitTerm('acme 2h 2h', { isName }).term).toBeDefined()
  })

  it('behind such a name is not longer than what follows the name', () => {
    const isName = (text: string) => ['48 Hours', 'acme 2h'].includes(text)
    expect(splitTerm('48 Hours 7 days', { isName })).toEqual({ name: '48 Hours', term: '7 days' })
    expect(splitTerm('acme 2h for 2h', { isName })).toEqual({ name: 'acme 2h', term: 'for 2h' })
    expect(splitTerm('48 hours 7 days')).toEqual({ name: '', term: '48 hours 7 days' })
  })

  it('is split so that no word is lost, and a name in a suggested line is read as this name', () => {
    const word = fc.constantFrom(
      'acme',
      'until',
      'Dawn',
      'friday',
      '2h',
      '-1d',
      'for',
      'in',
      'from',
      'to',
      'and',
      'Kim',
      "O'Brien",
    )
    const texts = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '))
    fc.assert(
      fc.property(texts, (text) => {
        const { name, term } = splitTerm(text)
        expect([name, term ?? ''].join(' ').trim()).toBe(text)
        expect(splitTerm(nameInLine(text))).toEqual({ name: text })
        expect(splitTerm(`${nameInLine(text)} until tomorrow 9:00`)).toMatchObject({ name: text })
      }),
    )
  })
})

it.each([
  ['2x', ['2h', '2d']],
  ['until tomorow', ['until tomorrow', 'until tomorrow 9:00']],
  ['until wendesday', ['until wednesday', 'until tomorrow 9:00']],
  ['99999d', ['until tomorrow 9:00', '2h']],
  ['90 sec', ['until tomorrow 9:00', '2h']],
  ['90s', ['until tomorrow 9:00', '2h']],
])('two terms that are understood are suggested for “%s”', (term, guesses) => {
  const found = read(term)
  expect('problem' in found && closestTerms(term, found)).toEqual(guesses)
})

it.each([
  ['30d', 30],
  ['two weeks', 14],
  ['a day', 1],
  ['2h', undefined],
  ['a month', undefined],
  ['acme', undefined],
])('“%s” is a number of whole days: %j', (written, days) => expect(daysIn(written)).toBe(days))

describe('a span of time', () => {
  const span = (term: string, now = friday) => {
    const found = read(term, 'Europe/Berlin', now)
    return 'from' in found ? [minute(found.from), minute(found.until)] : undefined
  }
  it.each([
    ['from saturday 8:00 until monday 9:00', '2026-11-21T07:00', '2026-11-23T08:00'],
    ['From Saturday at 8:00 till Monday', '2026-11-21T07:00', '2026-11-23T08:00'],
    ['from monday until friday', '2026-11-23T08:00', '2026-11-27T08:00'],
    ['from 2026-12-24 until 2027-01-02 10:00', '2026-12-24T08:00', '2027-01-02T09:00'],
    ['from 18:00 for 3 hours', '2026-11-20T17:00', '2026-11-20T20:00'],
    ['from 24 dec to 2 jan', '2026-12-24T08:00', '2027-01-02T08:00'],
    ['from 24.12. – 2.1.', '2026-12-24T08:00', '2027-01-02T08:00'],
    ['from tomorrow 22:00 until 6:00', '2026-11-21T21:00', '2026-11-22T05:00'],
    ['until monday', '2026-11-20T12:00', '2026-11-23T08:00'],
    ['2h', '2026-11-20T12:00', '2026-11-20T14:00'],
  ])('“%s” begins and ends for a person in Berlin at these times (UTC)', (term, from, until) =>
    expect(span(term)).toEqual([from, until]),
  )

  it.each([
    'from 20 nov until 5 dec',
    'from 20.11. to 5.12.',
    'from today until 5 dec',
    'from this friday until 5 dec',
  ])('“%s” begins now if it is written on this day', (term) => {
    expect(span(term)).toEqual(['2026-11-20T12:00', '2026-12-05T08:00'])
    expect(span(term, Date.UTC(2026, 10, 20, 6))).toEqual(['2026-11-20T06:00', '2026-12-05T08:00'])
  })

  it('begins now if one of the two meanings of its start is this day', () => {
    expect(span('from 28.11 until 5 dec', Date.UTC(2026, 10, 28, 12))?.[0]).toBe('2026-11-28T12:00')
    const now = Date.UTC(2026, 11, 1, 12)
    for (const term of ['from 1/12 until 20 jan', 'from 1.12 until 20 jan']) {
      const found = read(term, 'Europe/Berlin', now)
      const [first = ''] = 'problem' in found ? closestTerms(term, found) : []
      expect(span(first, now)).toEqual(['2026-12-01T12:00', '2027-01-20T08:00'])
    }
  })

  it.each([
    ['from tomorrow until tomorrow 18:00', '2026-11-21T08:00', '2026-11-21T17:00'],
    ['from tomorrow until the day after tomorrow', '2026-11-21T08:00', '2026-11-22T08:00'],
  ])('“%s” counts the days from the day on which it is written', (term, from, until) =>
    expect(span(term)).toEqual([from, until]),
  )

  it('has an hour more or less if the clocks change within it', () => {
    const [from = '', until = ''] =
      span('from saturday 8:00 until sunday 8:00', Date.UTC(2026, 9, 23, 12)) ?? []
    expect([from, until]).toEqual(['2026-10-24T06:00', '2026-10-25T07:00'])
  })

  it('begins at the first and ends at the second of two equal times of the clocks', () => {
    const saturday = Date.UTC(2026, 9, 24, 12)
    expect(span('from sunday 2:30 until sunday 4:00', saturday)?.[0]).toBe('2026-10-25T00:30')
    expect(span('from saturday 20:00 until sunday 2:30', saturday)?.[1]).toBe('2026-10-25T01:30')
    const between = Date.UTC(2026, 9, 25, 0, 45)
    for (const term of ['from 2:30 for 2 hours', 'from sunday 2:30 for 2 hours'])
      expect(span(term, between)).toEqual(['2026-10-25T01:30', '2026-10-25T03:30'])
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
