import type { Searched } from '../../src/query/matcher.ts'
import type { Field, Near, Query, Term } from '../../src/query/query.ts'
import { naivelyMatches } from './naive-match.ts'

/** True if a text is what the English sentence says: the sentence is read word for word, without the query. */
export function isMeant(sentence: string, item: Searched): boolean {
  const [, clauses = ''] = /^Mentions that (.*)\.$/s.exec(sentence) ?? []
  if (clauses === '') throw new Error(`no sentence: ${sentence}`)
  return holds(clauses, item)
}

/** Every word that the sentence has in quotes. */
export const wordsIn = (sentence: string): string[] =>
  [...sentence.matchAll(/“([^”]*)”/g)].map(([, word = '']) => word)

function holds(text: string, item: Searched): boolean {
  const { clauses, operators } = apart(text)
  if (new Set(operators).size > 1) throw new Error(`and stands beside or: ${text}`)
  if (clauses.length > 1)
    return operators[0] === 'and'
      ? clauses.every((clause) => holds(clause, item))
      : clauses.some((clause) => holds(clause, item))
  const [, inner] = /^\((.*)\)$/s.exec(text) ?? []
  return inner === undefined ? clauseHolds(text, item) : holds(inner, item)
}

/** The clauses of a sentence, with the words between them. Those in quotes and parentheses are left alone. */
function apart(text: string): { clauses: string[]; operators: string[] } {
  const hidden = (part: string) => 'x'.repeat(part.length)
  let masked = text.replaceAll(/“[^”]*”/g, hidden)
  while (/\([^()]*\)/.test(masked)) masked = masked.replaceAll(/\([^()]*\)/g, hidden)
  const found = [...masked.matchAll(/, (and|or) /g)]
  const ends = [...found.map(({ index }) => index), text.length]
  const starts = [0, ...found.map(({ index, 0: whole }) => index + whole.length)]
  return {
    clauses: starts.map((start, place) => text.slice(start, ends[place])),
    operators: found.map(([, operator = '']) => operator),
  }
}

function clauseHolds(text: string, item: Searched): boolean {
  const positive = text.replace(/^do not /, '').replace(/^are not /, 'are ')
  return naivelyMatches(queryOf(positive), item) !== (positive !== text)
}

const codes: Record<string, string> = { English: 'en', German: 'de' }

const fields: [RegExp, Field['name']][] = [
  [/^are on (.*)$/, 'site'],
  [/^link to (.*)$/, 'link'],
  [/^are by “(.*)”$/, 'author'],
  [/^are in (.*)$/, 'lang'],
  [/^come from the source (.*)$/, 'source'],
  [/^are (\w+)s$/, 'type'],
]

function queryOf(text: string): Query {
  for (const [pattern, name] of fields) {
    const [, value] = pattern.exec(text) ?? []
    if (value !== undefined) return { kind: 'field', name, value: codes[value] ?? value }
  }
  const [, reach, points] =
    /^have (?:a reach of at least ([\d,]+)|at least ([\d,]+) points)$/.exec(text) ?? []
  const number = (reach ?? points)?.replaceAll(',', '')
  if (number !== undefined)
    return { kind: 'least', name: reach === undefined ? 'points' : 'reach', least: Number(number) }
  return nearOf(text) ?? listOf(text)
}

const between: Record<string, number> = { 'no word': 0, 'at most one word': 1 }

function nearOf(text: string): Near | undefined {
  const [, left, how, right, title, least = '', distance] =
    /^contain (.*?”.*?) (near|before) (.*?”[^”]*?)( in the title)? \((no word|at most one word|at most (\d+) words) between them\)$/.exec(
      text,
    ) ?? []
  if (left === undefined || right === undefined) return undefined
  const [ofLeft, ofRight] = [left, right].map((side) => termsIn(side, title !== undefined)) as [
    Term[],
    Term[],
  ]
  const words = distance === undefined ? (between[least] ?? 0) : Number(distance)
  return { kind: 'near', ordered: how === 'before', distance: words, left: ofLeft, right: ofRight }
}

function listOf(text: string): Query {
  const [, domain] = /^contain “(.*)” or link to it$/.exec(text) ?? []
  if (domain !== undefined)
    return {
      kind: 'or',
      parts: [...termsIn(`“${domain}”`, false), { kind: 'field', name: 'link', value: domain }],
    }
  const [, words, title] = /^(?:contain|have) (.*?)( in the title)?$/.exec(text) ?? []
  if (words === undefined) throw new Error(`not understood: ${text}`)
  const parts: Query[] = termsIn(words, title !== undefined)
  if (parts.length < 2) return parts[0] as Query
  return { kind: / or (?:words that |a word that |“)/.test(words) ? 'or' : 'and', parts }
}

function termsIn(text: string, title: boolean): Term[] {
  const pattern =
    /((?:a word that begins|words that begin) with )?“([^”]*)”( in exactly these letters( and signs)?)?/g
  return [...text.matchAll(pattern)].map(([, begins, words = '', exactly, signs]) => ({
    kind: 'term',
    text: words,
    // The name of a site alone would find links, too.
    phrase: /\s|\.example$/.test(words) && signs === undefined,
    prefix: begins !== undefined,
    title,
    exact: exactly !== undefined,
  }))
}
