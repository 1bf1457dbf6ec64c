import { type Filter, filterSchema } from '../../model/subscription.ts'
import { countryName, languageName, sourceName } from './labels.ts'
import { short } from './numbers.ts'
import { say } from './texts.ts'

/** The words for the keys of a filter and for their values. Values may be text of strangers. */

type FilterKey = keyof Filter

const isFilterKey = (key: string): key is FilterKey => Object.hasOwn(filterSchema.shape, key)

/** Returns the keys that a filter has, in their written order. */
export const filterKeysOf = (filter: Filter): FilterKey[] => Object.keys(filter).filter(isFilterKey)

/** Returns the word for a key. Other rules than filters have keys, too; they stay as they are. */
export const filterKeyWords = (key: string): string => (isFilterKey(key) ? say[key]() : key)

/** Returns the words for one value of a mention, or of a filter's list. */
export function filterValueWords(key: FilterKey, value: string): string {
  if (value === 'unknown') return say.unknown({ key })
  const words: Partial<Record<FilterKey, () => string | undefined>> = {
    language: () => languageName(value),
    country: () => countryName(value.toUpperCase()),
    source: () => sourceName(value),
    reach: () => say.reachOf({ count: short(Number(value)) }),
    audience: () => say.audienceOf({ count: short(Number(value)) }),
    text: () => say.inQuotes({ words: value }),
  }
  return words[key]?.() ?? value
}
