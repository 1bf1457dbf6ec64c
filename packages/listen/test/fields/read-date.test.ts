import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDate } from '../../src/fields/read-date.ts'

const iso = (text: string) => {
  const time = readDate(text)
  return time === undefined ? undefined : new Date(time).toISOString()
}

describe('the months of feeds', () => {
  it.each(
    'ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik'
      .split(' ')
      .map((name, place) => [name, place] as const),
  )('may be Turkish without its letters: %s', (name, place) => {
    const expected = new Date(Date.UTC(2026, place, 5, 14, 30)).toISOString()
    for (const written of [name, name.toUpperCase()]) expect(iso(`05 ${written} 2026 14:30`)).toBe(expected)
  })

  it.each(
    'en de fr es it pt nl ru uk pl cs sv da nb fi tr ro hu el id ca bg sk sl et lv lt ar he sr mk be gl eu is af hr ga gd gv lu'.split(
      ' ',
    ),
  )('may be in capitals: %s', (language) => {
    for (const month of ['long', 'short'] as const) {
      const form = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' })
      for (let place = 0; place < 12; place += 1) {
        const parts = form.formatToParts(Date.UTC(2026, place, 5))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        for (const capitals of [name.toUpperCase(), name.toLocaleUpperCase(language)])
          expect(iso(`5 ${capitals} 2026`)).toBe(iso(`5 ${name} 2026`))
      }
    }
  })
})

describe('the times of feeds', () => {
  it.each([
    ['Thu, 01 Jan 2004 19:48:21 GMT', '2004-01-01T19:48:21.000Z'],
    ['Thu, 01 Jan 04 19:48:21 GMT', '2004-01-01T19:48:21.000Z'],
    ['01 Jan 2004 19:48 UT', '2004-01-01T19:48:00.000Z'],
    ['Fri,24 Nov 2023 18:28:36 -0000', '2023-11-24T18:28:36.000Z'],
    ['Mon, 13 Feb, 2012 06:28:00 UTC', '2012-02-13T06:28:00.000Z'],
    ['Thu, 1 January 2004 19:48:21 EST', '2004-01-02T00:48:21.000Z'],
    ['Thu, 30 Apr 2015 08:57:00 MEST', '2015-04-30T06:57:00.000Z'],
    ['Mon, 20 Nov 2023 10:00:00 GMT+02:00', '2023-11-20T08:00:00.000Z'],
    ['Mon, 20 Nov 2023 10:00:00 +0100 (CET)', '2023-11-20T09:00:00.000Z'],
    ['Mon, 20 Nov 2023', '2023-11-20T00:00:00.000Z'],
    ['  Mon,  20 Nov 2023\n10:00:00 GMT ', '2023-11-20T10:00:00.000Z'],
    ['Xyzday, 20 Nov 2023 10:00:00 GMT', '2023-11-20T10:00:00.000Z'],
    ['Пн, 30 июл 2018 10:00:00 +0300', '2018-07-30T07:00:00.000Z'],
    ['Κυρ, 11 Ιούλ 2004 12:00:00 EST', '2004-07-11T17:00:00.000Z'],
    ['Di, 5. März 2024 10:00:00 +0100', '2024-03-05T09:00:00.000Z'],
    ['Published: 28 November 2026', '2026-11-28T00:00:00.000Z'],
    ['10:00, 28 November 2026 (UTC)', '2026-11-28T10:00:00.000Z'],
    ['2026. 11. 28. 10:00', '2026-11-28T10:00:00.000Z'],
    ['28 tháng 11 năm 2026', '2026-11-28T00:00:00.000Z'],
    ['28. новембар 2026.', '2026-11-28T00:00:00.000Z'],
    ['3 de enero de 2024', '2024-01-03T00:00:00.000Z'],
    ['Jan 5, 2024 7:48 PM', '2024-01-05T19:48:00.000Z'],
    ['Sun Jan  4 16:29:06 2004', '2004-01-04T16:29:06.000Z'],
    ['Thu Aug 30 2012 17:26:16 +0200', '2012-08-30T15:26:16.000Z'],
    ['Fri, 2006/09/15 08:19:53 EDT', '2006-09-15T12:19:53.000Z'],
    ['2003-12-31T10:14:55Z', '2003-12-31T10:14:55.000Z'],
    ['2003-12-31T10:14:55.1234+01:00', '2003-12-31T09:14:55.123Z'],
    ['2003-12-31t10:14:55,5z', '2003-12-31T10:14:55.500Z'],
    ['2003-12-31 10:14:55 -0800', '2003-12-31T18:14:55.000Z'],
    ['2003-12-31T10:14', '2003-12-31T10:14:00.000Z'],
    ['2003-12-31', '2003-12-31T00:00:00.000Z'],
    ['2003-12', '2003-12-01T00:00:00.000Z'],
    ['2003', '2003-01-01T00:00:00.000Z'],
    ['20031231', '2003-12-31T00:00:00.000Z'],
    ['20031231T101455Z', '2003-12-31T10:14:55.000Z'],
    ['2003-335', '2003-12-01T00:00:00.000Z'],
    ['2003-012-31T10:14:55+00:00', '2003-12-31T10:14:55.000Z'],
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    ['1700000000000', '2023-11-14T22:13:20.000Z'],
  ])('reads %j', (text, expected) => expect(iso(text)).toBe(expected))

  it.each([
    '2026-11-20 02:00:00 America/Los_Angeles',
    '2026-11-20T11:00:00+01:00[Europe/Berlin]',
    '2026-11-20T11:00:00[Europe/Berlin]',
    'Fri, 20 Nov 2026 02:00:00 PST8PDT',
    'November 20, 2026 at 10:00AM',
    'November 20, 2026 at 10:00 a.m.',
    'November 20th, 2026 10 AM',
    '20 Nov 2026 10:00 Uhr',
    '20.11.2026 10:00',
    '20.11.2026, 10.00 Uhr',
    '20. 11. 2026 10:00',
    '20/11/2026 10:00',
    '11/20/2026 10:00 AM',
    '11/20/2026, 10:00:00 AM',
    '20-11-2026 10:00:00',
    '20-Nov-2026 10:00:00',
    '20/Nov/2026:10:00:00 +0000',
    '20Nov2026 10:00',
    'Nov-20-2026 10:00',
    '2026-Nov-20 10:00',
    '2026 Nov 20 10:00',
    '2026 November 20, 10:00',
    "20 Nov '26 10:00",
    '20-Nov-26 10:00',
    '10:00, 20 November 2026',
    '10:00 UTC 20 November 2026',
    '10:00 on Friday, November 20, 2026',
    '10:00 20.11.2026',
    '10:00 2026-11-20',
    '10:00 AM, Nov 20, 2026',
    'Fri Nov 20 10:00:00 UTC 2026',
    'Fri Nov 20 2026 11:00:00 GMT+0100 (Central European Standard Time)',
    'Fri, 20 Nov 2026 10:00:00 UTC+0',
    'Fri, 20 Nov 2026 12:00:00 UTC+2',
    'Fri, 20 Nov 2026 05:00:00 ET',
    'November 20, 2026 2:00 AM Pacific Time',
    'November 20, 2026 2:00 AM Pacific Standard Time',
    'Nov 20, 2026 5:00 am (EST)',
    'Nov 20, 2026 5:00 am (America/New_York)',
    '2026年11月20日 10:00',
    '2026年11月20日10時00分',
    '2026年11月20日（金）10:00',
    '2026年11月20日 星期五 上午10:00',
    '2026년 11월 20일 오전 10:00',
    '2026-11-20T10Z',
    '20261120T1000Z',
    '20261120T100000.000Z',
    '202611201000',
    '20261120100000',
    'vendredi 20 novembre 2026 à 10h00',
    'le 20 novembre 2026 à 10h',
    '20 de noviembre de 2026 a las 10:00',
    'sexta-feira, 20 de novembro de 2026 às 10:00',
    'Freitag, den 20. November 2026 um 10:00 Uhr',
    '20 ноября 2026 г. в 10:00',
    '20 ноября 2026, 10:00',
    '20 november 2026 kl. 10.00',
    'fredag den 20 november 2026 10:00',
    '20 نوفمبر 2026 10:00',
    '٢٠ نوفمبر ٢٠٢٦ ١٠:٠٠',
    '1795168800000000',
    '1795168800000000000',
    '@1795168800',
    '2026-11-20T10:00:00−00:00',
    '2026-11-20 10:00:00 +00:00',
    '2026-11-20 10:00:00.000000+00:00',
    '2026-11-20 at 10:00',
    '2026-11-20 - 10:00',
    '2026-11-20, 10:00',
    '2026.11.20 10:00',
    'Friday 20th November 2026 10:00am',
    'Friday, 20 November 2026, 10:00',
    'Fri 20 Nov 2026 10:00',
    'Fri, Nov 20, 2026 at 10:00 AM',
    'Fri, Nov 20, 2026 | 10:00',
    '20 Nov, 2026 10:00',
    'Nov 20 2026 10:00:00:000AM',
    '2026-11-20T10:00:00 UTC',
    '2026-11-20T10:00:00 (UTC)',
    '20 Nov 2026 10:00:00 Z',
    '20 Nov 2026 10:00 GMT+00:00',
    '2026-11-20T10:00:00+0000',
    '2026-11-20T10:00:00+00',
    '2026-11-20T10:00:00.000Z[UTC]',
    '20 ΝΟΕ 2026 10:00',
    '2026-11-20T10:00:00,000+00:00',
    '20-11-2026T10:00:00Z',
    '2026/11/20T10:00:00Z',
    'Fri, 20 Nov 2026 10:00:00 +0000 UTC',
    '2026-11-20 10:00:00 +0000 UTC',
    '2026-11-20 11:00:00 +0100 CET',
    '2026-11-20T10:00:00+00:00Z',
  ])('reads %j as ten o’clock', (text) => expect(iso(text)).toBe('2026-11-20T10:00:00.000Z'))

  it.each([
    ['5 November 2025 - 09:01', '2025-11-05T09:01:00.000Z'],
    ['2020/1/10 14:03:00', '2020-01-10T14:03:00.000Z'],
    ['2026-07-20T12:00:00 Europe/Berlin', '2026-07-20T10:00:00.000Z'],
    ['05/05/2026 10:00', '2026-05-05T10:00:00.000Z'],
    ['Mon, 20 Jul 2026 06:00:00 ET', '2026-07-20T10:00:00.000Z'],
    ['2026年11月20日 下午2:30', '2026-11-20T14:30:00.000Z'],
    ['2026년 11월 20일 오후 2시 30분', '2026-11-20T14:30:00.000Z'],
    ['2026-W47-5', '2026-11-20T00:00:00.000Z'],
    ['1er novembre 2026', '2026-11-01T00:00:00.000Z'],
    ['/Date(1795168800000)/', '2026-11-20T10:00:00.000Z'],
    ['1795168800', '2026-11-20T10:00:00.000Z'],
    ['1795168800.5', '2026-11-20T10:00:00.500Z'],
    ['2026-11-20 10:00 PM', '2026-11-20T22:00:00.000Z'],
    ['2026-11-20T24:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-20Z', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20-08:00', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20+01:00', '2026-11-19T23:00:00.000Z'],
    ['Nov 20, 2026 10:00 AM EST', '2026-11-20T15:00:00.000Z'],
    ['20 Nov 2026 10:00 Asia/Ho_Chi_Minh', '2026-11-20T03:00:00.000Z'],
    ['20 Nov 2026 10:00 America/Argentina/Buenos_Aires', '2026-11-20T13:00:00.000Z'],
    ['20 Nov 2026 10:00 Etc/GMT+5', '2026-11-20T15:00:00.000Z'],
    ['20 Nov 2026 10:00 Asia/Kolkata', '2026-11-20T04:30:00.000Z'],
    ['20 Nov 2026 10:00 Japan', '2026-11-20T01:00:00.000Z'],
    ['2026-11-20 10:00:00 Mountain Time', '2026-11-20T17:00:00.000Z'],
    ['20 Nov 2026 10:00 pm', '2026-11-20T22:00:00.000Z'],
    ['12:00 am Nov 20, 2026', '2026-11-20T00:00:00.000Z'],
    ['Nov 20, 2026, 12:00 PM', '2026-11-20T12:00:00.000Z'],
    ['Nov. 20, 2026', '2026-11-20T00:00:00.000Z'],
    ['Sept. 5, 2026', '2026-09-05T00:00:00.000Z'],
    ['November 2026', '2026-11-01T00:00:00.000Z'],
    ['2026-11-28T10', '2026-11-28T10:00:00.000Z'],
    ['2026-11-28T10+02:00', '2026-11-28T08:00:00.000Z'],
    ['28 พฤศจิกายน 2569', '2026-11-28T00:00:00.000Z'],
    ['28 พ.ย. 2569 10:30 น.', '2026-11-28T10:30:00.000Z'],
    ['วันเสาร์ที่ ๒๘ พฤศจิกายน พ.ศ. ๒๕๖๙ เวลา ๑๐:๓๐ น.', '2026-11-28T10:30:00.000Z'],
    ['28 มิ.ย. 2026', '2026-06-28T00:00:00.000Z'],
    ['令和8年11月28日', '2026-11-28T00:00:00.000Z'],
    ['令和元年5月1日', '2019-05-01T00:00:00.000Z'],
    ['中華民國115年11月28日', '2026-11-28T00:00:00.000Z'],
  ])('reads %j in its layout', (text, expected) => expect(iso(text)).toBe(expected))

  it.each([
    '',
    'yesterday',
    '05/06/2026 10:00',
    '20.11.26',
    '11/12',
    '10:00',
    'Friday',
    '25:00 20 Nov 2026',
    '2026-13-01',
    '32.01.2026',
    '13/13/2026',
    '2024-02-30',
    '2003-12-31T25:14:55Z',
    '2003-12-31T10:61:55Z',
    '2013-01-28T11:30:00-06:00Textra',
    'Sun, 16 Dec 2012 1:2:3:4 GMT',
    'Sun, 16 zzz 2012 11:47:32 GMT',
    'Sun, 99 Jun 2009 12:00:00 GMT',
    '9999-12-31T23:59:59-99:99',
    '22013',
    '2026-11-28T',
    '2026-11-28T25',
    '28 ก.พ. 69',
    '115-11-28',
  ])('does not guess what %j means', (text) => expect(iso(text)).toBeUndefined())

  it.each(['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'takes %j for a program that has no time',
    (text) => expect(iso(text)).toBeUndefined(),
  )
})

const time = fc
  .date({ min: new Date('1974-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.setUTCMilliseconds(0))
const two = (number: number) => String(number).padStart(2, '0')
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** All languages with a code of two letters whose names of months the runtime knows. */
const languages = Intl.DateTimeFormat.supportedLocalesOf(
  letters.flatMap((first) => letters.map((second) => first + second)),
)
/** Other languages have these names, or their beginnings, for other months. */
const shared = new Set([
  ...['hr listopad', 'hr listopada', 'hr lis', 'hr lip', 'hr srp'],
  ...['lu Lut', 'lu Lun', 'st Jan', 'st Kol'],
])

/** Long, short, and as beside a day. */
function namesOfMonths(language: string): { name: string; month: number }[] {
  const forms = (['long', 'short'] as const).flatMap((month) => [
    { month },
    { month, day: 'numeric' } as const,
  ])
  return forms.flatMap((form) => {
    const format = new Intl.DateTimeFormat(language, { ...form, calendar: 'gregory', timeZone: 'UTC' })
    return months.flatMap((_, place) => {
      const parts = format.formatToParts(Date.UTC(2026, place, 15))
      const name = parts.find(({ type }) => type === 'month')?.value ?? ''
      return /\p{L}/u.test(name) ? [{ name, month: place + 1 }] : []
    })
  })
}
const monthOf = (name: string) => {
  const found = readDate(`15 ${name} 2026`)
  return found === undefined ? undefined : new Date(found).getUTCMonth() + 1
}

describe('the name of a month', () => {
  it('of no language is read as another month, unless another language has it for that one', () => {
    expect(languages.length).toBeGreaterThan(100)
    const wrong = languages.flatMap((language) =>
      namesOfMonths(language).flatMap(({ name, month }) => {
        const read = monthOf(name)
        const isWrong = read !== undefined && read !== month && !shared.has(`${language} ${name}`)
        return isWrong ? [`${language} ${name}: ${month} is read as ${read}`] : []
      }),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ['5. marraskuuta 2026', '2026-11-05T00:00:00.000Z'],
    ['Ke, 05 marras 2026 09:01:00 +0200', '2026-11-05T07:01:00.000Z'],
    ['15. lipnja 2026', '2026-06-15T00:00:00.000Z'],
    ['15. srpnja 2026', '2026-07-15T00:00:00.000Z'],
    ['15 มี.ค. 2569', '2026-03-15T00:00:00.000Z'],
    ['15 Meitheamh 2026', '2026-06-15T00:00:00.000Z'],
  ])('is not cut to that of another language: %j', (text, expected) => expect(iso(text)).toBe(expected))

  it.each([
    ['Sept', 9],
    ['Novemb', 11],
    ['decembar', 12],
    ['Januray', 1],
  ])('may be cut off or go on in another way: %s', (name, month) => expect(monthOf(name)).toBe(month))
})

/** Layouts of a time in UTC. */
const layouts: Record<string, (date: Date) => string> = {
  iso: (date) => date.toISOString(),
  rfc822: (date) => date.toUTCString(),
  text: (date) => date.toString(),
  seconds: (date) => String(date.getTime() / 1000),
  points: (date) =>
    `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()} ${clockOf(date)}`,
  slashes: (date) =>
    `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()} ${clockOf(date)}`,
  words: (date) =>
    `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()} - ${clockOf(date)}`,
  american: (date) =>
    `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()} at ${halfDay(date)}`,
  clockFirst: (date) =>
    `${clockOf(date)} ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
  chinese: (date) =>
    `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日 ${clockOf(date)}`,
}
const clockOf = (date: Date) =>
  [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
const halfDay = (date: Date) =>
  `${date.getUTCHours() % 12 || 12}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}${date.getUTCHours() < 12 ? 'AM' : 'PM'}`

describe('any time', () => {
  it.each(Object.keys(layouts))('is read back from the layout %s', (name) =>
    fc.assert(
      fc.property(time, (given) => {
        expect(readDate(layouts[name]?.(new Date(given)))).toBe(given)
      }),
    ),
  )

  it('is read back from a local time with the name of its zone, unless that time occurs twice', () => {
    const zone = fc.constantFrom(
      'America/Los_Angeles',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'America/Argentina/Buenos_Aires',
      'Etc/GMT+5',
    )
    fc.assert(
      fc.property(time, zone, (given, name) => {
        const local = (at: number) => `${new Date(at).toLocaleString('sv', { timeZone: name })} ${name}`
        const found = readDate(local(given))
        expect(found === undefined ? undefined : local(found)).toBe(local(given))
      }),
    )
  })

  it('is left alone between slashes if the day could be the month', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 12 }), (day, month) => {
        const isClear = day > 12 || day === month
        fc.pre(day <= 28)
        const expected = isClear ? Date.UTC(2026, month - 1, day) : undefined
        expect(readDate(`${day}/${month}/2026`)).toBe(expected)
        expect(readDate(`${month}/${day}/2026`)).toBe(expected)
      }),
    ))
})
