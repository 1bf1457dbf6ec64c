import type { Mention } from '@overheard/mention-client/mention'
import { conditionsOf } from '../../engine/index.ts'
import type { Verdict } from '../../model/decision.ts'
import type { Filter, Subscription } from '../../model/subscription.ts'
import type { Classifier } from './classifier.ts'
import { type About, nameIn } from './settings.ts'
import { signsOf, stemOf, stemsOf, tokensOf } from './words.ts'

/** Returns undefined for a mention that is not to be held back. */
export type Judge = (mention: Mention, learned: Classifier | undefined) => Verdict | undefined

/**
 * Judges the mentions of one subscription. Without enough labels, only rules that follow from `about` hold something back. What is urgent, and
 * what is from sources, authors or sites that the team named, is never held back.
 */
export function createJudge(subscription: Subscription, about: About): Judge {
  const isWanted = wantedBy(subscription, about)
  const name = nameIn(about)
  const byRules = rulesOf(name, about)
  return (mention, learned) => {
    if (isWanted(mention)) return undefined
    return learned === undefined ? byRules(mention) : byWords(mention, name, learned)
  }
}

const namingKeys = new Set(['source', 'author', 'domain'])

function wantedBy(subscription: Subscription, { sites, always }: About): (mention: Mention) => boolean {
  const { only, quiet, notify } = subscription
  const named = [{ ...only, source: undefined }, quiet?.urgent, notify?.when].flatMap((filter) =>
    filter === undefined ? [] : conditionsOf(filter as Filter).filter(({ key }) => namingKeys.has(key)),
  )
  const whole = [notify?.when, quiet?.urgent, always].flatMap((filter) =>
    filter === undefined ? [] : [conditionsOf(filter)],
  )
  const own = conditionsOf(sites.length === 0 ? {} : { domain: sites })
  const isOwn = (url: string) => own.some(({ hit }) => hit({ url } as Mention) !== undefined)
  return (mention) =>
    whole.some((conditions) => conditions.every(({ hit }) => hit(mention) !== undefined)) ||
    named.some(({ hit }) => hit(mention) !== undefined) ||
    isOwn(mention.url) ||
    sites.some((site) => `${mention.title}\n${mention.snippet}`.toLowerCase().includes(site.toLowerCase()))
}

const mostAgainst = 3
const mostFor = 2

function byWords(mention: Mention, name: string, learned: Classifier): Verdict | undefined {
  const signs = signsOf(mention, name)
  if (learned.score(signs.map(({ number }) => number)) >= learned.threshold) return undefined
  const weighed = signs
    .map(({ number, shown }) => ({ shown, weight: learned.weightOf(number) }))
    .toSorted((one, other) => one.weight - other.weight)
  const shownOf = (some: typeof weighed, most: number) =>
    [...new Set(some.map(({ shown }) => shown))].slice(0, most)
  return {
    against: shownOf(
      weighed.filter(({ weight }) => weight < 0),
      mostAgainst,
    ),
    for: shownOf(weighed.filter(({ weight }) => weight > 0).toReversed(), mostFor),
  }
}

/** Words of `about` that say nothing about its subject. */
const emptyWords = new Set(
  'a about an and are as at by for from in is it its of on or our people that the their they this to we who whose with write writes'.split(
    ' ',
  ),
)

/**
 * Holds back a mention that has no word of `about`, if it writes the name only in small letters (while the name has a capital, and the text
 * uses capitals), or only as a part of another name, such as “Times Square”.
 */
function rulesOf(name: string, { text }: About): (mention: Mention) => Verdict | undefined {
  const nameStems = new Set(stemsOf(tokensOf(name)))
  const subject = new Set(
    stemsOf(tokensOf(text)).filter((stem) => !nameStems.has(stem) && !emptyWords.has(stem)),
  )
  const hasCapital = name !== name.toLowerCase()
  const places = new RegExp(
    `(?:(?<before>[\\p{L}\\p{N}]+)[ \\u00a0])?(?<![\\p{L}\\p{N}@#._-])(?<found>${escaped(name)})(?![\\p{L}\\p{N}@_-])`,
    'giu',
  )
  return (mention) => {
    const written = `${mention.title}\n${mention.snippet}`
    if (stemsOf(tokensOf(written)).some((stem) => subject.has(stem))) return undefined
    const found = [...written.matchAll(places)].map(({ groups, index }) => ({
      found: groups?.found ?? '',
      before: groups?.before,
      startsSentence: /(?:^|[.!?:\n"“”'‘(-])\s*$/u.test(written.slice(0, index)),
    }))
    const isName = nounsAreSmall(mention.language) ? isInOtherName(timeNames(mention.language)) : () => false
    const others = withoutNames(written, name)
    const small = found.filter((one) => one.found === one.found.toLowerCase())
    const usesCapitals = writesCapitals(written, others)
    const inOtherNames = isHeadline(others) ? [] : found.filter(isName)
    if (found.length === 0 || !hasCapital) return undefined
    const held = found.every((one) => (usesCapitals && small.includes(one)) || inOtherNames.includes(one))
    if (!held) return undefined
    const shown = found.map((one) => (small.includes(one) ? one.found : `${one.before} ${one.found}`))
    return { against: [...new Set(shown)].slice(0, mostAgainst), for: [] }
  }
}

/** The writer begins sentences with capitals, and writes “I”. Small letters in other texts say nothing about the name. */
const writesCapitals = (written: string, withoutName: string) =>
  /\p{Lu}/u.test(withoutName) &&
  !/(?:^|[.!?:\n])\s*(?:[@#]\S+\s+)*\p{Ll}/u.test(written.trim()) &&
  !/(?<![\p{L}\p{N}])i(?![\p{L}\p{N}])/u.test(written)

/** These languages write each noun with a capital, so that of the word before a name says nothing. */
const capitalNouns = new Set(['de', 'lb'])

const nounsAreSmall = (language: string) => language !== '' && !capitalNouns.has(language)

const knownTimes = new Map<string, ReadonlySet<string>>()

/** The days and months in English and in a language, in small letters: “On Monday Square was down” is about Square. */
function timeNames(language: string): ReadonlySet<string> {
  const known = knownTimes.get(language)
  if (known !== undefined) return known
  const locales = /^[a-z]{2,3}$/.test(language)
    ? Intl.DateTimeFormat.supportedLocalesOf(['en', language])
    : ['en']
  const times = Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index, 1))
  const formats = locales.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((length) => [
      new Intl.DateTimeFormat(locale, { month: length, timeZone: 'UTC' }),
      new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }),
    ]),
  )
  const names = new Set(formats.flatMap((format) => times.map((time) => format.format(time).toLowerCase())))
  knownTimes.set(language, names)
  return names
}

type Place = { found: string; before: string | undefined; startsSentence: boolean }

/** “in Times Square”, but not “The Square” at the beginning of a sentence. */
const isInOtherName =
  (times: ReadonlySet<string>) =>
  ({ found, before, startsSentence }: Place): boolean => {
    if (before === undefined || startsSentence || emptyWords.has(stemOf(before))) return false
    if (times.has(before.toLowerCase())) return false
    return /^\p{Lu}\p{Ll}+$/u.test(before) && /^\p{Lu}/u.test(found)
  }

/** In a headline, most words begin with a capital, so it says nothing. */
function isHeadline(text: string): boolean {
  const long = tokensOf(text).filter((word) => word.length > 3)
  return long.filter((word) => /^\p{Lu}/u.test(word)).length * 2 > long.length
}

const withoutNames = (text: string, name: string) => text.replace(new RegExp(escaped(name), 'giu'), ' ')

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
