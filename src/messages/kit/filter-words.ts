import type { Filter } from '../../model/subscription.ts'
import { countryName, languageName, sourceName } from './labels.ts'
import { short } from './numbers.ts'

/** The words for the keys of a filter and for their values. Values may be text of strangers. */

type FilterKey = keyof Filter

/** A key whose word is not in everyday language has another one here. */
const names: Record<FilterKey, string> = {
  source: 'source',
  language: 'language',
  country: 'country',
  sentiment: 'sentiment',
  reach: 'reach',
  audience: 'author’s audience',
  starred: 'star',
  done: 'done flag',
  tag: 'tag',
  author: 'author',
  domain: 'domain',
  text: 'text',
}

const isFilterKey = (key: string): key is FilterKey => Object.hasOwn(names, key)

/** Returns the keys that a filter has, in their written order. */
export const filterKeysOf = (filter: Filter): FilterKey[] => Object.keys(filter).filter(isFilterKey)

/** Returns the word for a key. Other rules than filters have keys, too; they stay as they are. */
export const filterKeyWords = (key: string): string => (isFilterKey(key) ? names[key] : key)

/** Returns the words for one value of a mention, or of a filter's list. */
export function filterValueWords(key: FilterKey, value: string): string {
  if (value === 'unknown') return `unknown ${key}`
  const words: Partial<Record<FilterKey, () => string | undefined>> = {
    language: () => languageName(value),
    country: () => countryName(value.toUpperCase()),
    source: () => sourceName(value),
    reach: () => `${short(Number(value))} reach`,
    audience: () => `audience of ${short(Number(value))}`,
    text: () => `“${value}”`,
  }
  return words[key]?.() ?? value
}
