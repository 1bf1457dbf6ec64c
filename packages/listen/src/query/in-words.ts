import { domainOf } from './matching/leaf.ts'
import type { Field, FieldName, Near, NumberName, Query, Term } from './query.ts'

/** What a query finds, as a sentence: Mentions that contain “acme” or “acmehq”, and do not contain “jobs”. */
export const inWords = (query: Query): string => `Mentions that ${wordsOf(query, false)}.`

/** A part of a query, or, with `not`, its opposite. */
type Signed = { query: Query; not: boolean }

/** What is not both lacks one, and what is not one of them lacks both. */
const operatorOf = (kind: 'and' | 'or', not: boolean) => ((kind === 'and') === not ? 'or' : 'and')

function wordsOf(query: Query, not: boolean): string {
  if (query.kind === 'not') return wordsOf(query.part, !not)
  if (!('parts' in query)) return clause([query], not)
  const operator = operatorOf(query.kind, not)
  const clauses = alike(partsOf({ query, not }, operator), operator).map((some) => {
    const [{ query: first, not: isNot } = { query, not }] = some
    if (!('parts' in first))
      return clause(
        some.map((one) => one.query),
        isNot,
        operator,
      )
    const words = wordsOf(first, isNot)
    return words.includes(', and ') || words.includes(', or ') ? `(${words})` : words
  })
  return clauses.join(`, ${operator} `)
}

/** Without groups that have the operator of the whole. */
function partsOf({ query, not }: Signed, operator: 'and' | 'or'): Signed[] {
  if (query.kind === 'not') return partsOf({ query: query.part, not: !not }, operator)
  const isGroup = 'parts' in query && operatorOf(query.kind, not) === operator
  return isGroup ? query.parts.flatMap((part) => partsOf({ query: part, not }, operator)) : [{ query, not }]
}

/** Terms that share one verb and one form stand in one clause, so that no words about the form seem to be about two terms. */
function alike(parts: Signed[], operator: 'and' | 'or'): Signed[][] {
  const clauses = new Map<string, Signed[]>()
  for (const [place, part] of parts.entries()) {
    const { query, not } = part
    // “Do not contain a and b” could mean that one of them is allowed.
    const isShared = query.kind === 'term' && domainOf(query) === undefined && !(not && operator === 'or')
    const key = isShared ? `${query.title} ${query.prefix} ${query.exact} ${not}` : `${place}`
    clauses.set(key, [...(clauses.get(key) ?? []), part])
  }
  return [...clauses.values()]
}

/** One clause about parts of one kind. */
function clause(parts: Query[], not: boolean, operator = 'and'): string {
  const [first] = parts
  const verb = (written: string) => (not ? (written === 'are' ? 'are not' : `do not ${written}`) : written)
  switch (first?.kind) {
    case 'term': {
      const terms = parts.filter((part) => part.kind === 'term').map(objectOf)
      const objects = listed(terms, not ? 'or' : operator)
      if (first.title) return `${verb('have')} ${objects} in the title`
      return `${verb('contain')} ${objects}${domainOf(first) === undefined ? '' : ' or link to it'}`
    }
    case 'near':
      return `${verb('contain')} ${nearWords(first)}`
    case 'field':
      return fieldWords(first, verb)
    case 'least':
      return `${verb('have')} ${leastWords[first.name](first.least.toLocaleString('en'))}`
    default:
      return ''
  }
}

/** “a”, “b” or “c” */
const listed = (words: string[], operator: string) =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(` ${operator} `)

const quoted = (text: string) => `\u201c${text}\u201d`

function objectOf({ text, phrase, prefix, exact }: Term): string {
  const begun = phrase ? 'words that begin with ' : 'a word that begins with '
  const signs = phrase || /^[\p{L}\p{N}]+$/u.test(text) ? '' : ' and signs'
  return `${prefix ? begun : ''}${quoted(text)}${exact ? ` in exactly these letters${signs}` : ''}`
}

/** What is said of a form stands behind exact terms and before beginnings of words, so neither stands beside a plain term. */
const byForm = (a: Term, b: Term) => Number(b.exact) - Number(a.exact) || Number(a.prefix) - Number(b.prefix)

function nearWords({ left, right, distance, ordered }: Near): string {
  const [first, second] = [left, right].map((side) => listed(side.toSorted(byForm).map(objectOf), 'or'))
  const place = left[0]?.title ? ' in the title' : ''
  const between =
    distance === 0 ? 'no word' : distance === 1 ? 'at most one word' : `at most ${distance} words`
  return `${first} ${ordered ? 'before' : 'near'} ${second}${place} (${between} between them)`
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

const fieldTexts: Record<FieldName, [verb: string, words: (value: string) => string]> = {
  site: ['are', (value) => `on ${value}`],
  link: ['link', (value) => `to ${value}`],
  author: ['are', (value) => `by ${quoted(value)}`],
  lang: ['are', (value) => (value === 'unknown' ? 'in an unknown language' : `in ${languages.of(value)}`)],
  source: ['come', (value) => `from the source ${value}`],
  type: ['are', (value) => `${value}s`],
}

function fieldWords({ name, value }: Field, verb: (written: string) => string): string {
  const [written, words] = fieldTexts[name]
  return `${verb(written)} ${words(value)}`
}

const leastWords: Record<NumberName, (least: string) => string> = {
  reach: (least) => `a reach of at least ${least}`,
  points: (least) => `at least ${least} points`,
}
