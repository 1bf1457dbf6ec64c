/**
 * Reads a time as feeds write it: RFC 822, ISO 8601, a number of seconds or ms, and the usual mistakes. Without a zone it is UTC. Returns UTC
 * ms; undefined for anything else, and for 1970 and earlier, because such times come from programs that have none.
 */
export function parseDate(given: string | undefined): number | undefined {
  const text = given?.slice(0, 100).normalize('NFKC').trim().replaceAll(/\s+/g, ' ')
  if (text === undefined || text === '') return undefined
  const time = parseNumber(text) ?? parseIso(text) ?? parseWords(text)
  return time !== undefined && time >= earliest && time <= latest ? time : undefined
}

const earliest = Date.UTC(1971)
const latest = Date.UTC(9999)

function parseNumber(text: string): number | undefined {
  if (!/^\d{9,13}(\.\d+)?$/.test(text)) return undefined
  return Math.round(/^\d{12}/.test(text) ? Number(text) : Number(text) * 1000)
}

const clock = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{1,2})(?:[:.](?<second>\d{1,2})(?<fraction>[.,]\d+)?)?`
const zone = String.raw`(?<zone>[a-z]+(?:\/[a-z]+)?(?: ?[+-]\d{1,2}:?\d{0,2})?|[+-]\d{1,2}:?\d{0,2})?`
const isoDate = String.raw`(?<year>\d{4})(?:[-/]?0?(?<month>\d{2})(?:[-/]?(?<day>\d{2}))?)?`
const iso = new RegExp(`^${isoDate}(?:(?:t| |t )${clock} ?${zone}(?: ?\\(.*\\))?)?$`, 'i')
const isoCompact =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})t?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})(?<zone>z|[+-]\d{4})?$/i
const isoOrdinal = /^(?<year>\d{4})-?(?<dayOfYear>\d{3})$/

function parseIso(text: string): number | undefined {
  const parts = [iso, isoCompact, isoOrdinal].map((form) => form.exec(text)?.groups).find((found) => found)
  return parts && timeOf(parts, Number(parts.month ?? 1))
}

/** The day of the week is not needed, so it may be in any language, or wrong. */
const dayName = String.raw`(?:[\p{L}\p{M}]+(?: |\.? ?, ?|\. ?))?`
const month = String.raw`(?<monthName>[\p{L}\p{M}]+)\.?`
const dayFirst = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:de )?${month},?[ -](?:de )?(?<year>\d{4}|\d{2})`
const monthFirst = String.raw`${month} (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})`
const asctime = String.raw`${month} (?<day>\d{1,2}) ${clock}(?: ${zone})? (?<year>\d{4})`
const slashed = String.raw`(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})`
const wordForms = [
  ...[dayFirst, monthFirst, slashed].map(
    (date) => `${dayName}${date}(?:,? (?:at )?${clock} ?(?<half>[ap]m)?,? ?${zone}(?: ?\\(.*\\))?)?`,
  ),
  `${dayName}${asctime}`,
].map((form) => new RegExp(`^${form}$`, 'iu'))

function parseWords(text: string): number | undefined {
  const parts = wordForms.map((form) => form.exec(text)?.groups).find((found) => found)
  if (parts === undefined) return undefined
  const number = parts.monthName === undefined ? Number(parts.month) : monthNumber(parts.monthName)
  return number === undefined ? undefined : timeOf(parts, number)
}

type Parts = { [part: string]: string | undefined }

function timeOf(given: Parts, monthOfYear: number): number | undefined {
  const day = Number(given.day ?? 1)
  const days = Date.UTC(fullYear(given.year ?? ''), monthOfYear - 1, day)
  const date = new Date(days)
  if (date.getUTCMonth() !== monthOfYear - 1 || date.getUTCDate() !== day) return undefined
  const ordinal = Number(given.dayOfYear ?? 1)
  const hours = hourOfDay(Number(given.hour ?? 0), given.half)
  const minutes = Number(given.minute ?? 0)
  const seconds = Number(given.second ?? 0)
  const offset = offsetOf(given.zone)
  if (ordinal < 1 || ordinal > 366 || hours > 24 || minutes > 59 || seconds > 60) return undefined
  if (offset === undefined) return undefined
  const fraction = Number(`0${given.fraction?.replace(',', '.') ?? ''}`)
  const inDay = Math.floor((hours * 3600 + minutes * 60 + seconds + fraction) * 1000)
  return days + (ordinal - 1) * 86_400_000 + inDay - offset
}

function fullYear(year: string): number {
  const number = Number(year)
  if (year.length > 2) return number
  return number < 70 ? 2000 + number : 1900 + number
}

function hourOfDay(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

/** In hours. Names that several zones share have the value of RFC 822, else that of the largest number of people. */
const zones = new Map(
  Object.entries({
    ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, 'etc/gmt': 0, 'etc/utc': 0 },
    ...{
      est: -5,
      edt: -4,
      et: -5,
      cst: -6,
      cdt: -5,
      ct: -6,
      mst: -7,
      mdt: -6,
      mt: -7,
      pst: -8,
      pdt: -7,
      pt: -8,
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

/** In ms; 0 without a zone and for an unknown name, as RFC 2822 has it. Undefined for an impossible number. */
function offsetOf(given: string | undefined): number | undefined {
  const [, name = '', sign = '', hours = '0', minutes = '0'] =
    /^([a-z/]*) ?(?:([+-])(\d{1,2}):?(\d{0,2}))?$/i.exec(given ?? '') ?? []
  if (sign === '') return (zones.get(name.toLowerCase()) ?? 0) * 3_600_000
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Feeds give dates in these languages, although no format allows it. A name that means different months counts as in the first. */
const otherLanguages = 'de fr es it pt nl ru uk pl cs sv da nb fi tr ro hu el id'.split(' ')
let english: Map<string, number> | undefined
let others: Map<string, number> | undefined

/** 1 to 12, by a full or short name. */
function monthNumber(name: string): number | undefined {
  english ??= monthNames(['en'])
  const key = plain(name)
  const inEnglish = english.get(key) ?? english.get(key.slice(0, 3))
  if (inEnglish !== undefined) return inEnglish
  // Names in many languages take a third of a second to load.
  others ??= monthNames(otherLanguages)
  return others.get(key) ?? others.get(key.slice(0, 3))
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

/** In lower case, without accents and the dot of an abbreviation. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|\.$/gu, '')
