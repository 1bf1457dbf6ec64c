import type { Time } from '@overheard/base/time'
import { english } from './english.ts'
import {
  closestTimeWord,
  type Here,
  isUnit,
  plainTime,
  type ReadMoment,
  readLength,
  readMoment,
  readStart,
  type TimeProblem,
  withReadings,
} from './moment.ts'

/** UTC, ms. */
export type Span = { from: Time; until: Time }

export type ReadSpan = Span | { problem: TimeProblem }

/** A pause, an absence or a mute with an end lasts at most this long. */
const longestTermMs = 366 * 86_400_000

const { until: untilWords, for: forWords, from: fromWords, to: toWords, in: inWords, counts, half } = english

const anyOf = (list: readonly string[]) => list.toSorted((a, b) => b.length - a.length).join('|')

const untilStart = new RegExp(`^(?:${anyOf(untilWords)}) `)
const forStart = new RegExp(`^(?:${anyOf(forWords)}) `)
const fromStart = new RegExp(`^(?:${anyOf(fromWords)}) `)
const endStart = new RegExp(
  ` (?:(?:${anyOf([...untilWords, ...toWords])}) |(?=(?:${anyOf(forWords)}) ))`,
  'g',
)

/** Returns when a term ends: “2h”, “for 3 days”, “until friday 14:00”. */
function readEnd(term: string, here: Here): ReadMoment {
  const read = untilStart.test(term)
    ? readMoment(term.replace(untilStart, ''), here)
    : readLength(term.replace(forStart, ''), here)
  if ('problem' in read) return read
  if (read.at <= here.now) return { problem: { kind: 'passed' } }
  return read.at - here.now > longestTermMs ? { problem: { kind: 'too-far' } } : read
}

/**
 * Reads a term that begins now, such as “2h” or “until monday”, and one with a start: “from saturday 8:00 until monday 9:00”, “from 18:00 for 3
 * hours”. Its end is counted from its start, except for words such as “tomorrow”.
 */
export function readTerm(written: string, here: Here): ReadSpan {
  const term = plainTime(written)
  if (!hasStart(term)) {
    const end = readEnd(term, here)
    return 'problem' in end ? end : { from: here.now, until: end.at }
  }
  const rest = term.replace(fromStart, '')
  const read = [...rest.matchAll(endStart)].map((link) => readSpanAround(rest, link, here))
  return (
    read.find((one) => 'from' in one) ??
    read.find((one) => 'problem' in one && one.problem.kind !== 'unknown') ?? { problem: { kind: 'unknown' } }
  )
}

/** Reads a start and an end, with a word such as “until” between them. A length has the word “for” in it. */
function readSpanAround(text: string, { index, 0: link }: RegExpExecArray, here: Here): ReadSpan {
  const first = text.slice(0, index)
  const last = text.slice(index + link.length)
  return spanOf(first, link.trim() === '' ? last : `${untilWords[0]} ${last}`, here)
}

function spanOf(first: string, last: string, here: Here): ReadSpan {
  const from = readStart(first, here)
  if ('problem' in from)
    return from.problem.kind === 'ambiguous'
      ? eitherStart(from.problem.readings, { first, last }, here)
      : from
  if (from.at - here.now > longestTermMs) return { problem: { kind: 'too-far' } }
  const end = readEnd(last, { ...here, now: from.at, written: here.now })
  if (!('problem' in end)) return { from: from.at, until: end.at }
  if (end.problem.kind === 'passed') return { problem: { kind: 'ends-first' } }
  return withReadings<Span>(end, (reading) => `${fromWords[0]} ${first} ${untilWords[0]} ${reading}`)
}

const hasSlashDate = (text: string) => /(?<![\d/])\d{1,2}\/\d{1,2}(?![\d/])/.test(text)

/** Reads a span with either reading of its start. Two dates such as `1/12` are written in the same order, so there are not four meanings. */
function eitherStart(
  starts: [string, string],
  { first, last }: { first: string; last: string },
  here: Here,
): ReadSpan {
  const spans = starts.map((start) => spanOf(start, last, here))
  const useless = spans.find(
    (span) => 'problem' in span && (span.problem.kind === 'unknown' || span.problem.kind === 'no-such-date'),
  )
  if (useless !== undefined) return useless
  const isSameOrder = hasSlashDate(first) && hasSlashDate(last)
  const [one = '', other = ''] = starts.map((start, at) => {
    const span = spans[at]
    const problem = span !== undefined && 'problem' in span ? span.problem : undefined
    // If the start has a second doubt, that is asked next.
    return problem?.kind === 'ambiguous' && isSameOrder && 'at' in readStart(start, here)
      ? (problem.readings[at] ?? '')
      : `${fromWords[0]} ${start} ${last}`
  })
  return { problem: { kind: 'ambiguous', readings: [one, other] } }
}

/** True for a term that begins later, such as “from saturday until monday”, whether it is understood or not. */
export const hasStart = (term: string) => fromStart.test(plainTime(term))

const { forever } = english

/** True for the words that mean that something has no end. */
export const isForever = (term: string) => forever.includes(plainTime(term).replace(forStart, ''))

/** A name and a term, both as written. */
export type NameAndTerm = { name: string; term?: string }

const number = String.raw`[-+\u2212\u2013\u2014]?(?:\d+(?:[.,]\d+)?)`
const countedWord = new RegExp(String.raw`^(${number})(\p{L}+)$`, 'u')
const countWord = new RegExp(`^${number}$`)

/** True if the words begin like a term, so they are no part of a name that is not in quotes. */
function looksLikeTerm(words: string[]): boolean {
  const [first = '', second = '', ...others] = words.map((word) => plainTime(word))
  const whole = `${plainTime(words.join(' '))} `
  if (untilStart.test(whole)) return true
  if (isOneOf(inWords, first) || isOneOf(forWords, first))
    return countWord.test(second) || countedWord.test(second) || isCount(second, others[0])
  if (words.length === 1) {
    const [, , unit = ''] = countedWord.exec(first) ?? []
    return isUnit(unit) || unit.length === 1
  }
  return words.length === 2 && countWord.test(first) && isUnit(second)
}

const isOneOf = (list: readonly string[], word: string) => list.includes(word)
const isCount = (word: string, next = '') =>
  (Object.hasOwn(counts, word) && isUnit(next)) || half.some((one) => one.startsWith(`${word} `))

const anywhere: Here = { now: Date.UTC(2001, 0, 1), zone: 'UTC' }

/** True for a moment that is understood, also if it has passed or can mean two days. */
function isMoment(text: string): boolean {
  const read = readMoment(text, anywhere)
  return 'at' in read || read.problem.kind === 'passed' || read.problem.kind === 'ambiguous'
}

/** True for a term that is understood, also if it has passed. */
function isTerm(text: string): boolean {
  const read = readTerm(text, anywhere)
  return 'from' in read || read.problem.kind !== 'unknown'
}

/**
 * Splits “acme 2h”, “acme for 3 days”, “acme until tomorrow 14:00” and “"until dawn" 2h”. The longest end that is a term counts, otherwise the
 * longest that looks like one. A text that is a name is never split, and a term that follows a name, or what follows a name in quotes, is the term.
 * `isTermWord` knows further terms.
 */
export function splitTerm(
  written: string,
  {
    isName = () => false,
    isTermWord = () => false,
  }: { isName?: (text: string) => boolean; isTermWord?: (text: string) => boolean } = {},
): NameAndTerm {
  const text = written.trim()
  const quoted = /^(["'])(.+?)\1(?:\s+(\S.*))?$/.exec(text)
  if (quoted?.[2] !== undefined && !quoted[2].includes('"'))
    return { name: quoted[2].trim(), ...(quoted[3] !== undefined && { term: quoted[3] }) }
  if (isName(text)) return { name: text }
  const words = text.split(/\s+/)
  const suffixes = words.map((_, at) => words.slice(at))
  const isKnownTerm = (suffix: string[]) => isTermWord(suffix.join(' ')) || isTerm(suffix.join(' '))
  const behindName = suffixes.findIndex(
    (suffix, at) => at > 0 && isName(words.slice(0, at).join(' ')) && isKnownTerm(suffix),
  )
  if (behindName > 0)
    return { name: words.slice(0, behindName).join(' '), term: words.slice(behindName).join(' ') }
  const found = [
    suffixes.findIndex(isKnownTerm),
    suffixes.findIndex(looksLikeTerm),
    suffixes.findIndex(isOpenSpan),
  ].find((at) => at >= 0)
  if (found === undefined) return { name: text }
  const at = words.slice(0, found).findLastIndex((word) => !isLink(word)) + 1
  const name = words.slice(0, at).join(' ')
  // “Kim until friday 2h” has two terms, and names no Kim.
  const inner = splitTerm(name, { isTermWord })
  const start =
    name === '' || inner.term === undefined || inner.name === '' ? at : inner.name.split(/\s+/).length
  return { name: words.slice(0, start).join(' '), term: words.slice(start).join(' ') }
}

/** Before a term, these words belong to it: “in 2 hours”, “until 2 hours”. */
const links = new Set([...untilWords, ...forWords, ...inWords, ...toWords])
/** With a capital, “Al” is a name in Spanish, too. */
const isLink = (word: string) => {
  const plain = plainTime(word)
  return links.has(plain) && !(toWords.includes(plain) && /^\p{Lu}/u.test(word))
}

/** Returns a name so that a line with it is read as it is meant: in quotes if it has words of a time. */
export function nameInLine(name: string): string {
  const plain = name.replaceAll('"', '')
  const isPlain = plain === name && splitTerm(name).term === undefined && !name.split(' ').some(isLink)
  return isPlain ? name : `"${plain}"`
}

/** “from monday” has a start and no end that is understood. “from berlin” is part of a name. */
function isOpenSpan(words: string[]): boolean {
  const [first = '', ...others] = words.map((word) => plainTime(word))
  return fromWords.includes(first) && others.some((_, at) => isMoment(others.slice(0, at + 1).join(' ')))
}

/** One letter that is no unit is probably a slip; “s” means seconds. */
const isSlip = (unit: string) => unit.length === 1 && unit !== 's' && !isUnit(unit)

/** Returns the time at the end of a name, such as “friday” of “Kim Lee friday”; undefined if there is none, or nothing before it. */
export function timeAtEnd(name: string): string | undefined {
  const words = name.split(/\s+/)
  const at = words.findIndex((_, at) => at > 0 && isMoment(words.slice(at).join(' ')))
  return at < 0 ? undefined : words.slice(at).join(' ')
}

/** Returns two terms that are understood, for a term that is not: what it probably means, and examples. */
export function closestTerms(written: string, { problem }: { problem: TimeProblem }): string[] {
  const until = untilWords[0] ?? ''
  if (problem.kind === 'ambiguous')
    return problem.readings.map((reading) => (fromStart.test(reading) ? reading : `${until} ${reading}`))
  const term = plainTime(written)
  if (hasStart(term)) return [`${until} monday 9:00`, 'from saturday 8:00 until monday 9:00']
  const [, count = '', unit = ''] = /^(\d{1,3}) ?([a-z]+)$/.exec(term.replace(forStart, '')) ?? []
  const lengths = count !== '' && Number(count) > 0 && isSlip(unit) ? [`${count}h`, `${count}d`] : []
  const day = untilStart.test(`${term} `) ? closestTimeWord(term) : undefined
  const guesses = [
    ...lengths,
    ...(day === undefined ? [] : [`${until} ${day}`]),
    `${until} tomorrow 9:00`,
    '2h',
  ]
  return guesses.slice(0, 2)
}
