import { closestWord } from '@overheard/base/name'
import type { z } from 'zod'
import { countriesIn, isCountryCode, languagesIn } from '../model/iso-codes.ts'
import { readSourceName, sourceNames } from '../model/source.ts'
import { type Filter, filterSchema } from '../model/subscription.ts'

// A filter of the configuration file is checked more strictly than a stored one: a value that no mention can have is an error, because
// otherwise nothing would be posted, without a word.

/** Codes and names that people write for countries, but neither `Intl` nor ISO 3166 knows. */
const otherCountryNames: Readonly<Record<string, string>> = {
  usa: 'US',
  america: 'US',
  uae: 'AE',
  england: 'GB',
  holland: 'NL',
}

const unknown = 'unknown'

const isAnything = (value: string) => value.includes('*') || value.trim().toLowerCase() === unknown

const made = new Map<string, Intl.DisplayNames>()

/** To make them takes 0.1 ms, and a file can have thousands of filters. */
function englishNames(type: 'language' | 'region'): Intl.DisplayNames {
  const names = made.get(type) ?? new Intl.DisplayNames('en', { type, fallback: 'none' })
  made.set(type, names)
  return names
}

function languageOf(value: string): string | undefined {
  const code = value.trim()
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return undefined
  try {
    const { language } = new Intl.Locale(code)
    return englishNames('language').of(language) === undefined ? undefined : language
  } catch {
    return undefined
  }
}

/** The list of all countries takes 15 ms, so it is made only for a suggestion. */
function isCountry(value: string): boolean {
  const code = value.trim().toUpperCase()
  if (!isCountryCode(code)) return false
  return new Intl.Locale(`und-${code}`).region === code && englishNames('region').of(code) !== undefined
}

function meantLanguage(value: string): string | undefined {
  const written = value.trim().toLowerCase()
  const languages = languagesIn('en')
  const ownNames = languages.map(({ value: code }) => ({
    label: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code,
    value: code,
  }))
  return codeNamed(written, [...languages, ...ownNames])
}

function meantCountry(value: string): string | undefined {
  const written = value.trim().toLowerCase()
  const canonical = /^[a-z]{2}$/.test(written) ? new Intl.Locale(`und-${written}`).region : undefined
  if (canonical !== undefined && isCountry(canonical)) return canonical
  return otherCountryNames[written] ?? codeNamed(written, countriesIn('en'))
}

function codeNamed(written: string, named: { label: string; value: string }[]): string | undefined {
  const isWritten = ({ label }: { label: string }) => label.toLowerCase() === written
  const exact = named.find(isWritten)
  if (exact !== undefined || written.length < 4) return exact?.value
  const closest = closestWord(
    written,
    named.map(({ label }) => label),
  )
  return named.find(({ label }) => label === closest)?.value
}

const question = (meant: string | undefined) => (meant === undefined ? '' : `; did you mean \`${meant}\`?`)

/** Reports each code that no mention can have. */
function checkCodes(filter: Filter, context: z.RefinementCtx): void {
  const report = (key: 'language' | 'country', what: string, isCode: (value: string) => boolean) => {
    for (const [index, value] of (filter[key] ?? []).entries()) {
      if (isAnything(value) || isCode(value)) continue
      const meant = key === 'language' ? meantLanguage(value) : meantCountry(value)
      const message = `expected the ISO code of a ${what}, unknown, or a pattern with *, found '${value}'${question(meant)}`
      context.addIssue({ code: 'custom', path: [key, index], message })
    }
  }
  report('language', 'language (such as en)', (value) => languageOf(value) !== undefined)
  report('country', 'country (such as US)', isCountry)
}

export const writtenFilter = filterSchema.superRefine(checkCodes)

export const writtenCondition = writtenFilter.refine(
  (keys: Filter) => Object.keys(keys).length > 0,
  'an empty condition',
)

/** A value of a filter that a mention can have, but hardly has. */
type UnlikelyValue = { key: 'source' | 'language'; value: string; meant: string | undefined }

/** What the mentions of a source of `listen` have as their `source`. */
type SourceOfMentions = (source: string) => string | undefined

/** Sources that the mention service may have, but that Overheard does not know, and codes of three letters that have one of two. */
export function unlikelyValues(filter: Filter, sourceOfMentions: SourceOfMentions): UnlikelyValue[] {
  const sources = (filter.source ?? []).filter((value) => !isAnything(value) && !isKnownSource(value))
  const languages = (filter.language ?? []).filter((value) => /^[a-z]{3}$/i.test(value.trim()))
  return [
    ...sources.map(
      (value) => ({ key: 'source', value, meant: meantSource(value, sourceOfMentions) }) as const,
    ),
    ...languages.flatMap((value) => {
      const meant = languageOf(value)
      return meant?.length === 2 ? [{ key: 'language', value, meant } as const] : []
    }),
  ]
}

const isKnownSource = (value: string) => sourceNames.has(value.trim().toLowerCase())

function meantSource(value: string, sourceOfMentions: SourceOfMentions): string | undefined {
  const code = readSourceName(sourceOfMentions(value.trim().toLowerCase()) ?? value)
  return sourceNames.has(code) ? code : closestWord(value, [...sourceNames.keys()])
}
