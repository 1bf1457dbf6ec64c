import { domainToUnicode } from 'node:url'
import type { Filter } from '../model/filter.ts'
import type { Mention } from '../model/mention.ts'
import { domainPattern, wholePattern, wordPattern } from './pattern.ts'

/** One condition of a filter: its key, and what of the mention it looks at when it hits (undefined: it does not). */
type Condition = { key: string; hit: (mention: Mention) => string | undefined }

/** What a mention lacks counts as this. */
const unknown = 'unknown'

/** The conditions of a filter, in the order in which they are asked. Patterns are compiled once. */
export function conditionsOf(filter: Filter): Condition[] {
  return [
    ...list('source', filter.source, (mention) => [mention.source]),
    ...list('language', filter.language, (mention) => [mention.language]),
    ...list('country', filter.country, (mention) => [mention.location?.country ?? '']),
    ...list('sentiment', filter.sentiment, (mention) => [mention.sentiment ?? '']),
    ...reach(filter.reach),
    ...list('tag', filter.tag, (mention) => (mention.tags.length > 0 ? mention.tags : [''])),
    ...list('author', filter.author, (mention) => [mention.author.name]),
    ...list('domain', filter.domain, (mention) => hostForms(mention.url), { compile: domainPattern }),
    ...list('text', filter.text, (mention) => [`${mention.title}\n${mention.snippet}`], {
      compile: wordPattern,
      tell: (_, pattern) => pattern,
    }),
  ]
}

/** How a list is looked for: whole values where nothing else is said; `tell`: what is said of a hit, mostly the value. */
type Looking = {
  compile?: (pattern: string) => (value: string) => boolean
  tell?: (value: string, pattern: string) => string
}

function list(
  key: string,
  patterns: string[] | undefined,
  valuesOf: (mention: Mention) => string[],
  { compile = wholePattern, tell = (value) => value }: Looking = {},
): Condition[] {
  if (patterns === undefined) return []
  const compiled = patterns.map((pattern) => ({ pattern, matches: compile(pattern) }))
  const hit = (mention: Mention) => {
    for (const value of valuesOf(mention).map((found) => found.trim() || unknown)) {
      const found = compiled.find(({ matches }) => matches(value))
      if (found) return tell(value, found.pattern)
    }
    return undefined
  }
  return [{ key, hit }]
}

function reach(range: Filter['reach']): Condition[] {
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
