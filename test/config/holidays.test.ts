import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readCalendarFile, readWorkCalendar } from '../../src/config/calendar.ts'
import { holidaysOf } from '../../src/config/holidays.ts'
import { readConfigurationOnly } from '../../src/config/settings.ts'

const calendarOf = (...events: string[][]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Calendar//EN'],
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')

const dayMs = 86_400_000

function holidaysIn(text: string, year: number): string[] {
  const isHoliday = holidaysOf([{ path: 'holidays.ics', text }], { thisYear: 2026, timezone: 'UTC' })
  const found: string[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += dayMs) {
    const date = new Date(at).toISOString().slice(0, 10)
    if (isHoliday(date)) found.push(date.slice(5))
  }
  return found
}

const newYork = [
  ...['BEGIN:VTIMEZONE', 'TZID:Custom New York', 'BEGIN:STANDARD', 'DTSTART:20201101T020000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:20200308T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'],
  ...['TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]

describe('the holidays of a calendar file', () => {
  it.each([
    ['an event of one day', [['UID:1', 'DTSTART;VALUE=DATE:20260501']], ['05-01']],
    ['an event without VALUE=DATE', [['UID:1', 'DTSTART:20260501']], ['05-01']],
    [
      'several days, without the day of DTEND',
      [['UID:1', 'DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260503']],
      ['05-01', '05-02'],
    ],
    ['a duration', [['UID:1', 'DTSTART;VALUE=DATE:20260501', 'DURATION:P3D']], ['05-01', '05-02', '05-03']],
    [
      'a rule with an exception',
      [
        [
          'UID:1',
          'DTSTART;VALUE=DATE:20200501',
          'RRULE:FREQ=MONTHLY;UNTIL=20260601',
          'EXDATE;VALUE=DATE:20260301',
        ],
      ],
      ['01-01', '02-01', '04-01', '05-01', '06-01'],
    ],
    [
      'a rule by weekday',
      [['UID:1', 'DTSTART;VALUE=DATE:20250901', 'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=1MO']],
      ['09-07'],
    ],
    [
      'additional dates',
      [['UID:1', 'DTSTART;VALUE=DATE:20260501', 'RDATE;VALUE=DATE:20260605,20260612']],
      ['05-01', '06-05', '06-12'],
    ],
    [
      'a date of a series that was moved',
      [
        ['UID:1', 'DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=DAILY;COUNT=3'],
        ['UID:1', 'DTSTART;VALUE=DATE:20260510', 'RECURRENCE-ID;VALUE=DATE:20260502'],
      ],
      ['05-01', '05-03', '05-10'],
    ],
    [
      'two events with one UID, and one without',
      [
        ['UID:1', 'DTSTART;VALUE=DATE:20260501'],
        ['UID:1', 'DTSTART;VALUE=DATE:20260502'],
        ['DTSTART;VALUE=DATE:20260503'],
      ],
      ['05-01', '05-02', '05-03'],
    ],
    [
      'an event that began in another year',
      [['UID:1', 'DTSTART;VALUE=DATE:20241220', 'DTEND;VALUE=DATE:20260103']],
      ['01-01', '01-02'],
    ],
    ['a cancelled event not', [['UID:1', 'DTSTART;VALUE=DATE:20260501', 'STATUS:CANCELLED']], []],
    [
      'times from midnight to midnight in their zone',
      [['UID:1', 'DTSTART;TZID=Europe/Berlin:20260501T000000', 'DTEND;TZID=Europe/Berlin:20260503T000000']],
      ['05-01', '05-02'],
    ],
    [
      'times in a zone with the name that Windows uses, each year',
      [
        [
          ...['UID:1', 'DTSTART;TZID=W. Europe Standard Time:20200501T000000'],
          ...['DTEND;TZID=W. Europe Standard Time:20200502T000000', 'RRULE:FREQ=YEARLY'],
        ],
      ],
      ['05-01'],
    ],
    [
      'times that end with a moment in their zone',
      [
        [
          ...[
            'UID:1',
            'DTSTART;TZID=Europe/Berlin:20260501T000000',
            'DTEND;TZID=Europe/Berlin:20260502T000000',
          ],
          'RRULE:FREQ=DAILY;UNTIL=20260502T220000Z',
        ],
      ],
      ['05-01', '05-02', '05-03'],
    ],
    [
      'a series without the day that was moved to some hours',
      [
        ['UID:1', 'DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=DAILY;COUNT=3'],
        ['UID:1', 'DTSTART:20260502T090000Z', 'RECURRENCE-ID;VALUE=DATE:20260502'],
      ],
      ['05-01', '05-03'],
    ],
    [
      'an event of some hours not',
      [['UID:1', 'DTSTART:20260501T090000Z', 'DTEND:20260501T170000Z', 'RRULE:FREQ=HOURLY']],
      [],
    ],
    [
      'the days that others see as free, as public holidays are',
      [['UID:1', 'DTSTART;VALUE=DATE:20260501', 'TRANSP:TRANSPARENT']],
      ['05-01'],
    ],
  ])('have %s', (_, events, dates) => expect(holidaysIn(calendarOf(...events), 2026)).toEqual(dates))

  it('have times of a time zone that the file defines itself, across a change of the clocks', () => {
    const [head = '', ...rest] = calendarOf([
      ...['UID:1', 'DTSTART;TZID=Custom New York:20260308T000000'],
      'DTEND;TZID=Custom New York:20260309T000000',
    ]).split('\r\n')
    expect(holidaysIn([head, ...newYork, ...rest].join('\r\n'), 2026)).toEqual(['03-08'])
  })

  it('are read from lines that continue, with any line ends and a byte order mark', () => {
    const text =
      '\ufeffBEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:May\n  day: a\n\tb\nDTSTART;VALUE=DA\n TE:20260501\nEND:VEVENT\nEND:VCALENDAR\n'
    expect(holidaysIn(text, 2026)).toEqual(['05-01'])
  })

  it('repeat in years far away', () => {
    const text = calendarOf(['UID:1', 'DTSTART;VALUE=DATE:20201225', 'RRULE:FREQ=YEARLY'])
    expect([holidaysIn(text, 2019), holidaysIn(text, 2040)]).toEqual([[], ['12-25']])
  })

  it('are the same in any time zone of the machine', () => {
    const text = calendarOf(
      ['UID:1', 'DTSTART;VALUE=DATE:20200329', 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20270329'],
      ['UID:2', 'DTSTART;TZID=Asia/Tokyo:20260501T000000', 'DTEND;TZID=Asia/Tokyo:20260502T000000'],
    )
    const program = `
      import { holidaysOf } from ${JSON.stringify(`${process.cwd()}/src/config/holidays.ts`)}
      const isHoliday = holidaysOf([{ path: '', text: ${JSON.stringify(text)} }], { thisYear: 2026, timezone: 'UTC' })
      const dates = ['2026-03-28', '2026-03-29', '2026-03-30', '2027-03-29', '2026-04-30', '2026-05-01', '2026-05-02']
      console.log(dates.filter(isHoliday).join())`
    for (const TZ of ['America/Los_Angeles', 'Pacific/Auckland', 'Europe/Berlin'])
      expect(
        spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
          env: { ...process.env, TZ },
          encoding: 'utf8',
        }).stdout.trim(),
      ).toBe('2026-03-29,2026-05-01')
  })
})

describe('a calendar file that cannot be used', () => {
  const errorOf = (text: string) => readCalendarFile('holidays.ics', () => Buffer.from(text))
  const event = (...lines: string[]) => calendarOf(['UID:1', ...lines])
  it.each([
    ['it is empty', '', 'line 1: this is no calendar: its first line must be BEGIN:VCALENDAR'],
    [
      'it is a web page',
      '<!doctype html>\n<title>Sign in</title>',
      'line 1: this is no calendar: its first line must be BEGIN:VCALENDAR',
    ],
    [
      'its end is missing',
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260501\n',
      'line 2: BEGIN:VEVENT has no END:VEVENT; perhaps the end of the file is missing',
    ],
    [
      'an event is not closed',
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260501\nEND:VCALENDAR\n',
      'line 4: END:VCALENDAR is here, but BEGIN:VEVENT of line 2 is still open',
    ],
    [
      'a line is not understood',
      event('DTSTART;VALUE=DATE:20260501', 'May day'),
      "line 7: expected NAME:VALUE, and found 'May day'",
    ],
    ['an event has no start', event('SUMMARY:May day'), 'line 4: this event has no DTSTART'],
    [
      'a date does not exist',
      event('DTSTART;VALUE=DATE:20260230'),
      "line 6: DTSTART: '20260230' is no date (such as 20261225) and no time (such as 20261225T090000Z)",
    ],
    [
      'an exception is no date',
      event('DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20270501,soon'),
      "line 8: EXDATE: 'soon' is no date (such as 20261225) and no time (such as 20261225T090000Z)",
    ],
    [
      'an event ends before it begins',
      event('DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260401'),
      'line 7: this event ends before it begins',
    ],
    [
      'an event has two starts',
      event('DTSTART;VALUE=DATE:20260501', 'DTSTART;VALUE=DATE:20260502'),
      'line 7: this event has DTSTART twice, first in line 6',
    ],
    [
      'a rule has no frequency',
      event('DTSTART;VALUE=DATE:20260501', 'RRULE:COUNT=3'),
      'line 7: RRULE: FREQ is missing (such as FREQ=YEARLY)',
    ],
    [
      'a rule is not understood',
      event('DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=YEARLY;BYMONTH=13'),
      "line 7: RRULE: 'BYMONTH=13' is not understood",
    ],
    [
      'something follows its end',
      `${event('DTSTART:20260501')}BEGIN:VEVENT\n`,
      "line 9: 'BEGIN:VEVENT' is behind the end of the calendar",
    ],
  ])('says so with the line if %s', (_, text, error) => expect(errorOf(text)).toEqual({ error }))

  it('says so if it is not UTF-8, or too large', () => {
    expect(readCalendarFile('a.ics', () => Buffer.from([0x42, 0x0a, 0xff]))).toEqual({
      error: 'line 2: a character is not UTF-8: save the file as UTF-8',
    })
    expect(readCalendarFile('a.ics', () => Buffer.alloc(2_000_001))).toEqual({
      error: 'it is larger than 2 MB',
    })
  })
})

describe('the files of `calendar`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-calendar-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const read = () => readConfigurationOnly({ CONFIG_FILE: join(folder, 'overheard.yaml') })

  it('are beside the configuration file, and add to the dates', async () => {
    write('overheard.yaml', 'calendar: [public.ics, 2026-12-31]')
    write('public.ics', calendarOf(['UID:1', 'DTSTART;VALUE=DATE:20261225']))
    const { isHoliday } = await readWorkCalendar(read(), Date.parse('2026-11-23'))
    expect(['2026-12-24', '2026-12-25', '2026-12-31'].map(isHoliday)).toEqual([false, true, true])
  })

  it('are errors of the configuration if they are missing or broken', () => {
    write('overheard.yaml', 'calendar: [missing.ics, broken.ics]')
    write('broken.ics', 'BEGIN:VCALENDAR\nhello\n')
    expect(read).toThrow(
      "line 1: calendar: missing.ics: there is no such file or folder\n  line 1: calendar: broken.ics: line 2: expected NAME:VALUE, and found 'hello'",
    )
  })
})
