import type { Sentiment } from '@overheard/mention-client/mention'
import { isCountryCode } from '../../model/iso-codes.ts'
import { sourceNames } from '../../model/source.ts'
import { perLocale } from './locale.ts'
import { cut } from './text.ts'
import { say } from './texts.ts'

export function sourceName(source: string): string {
  if (source === 'web') return say.web()
  if (source === 'news-blogs') return say.newsAndBlogs()
  return sourceNames.get(source) ?? cut(source, 30)
}

const sentimentSigns: Record<Sentiment, string> = { positive: '👍', negative: '👎', neutral: '' }

export function sentimentSign(sentiment: Sentiment | undefined): string {
  return sentiment === undefined ? '' : sentimentSigns[sentiment]
}

export function sentimentLabel(sentiment: Sentiment | undefined): string {
  return sentiment === undefined ? '' : say[sentiment]()
}

const insideKeys = { positive: 'isPositive', negative: 'isNegative', neutral: 'isNeutral' } as const

/** Returns the word for a sentiment within a sentence. */
export function sentimentWord(sentiment: Sentiment | undefined): string {
  return sentiment === undefined ? '' : say[insideKeys[sentiment]]()
}

/** Remembers the names of codes of two letters, because looking one up takes 10 µs of CPU and each card needs three. */
const namesOf = (type: 'region' | 'language', fallback: 'none' | 'code') =>
  perLocale((locale) => {
    const names = new Intl.DisplayNames(locale, { type, fallback })
    const known = new Map<string, string | undefined>()
    return (code: string) => {
      if (code.length !== 2) return names.of(code)
      if (!known.has(code)) known.set(code, names.of(code))
      return known.get(code)
    }
  })

const regionName = namesOf('region', 'none')
const languageNameOf = namesOf('language', 'code')

function flagOf(code: string): string {
  const indicatorA = 0x1f1e6
  return String.fromCodePoint(...[...code].map((letter) => indicatorA + letter.charCodeAt(0) - 65))
}

export function flag(country: string | undefined): string {
  return country === undefined || countryName(country) === undefined ? '' : flagOf(country)
}

export function countryName(country: string): string | undefined {
  return isCountryCode(country) ? regionName()(country) : undefined
}

export function languageName(language: string): string | undefined {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i.test(language) ? languageNameOf()(language) : undefined
}

/** Joins whole sentences. Empty ones are left out. */
export const sentences = (all: readonly (string | undefined)[]): string =>
  all
    .filter((one) => one !== undefined && one !== '')
    .reduce<string>(
      (before, after) => (before === '' ? (after ?? '') : say.nextSentence({ before, after: after ?? '' })),
      '',
    )

/** What somebody wrote, such as a name, in the quotation marks of the language. */
export const quoted = (words: string): string => say.inQuotes({ words })

/** Ends a sentence that was said without its full stop. */
export const ended = (sentence: string): string => say.ended({ sentence })

/** A name or heading, and what is said of it. */
export const labelled = (label: string, value: string): string => say.labelled({ label, value })

/** What is known, with something beside it; without it if the note is empty. */
export const withNote = (fact: string, note: string): string =>
  note === '' ? fact : say.withNote({ fact, note })
