import type { Sentiment } from '../model/mention.ts'
import { sourceNames } from '../model/source.ts'
import { cut } from './text.ts'

/** The usual name of a source; for an unknown one the service's code, cleaned, in at most 30 characters. */
export function sourceName(source: string): string {
  return sourceNames.get(source) ?? cut(source, 30)
}

/** Signs that differ in shape, not only in colour. Neutral has none. */
const sentimentSigns: Record<Sentiment, string> = { positive: '👍', negative: '👎', neutral: '' }
const sentimentLabels: Record<Sentiment, string> = {
  positive: 'Positive',
  negative: 'Negative',
  neutral: 'Neutral',
}

/** 👎, 👍 or nothing. */
export function sentimentSign(sentiment: Sentiment | undefined): string {
  return sentiment === undefined ? '' : sentimentSigns[sentiment]
}

/** "Negative"; empty if the service does not rate the mention. */
export function sentimentLabel(sentiment: Sentiment | undefined): string {
  return sentiment === undefined ? '' : sentimentLabels[sentiment]
}

/** The sign with its word, "👎 Negative"; empty if the service did not rate the mention. */
export function sentimentWords(sentiment: Sentiment | undefined): string {
  return `${sentimentSign(sentiment)} ${sentimentLabel(sentiment)}`.trim()
}

/** Countries and languages: codes of the service in the form that people read. */

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** Codes that `Intl` names although they are no country: unknown, test locales, outlying Oceania. */
const noCountry = new Set(['ZZ', 'XA', 'XB', 'QO'])

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countries = new Map(
  alphabet
    .flatMap((first) => alphabet.map((second) => first + second))
    .filter((code) => !noCountry.has(code))
    .flatMap((code) => {
      const name = regions.of(code)
      return name === undefined ? [] : [[code, { name, flag: flagOf(code) }] as const]
    }),
)

/** The two regional indicators that Slack shows as a flag. */
function flagOf(code: string): string {
  const indicatorA = 0x1f1e6
  return String.fromCodePoint(...[...code].map((letter) => indicatorA + letter.charCodeAt(0) - 65))
}

/** The flag of an uppercase ISO country code; empty if there is no such country. */
export function flag(country: string | undefined): string {
  return (country !== undefined && countries.get(country)?.flag) || ''
}

/** The English name of an uppercase ISO country code; undefined if there is no such country. */
export function countryName(country: string): string | undefined {
  return countries.get(country)?.name
}

/** An ISO language code as cards show it ("EN", "PT-BR"); empty if the text is not a code. */
export function languageCode(language: string): string {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i.test(language) ? language.toUpperCase() : ''
}

/** The English name of an ISO language code; undefined if the text is no such code. */
export function languageName(language: string): string | undefined {
  return languageCode(language) === '' ? undefined : languages.of(language)
}
