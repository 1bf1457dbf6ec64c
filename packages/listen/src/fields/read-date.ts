/** Before this, a time comes from a program that has none. */
const earliest = Date.UTC(1971)
const latest = Date.UTC(9999)
const maxLength = 100

/**
 * Reads a time in every usual layout that has one meaning: ISO 8601, RFC 822, numbers since 1970, and dates in words or figures. Without a
 * zone it is UTC. Returns UTC ms. Undefined for anything else, such as `5/6/2026`, which means two different days.
 */
export function readDate(given: string | undefined): number | undefined {
  const text = simplified(given ?? '')
  const time = fromCompact(text) ?? fromNumber(text) ?? fromLayouts(text)
  return time !== undefined && time >= earliest && time <= latest ? time : undefined
}

/** Calendars of Japan, Taiwan and Thailand, with the year before their first one. */
const calendars = [
  ...[
    { name: '令和', before: 2018 },
    { name: '平成', before: 1988 },
    { name: '(?:中華)?民國', before: 1911 },
  ].map(({ name, before }) => ({ year: new RegExp(`${name} ?(\\d{1,3}|${'元'})(?= ?${'年'})`), before })),
  { year: /(?<=[\u0e00-\u0e7f] ?)(2[45]\d\d)(?!\d)/, before: -543 },
]

function inCommonYears(text: string): string {
  let read = text
  if (/[\u0e00-\u0e7f]/.test(text))
    // Of two digits of a year nobody knows the calendar.
    read = (/[\d\u0e50-\u0e59]{4}/.test(text) ? text : '')
      .replaceAll(/[\u0e50-\u0e59]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
      .replaceAll(thaiWords, '')
  for (const { year, before } of calendars)
    read = read.replace(year, (_, number: string) => String(before + (Number(number) || 1)))
  return read
}

/** "Saturday, the", "year", "time" and "o'clock", and the dots of short months. */
const thaiWords = new RegExp(
  `^[\\u0e00-\\u0e7f]*${'ที่'} ?|${'พ\\.ศ\\.'} ?|(?<= )${'เวลา'} |(?<=\\d) ?${'น'}\\.?$|(?<=[\\u0e00-\\u0e7f])\\.`,
  'g',
)

/** In lower case, with the usual digits, dashes, spaces and years, and without a word such as "Published:". */
const simplified = (given: string): string => inCommonYears(plainly(given))

const plainly = (given: string): string =>
  given
    .slice(0, maxLength)
    .normalize('NFKC')
    .slice(0, maxLength)
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\p{DI}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/^[\p{L} ]{3,20}: ?/u, '')

const compact =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:[t ]?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?<fraction>[.,]\d+)?(?<zone>z|[+-]\d{2}:?\d{2})?)?$/

function fromCompact(text: string): number | undefined {
  const parts = compact.exec(text)?.groups
  return parts && timeOf(parts)
}

/** Seconds, or parts of a second: nobody gives times after the year 5000, or in 1971. */
function fromNumber(text: string): number | undefined {
  const [, digits] = /^(?:\\?\/date\(|@)?(\d{9,19}(?:\.\d+)?)(?:[+-]\d{4})?(?:\)\\?\/)?$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits)
  const perSecond = [1e11, 1e14, 1e17].findIndex((limit) => number < limit)
  return Math.round((number * 1000) / 1000 ** (perSecond === -1 ? 3 : perSecond))
}

const word = String.raw`[\p{L}\p{M}]+`
const halfBefore = '(?:(?<halfBefore>上午|下午|午前|午後|오전|오후) ?)?'
/** Letters beyond ASCII stand in ordinary strings, because the bundle has only ASCII, and a raw text cannot be escaped. */
const minutes = String.raw`[:.h${'时時點点시'}] ?(?<minute>\d{1,2})(?:[:.m${'分분'}] ?(?<second>\d{1,2})(?<fraction>[.,]\d+|:\d{3}(?!\d))?)?[s${'分秒초분'}]?`
const half = String.raw` ?(?<half>[ap]\.? ?m\b\.?)`
const clock = String.raw`${halfBefore}(?<hour>\d{1,2})(?:${minutes}(?:${half})?|${half}| ?(?:h|uhr|${'時|时'})(?!\p{L})|(?=z$|[+-]\d\d:?\d\d$))(?: ?(?:uhr|hrs?|h)(?!\p{L}))?`
const offset = String.raw`[+-]\d{1,2}(?::?\d{2})?`
const zoneName = String.raw`(?:pacific|mountain|central|eastern) (?:(?:standard|daylight) )?time|[a-z]+(?:\d[a-z]+|(?:\/[a-z_+\d-]+){0,2})`
const zone = String.raw`(?:,? ?(?<zone>(?:[a-z]{1,5} ?)?${offset}|${zoneName})(?: ?[a-z]{1,5})?)?(?: ?[([](?<zoneBeside>[^()[\]]*)[)\]])?`
const joint = String.raw`(?:,? ?(?:t|at|um|kl\.?|o|${'à'}|a las|${'à'}s|alle|om|${'в'}|u|ora) ?|,? ?[-|@] |[ ,|@]+|:)`
const yearSuffix = String.raw`(?: ?${'г'}\.?| ?m\.|\.)?`
const monthName = `(?<monthName>${word})`
const year = String.raw`(?<year>\d{4})`
const dayWord = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|re|${'º|ª|°'}|\.)?`
const of = `(?:de |of |del |d'|d’)?`
const dates = [
  String.raw`${year}(?<dash>[-/.]) ?0?(?<month>\d{1,2})\k<dash> ?(?<day>\d{1,2})\.?`,
  String.raw`${dayWord}[ /-]? ?${of}${monthName}[.,]*[ /-]? ?${of}(?:${year}|'?(?<yearOfTwo>\d{2})(?!\d|:))${yearSuffix}`,
  String.raw`${monthName}[. -]+${dayWord},?[ -](?:${year}|'(?<yearOfTwo>\d{2}))`,
  String.raw`${year}[ /.-]?${monthName}[ /.-]+(?<day>\d{1,2})`,
  String.raw`(?<first>\d{1,2})(?<dash>[./-]) ?(?<other>\d{1,2})\k<dash> ?${year}${yearSuffix}`,
]
const chinese = String.raw`${year} ?[${'年년'}] ?(?<month>\d{1,2}) ?[${'月월'}] ?(?<day>\d{1,2}) ?[${'日일号'}]?(?: ?\([^()\d]{1,5}\)| ?(?:${'星期|週|周'})\p{L}| ?\p{L}${'요일'})? ?`
const vietnamese = String.raw`(?<day>\d{1,2}) ${'tháng'} (?<month>\d{1,2}),?(?: ${'năm'})? ${year}`
const shortDates = [
  String.raw`${year}-?w(?<week>\d{2})-?(?<weekday>[1-7])`,
  String.raw`${year}-?(?<dayOfYear>\d{3})`,
  String.raw`${year}(?:[-/](?<month>\d{2}))?`,
  `${monthName} ${year}`,
]
/** The day of the week is not needed, so it may be in any language, or wrong. */
const dayName = String.raw`(?:\(?[\p{L}\p{M}-]+\)?(?:[.,]+ ?| )(?:den |the |le |el |on )?)?`
const rest = `(?:${joint}${clock}${zone}|(?<zone>z|${offset}| (?:utc|gmt)))?`
const layouts = [
  ...dates.map((date) => `${dayName}${date}${rest}`),
  String.raw`${year}-(?<month>\d{2})-(?<day>\d{2})t(?<hour>\d{2})`,
  `${chinese}(?:(?:${joint})?${clock}${zone})?`,
  `${dayName}${vietnamese}${rest}`,
  ...shortDates.map((date) => `${date}${rest}`),
  ...dates.map(
    (date) =>
      `${clock}(?:,? ?(?<zone>${zoneName}|${offset}))?(?:,| -| on)? ${dayName}${date}(?: [(]?(?<zoneBeside>${zoneName}|${offset})[)]?)?`,
  ),
  String.raw`${dayName}${monthName} (?<day>\d{1,2}) ${clock}(?: (?<zone>${zoneName}|${offset}))? ${year}`,
].map((layout) => new RegExp(`^${layout}$`, 'u'))

function fromLayouts(text: string): number | undefined {
  for (const layout of layouts) {
    const parts = layout.exec(text)?.groups
    const time = parts && timeOf(parts)
    if (time !== undefined) return time
  }
  return undefined
}

type Parts = { [part: string]: string | undefined }

function timeOf(parts: Parts): number | undefined {
  const day = dayOf(parts)
  const hours = hourOfDay(Number(parts.hour ?? 0), parts.half ?? parts.halfBefore)
  const [minute, seconds] = [Number(parts.minute ?? 0), Number(parts.second ?? 0)]
  const isEnd = hours === 24 && minute + seconds === 0
  if (day === undefined || (hours > 23 && !isEnd) || minute > 59 || seconds > 60) return undefined
  const fraction = Number(`0${parts.fraction?.replace(/[,:]/, '.') ?? ''}`)
  const local = day + Math.floor((hours * 3600 + minute * 60 + seconds + fraction) * 1000)
  return inZone(local, parts.zone ?? parts.zoneBeside)
}

/** UTC ms of the beginning of the day. */
function dayOf(parts: Parts): number | undefined {
  const year = Number(parts.year ?? fullYear(Number(parts.yearOfTwo)))
  if (parts.week !== undefined) return dayOfWeek(year, Number(parts.week), Number(parts.weekday))
  if (parts.dayOfYear !== undefined) return dayInYear(year, Number(parts.dayOfYear))
  const [month, day] = monthAndDay(parts)
  if (month === undefined || day === undefined) return undefined
  const time = Date.UTC(year, month - 1, day)
  const date = new Date(time)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : undefined
}

/** Of two numbers, the day goes first before dots. Before slashes and dashes, it must be clear from the numbers. */
function monthAndDay({ first, other, dash, monthName, month, day }: Parts): (number | undefined)[] {
  if (first === undefined || other === undefined)
    return [monthName === undefined ? Number(month ?? 1) : monthNumber(monthName), Number(day ?? 1)]
  const [one, two] = [Number(first), Number(other)]
  if (dash === '.' || one > 12 || one === two) return [two, one]
  return two > 12 ? [one, two] : []
}

const dayMs = 86_400_000

/** Week 1 of ISO 8601 has January 4. */
function dayOfWeek(year: number, week: number, weekday: number): number | undefined {
  const fourth = Date.UTC(year, 0, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs
  return week >= 1 && week <= 53 ? monday + ((week - 1) * 7 + weekday - 1) * dayMs : undefined
}

function dayInYear(year: number, day: number): number | undefined {
  const time = Date.UTC(year, 0, day)
  return day >= 1 && new Date(time).getUTCFullYear() === year ? time : undefined
}

const fullYear = (year: number) => (year < 70 ? 2000 + year : 1900 + year)

function hourOfDay(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour
  return (hour % 12) + (/^p|下午|午後|오후/.test(half) ? 12 : 0)
}

/** In hours, or an IANA zone. Names that several zones share have the value of RFC 822, else that of the largest number of people. */
const zones = new Map<string, number | string>(
  Object.entries({
    ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, 'etc/gmt': 0, 'etc/utc': 0 },
    ...{
      est: -5,
      edt: -4,
      et: 'America/New_York',
      cst: -6,
      cdt: -5,
      ct: 'America/Chicago',
      mst: -7,
      mdt: -6,
      mt: 'America/Denver',
      pst: -8,
      pdt: -7,
      pt: 'America/Los_Angeles',
    },
    ...{ akst: -9, akdt: -8, hst: -10, ast: -4, at: -4, adt: -3, brt: -3, art: -3 },
    ...{
      bst: 1,
      west: 1,
      cet: 1,
      met: 1,
      cest: 2,
      mest: 2,
      mesz: 2,
      mez: 1,
      eet: 2,
      eest: 3,
      msk: 3,
      sast: 2,
    },
    ...{
      ist: 5.5,
      pkt: 5,
      ict: 7,
      wib: 7,
      sgt: 8,
      hkt: 8,
      awst: 8,
      jst: 9,
      kst: 9,
      aest: 10,
      aedt: 11,
      nzst: 12,
    },
    nzdt: 13,
  }),
)

/** UTC ms of a local time. An unknown name of a zone means nothing, as RFC 2822 has it. Undefined for an impossible number. */
function inZone(local: number, given = ''): number | undefined {
  const name = given.trim()
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(name) ?? []
  // The sign of `Etc/GMT+5` is the other way round.
  if (sign !== undefined && !name.includes('/')) {
    if (Number(hours) > 23 || Number(minutes) > 59) return undefined
    return local - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  }
  const [, region, kind = ''] =
    /^(pacific|mountain|central|eastern) (standard|daylight)? ?time$/.exec(name) ?? []
  const short = region === undefined ? name : `${region[0]}${kind[0] ?? ''}t`
  const known = zones.get(short)
  return typeof known === 'number' ? local - known * 3_600_000 : inNamedZone(local, known ?? short)
}

/** By the rules of an IANA zone. The offset is taken twice, because that of the first guess may be the one beside a change of the clock. */
function inNamedZone(local: number, zone: string): number {
  try {
    const clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    const offsetAt = (time: number) => {
      const name = clock.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
      return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
    }
    return local - offsetAt(local - offsetAt(local))
  } catch {
    return local
  }
}

/** Feeds give dates in these languages, although no format allows it. A name that means different months counts as in the first. */
const otherLanguages =
  'de fr es it pt nl ru uk pl cs sv da nb fi tr ro hu el id ca bg sk sl et lv lt ar he sr mk be gl eu is af th hr ga gd gv lu'.split(
    ' ',
  )
let english: Map<string, number> | undefined
let others: Map<string, number> | undefined
/** A name that is cut off has at least so many letters. The usual short names have fewer, so they are known. */
const leastCut = 4
/** Fewer letters do not tell which name goes on. */
const leastBegun = 3

/** 1 to 12, by a full or short name, or by one that is cut off or goes on in another way. */
function monthNumber(name: string): number | undefined {
  english ??= monthNames(['en'])
  const key = plain(name)
  const inEnglish = english.get(key) ?? (key.length < leastCut ? undefined : monthThatBegins(key, english))
  if (inEnglish !== undefined) return inEnglish
  // Names in many languages take a third of a second to load.
  others ??= monthNames(otherLanguages)
  return others.get(key) ?? likeliestMonth(key, new Map([...others, ...english]))
}

/** By as many letters as another name begins with. */
function likeliestMonth(key: string, names: ReadonlyMap<string, number>): number | undefined {
  for (let { length } = key; length >= leastBegun; length -= 1) {
    const beginning = key.slice(0, length)
    const isCut = length === key.length && length >= leastCut
    const month = isCut || names.has(beginning) ? monthThatBegins(beginning, names) : undefined
    if (month !== undefined || names.has(beginning)) return month
  }
  return undefined
}

/** Undefined unless all names that begin so are those of one month: `mar` begins March in English, and November in Finnish. */
function monthThatBegins(beginning: string, names: ReadonlyMap<string, number>): number | undefined {
  const months = new Set([...names].flatMap(([name, month]) => (name.startsWith(beginning) ? month : [])))
  return months.size === 1 ? [...months][0] : undefined
}

function monthNames(languages: readonly string[]): Map<string, number> {
  const names = new Map<string, number>()
  const forms = languages.flatMap((language) =>
    // Some languages have another form of the name beside a day.
    (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' } as const].map(
        (options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
      ),
    ),
  )
  for (const form of forms)
    for (let number = 1; number <= 12; number += 1) {
      const parts = form.formatToParts(Date.UTC(2020, number - 1, 15))
      const name = plain(parts.find(({ type }) => type === 'month')?.value ?? '')
      if (/\p{L}/u.test(name) && !names.has(name)) names.set(name, number)
    }
  return names
}

/** In lower case, without accents, the dots of an abbreviation, and the Turkish i without a dot, which capitals do not tell apart. The signs of Thai are vowels: they tell `มี.ค.` (March) from `ม.ค.` (January). */
const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('\u0131', 'i')
    .replaceAll(/(?![\u0e00-\u0e7f])\p{M}|\.$|(?<=[\u0e00-\u0e7f])\./gu, '')
