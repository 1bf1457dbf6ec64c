import { domainToUnicode } from 'node:url'
import type { Mention } from '../model/mention.ts'
import type { Filter } from '../model/subscription.ts'
import { domainPatterns, type Patterns, wholePatterns, wordPatterns } from './patterns.ts'

/** One condition of a filter: its key, and what of the mention it looks at when it hits (undefined: it does not). */
type Condition = { key: string; hit: (mention: Mention) => string | undefined }

/** What a mention lacks counts as this. */
const unknown = 'unknown'

/** The conditions of a filter, in the order in which they are asked. Patterns are compiled once. */
export function conditionsOf(filter: Filter): Condition[] {
  return [
    ...listCondition('source', filter.source, (mention) => [mention.source]),
    ...listCondition('language', filter.language, (mention) => [mention.language]),
    ...listCondition('country', filter.country, (mention) => [mention.location?.country ?? '']),
    ...listCondition('sentiment', filter.sentiment, (mention) => [mention.sentiment ?? '']),
    ...reachCondition(filter.reach),
    ...listCondition('tag', filter.tag, (mention) => (mention.tags.length > 0 ? mention.tags : [''])),
    ...listCondition('author', filter.author, (mention) => [mention.author.name]),
    ...listCondition('domain', filter.domain, (mention) => hostForms(mention.url), {
      compile: domainPatterns,
    }),
    ...listCondition('text', filter.text, (mention) => [`${mention.title}\n${mention.snippet}`], {
      compile: wordPatterns,
      tell: (_, pattern) => pattern,
    }),
  ]
}

/** How a list is looked for: whole values where nothing else is said; `tell`: what is said of a hit, mostly the value. */
type MatchOptions = {
  compile?: (patterns: string[]) => Patterns
  tell?: (value: string, pattern: string) => string
}

function listCondition(
  key: string,
  patterns: string[] | undefined,
  valuesOf: (mention: Mention) => string[],
  { compile = wholePatterns, tell: notify = (value) => value }: MatchOptions = {},
): Condition[] {
  if (patterns === undefined) return []
  const first = compile(patterns)
  const hit = (mention: Mention) => {
    for (const value of valuesOf(mention).map((found) => found.trim() || unknown)) {
      const pattern = first(value)
      if (pattern !== undefined) return notify(value, pattern)
    }
    return undefined
  }
  return [{ key, hit }]
}

function reachCondition(range: Filter['reach']): Condition[] {
  if (range === undefined) return []
  const { from = 0, to = Number.POSITIVE_INFINITY } = range
  return [{ key: 'reach', hit: ({ reach }) => (reach >= from && reach <= to ? String(reach) : undefined) }]
}

/** A host as people write it and as the wire has it, where these differ (müller.de, xn--mller-kva.de). */
export function hostForms(url: string): string[] {
  const host = hostOf(url)
  return [...new Set([domainToUnicode(host), host])]
}

/** The host of a mention's URL in lower case, empty where there is none; an address without a scheme has one, too. */
function hostOf(url: string): string {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : ''
}
