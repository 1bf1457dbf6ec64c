import { domainToUnicode } from 'node:url'
import type { Mention } from '@overheard/mention-client/mention'
import type { Filter, Range } from '../../model/subscription.ts'
import { domainPatterns, type Patterns, wholePatterns, wordPatterns } from './patterns.ts'

/**
 * `hit` returns the value of the mention that matches (the matching pattern if the key is `text`), or undefined if nothing matches. A flag
 * has `read`, because a person must read which of its two values the mention has.
 */
type Condition = {
  key: keyof Filter
  hit: (mention: Mention) => string | undefined
  read?: (mention: Mention) => string
}

/** Filters and mutes search words in this text. */
export const mentionText = ({ title, snippet }: Mention) => `${title}\n${snippet}`

/** If a mention lacks a value, filters compare this word instead. */
const unknown = 'unknown'

export function conditionsOf(filter: Filter): Condition[] {
  return [
    ...listCondition('source', filter.source, (mention) => [mention.source]),
    ...listCondition('language', filter.language, (mention) => [mention.language]),
    ...listCondition('country', filter.country, (mention) => [mention.location?.country ?? '']),
    ...listCondition('sentiment', filter.sentiment, (mention) => [mention.sentiment ?? '']),
    ...rangeCondition('reach', filter.reach, (mention) => mention.reach),
    ...rangeCondition('audience', filter.audience, (mention) => mention.author.audience),
    ...flagCondition('starred', filter.starred, ({ starred }) => starred),
    ...flagCondition('done', filter.done, ({ done }) => done),
    ...listCondition('tag', filter.tag, (mention) => (mention.tags.length > 0 ? mention.tags : [''])),
    ...listCondition('author', filter.author, (mention) => [mention.author.name]),
    ...listCondition('domain', filter.domain, (mention) => hostForms(mention.url), {
      compile: domainPatterns,
    }),
    ...listCondition('text', filter.text, (mention) => [mentionText(mention)], {
      compile: wordPatterns,
      shown: (_, pattern) => pattern,
    }),
  ]
}

type MatchOptions = {
  compile?: (patterns: string[]) => Patterns
  shown?: (value: string, pattern: string) => string
}

function listCondition(
  key: keyof Filter,
  patterns: string[] | undefined,
  valuesOf: (mention: Mention) => string[],
  { compile = wholePatterns, shown = (value) => value }: MatchOptions = {},
): Condition[] {
  if (patterns === undefined) return []
  const firstMatch = compile(patterns)
  const hit = (mention: Mention) => {
    for (const value of valuesOf(mention).map((found) => found.trim() || unknown)) {
      const pattern = firstMatch(value)
      if (pattern !== undefined) return shown(value, pattern)
    }
    return undefined
  }
  return [{ key, hit }]
}

function rangeCondition(
  key: keyof Filter,
  range: Range | undefined,
  numberOf: (mention: Mention) => number,
): Condition[] {
  if (range === undefined) return []
  const { from = 0, to = Number.POSITIVE_INFINITY } = range
  const hit = (mention: Mention) => {
    const value = numberOf(mention)
    return value >= from && value <= to ? String(value) : undefined
  }
  return [{ key, hit }]
}

function flagCondition(
  key: keyof Filter,
  wanted: boolean | undefined,
  isSet: (mention: Mention) => boolean,
): Condition[] {
  if (wanted === undefined) return []
  const read = (mention: Mention) => (isSet(mention) ? key : `not ${key}`)
  return [{ key, read, hit: (mention) => (isSet(mention) === wanted ? read(mention) : undefined) }]
}

/** Returns the host as people write it and, if different, in punycode (müller.de, xn--mller-kva.de). */
export function hostForms(url: string): string[] {
  const host = hostOf(url)
  return [...new Set([domainToUnicode(host), host])]
}

/** Returns the host in lower case, or '' if the URL has none. Accepts a URL without a scheme. */
function hostOf(url: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase().replace(/\.$/, '') : ''
}
