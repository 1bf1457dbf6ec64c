import type { Searched } from '../../src/query/matcher.ts'
import type { Query, Term } from '../../src/query/query.ts'

/** The rules of queries once more, as simply as possible: each term is a regular expression, each text is searched from the start. */
export function naivelyMatches(query: Query, item: Searched): boolean {
  switch (query.kind) {
    case 'and':
      return query.parts.every((part) => naivelyMatches(part, item))
    case 'or':
      return query.parts.some((part) => naivelyMatches(part, item))
    case 'not':
      return !naivelyMatches(query.part, item)
    case 'term':
      return (
        placesOf(query, item).some(({ length }) => length > 0) ||
        (isSite(query) && field('link', query.text, item))
      )
    case 'near': {
      const [left, right] = [query.left, query.right].map((side) => side.map((term) => placesOf(term, item)))
      return [item.title, item.text].some((text, place) => {
        const folded = foldOf(query.left[0])(text)
        const isNear = (a: Place, b: Place) =>
          a.end <= b.start && wordsIn(folded, a.end, b.start) <= query.distance
        const [some, others] = [left, right].map(
          (side) => side?.flatMap((places) => places[place] ?? []) ?? [],
        )
        return some?.some((a) => others?.some((b) => isNear(a, b) || (!query.ordered && isNear(b, a))))
      })
    }
    case 'field':
      return field(query.name, query.value, item)
    case 'least': {
      const number = item.numbers[query.name]
      return number !== undefined && number >= query.least
    }
  }
}

/** The tests have no other sites. */
const isSite = ({ text, phrase, prefix, title, exact }: Term) =>
  text === 'a.example' && !phrase && !prefix && !title && !exact

type Place = { start: number; end: number }

/** Where a term is in the title, and where in the text. */
function placesOf({ text, phrase, prefix, title, exact }: Term, item: Searched): Place[][] {
  const fold = foldOf({ exact })
  const pattern = new RegExp(expressionOf(fold(text), phrase, prefix), 'gu')
  return [item.title, title ? '' : item.text].map((one) =>
    [...fold(one).matchAll(pattern)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
    })),
  )
}
const foldOf = (term: Pick<Term, 'exact'> | undefined) => (term?.exact ? shown : simple)

/** The terms of one NEAR are folded alike in these tests, so their places are places of one text. */
function wordsIn(text: string, from: number, to: number): number {
  const words = [...text.matchAll(new RegExp(`${counted}+(?:[.']${counted}+)*|[${denseWords}]`, 'gu'))]
  const isApart = (start: number) => !(start === from + 1 && text[from] === "'")
  return words.filter(({ index, 0: word }) => index >= from && index + word.length <= to && isApart(index))
    .length
}

function field(
  name: string,
  value: string,
  { url, links, language, sources, author, type }: Searched,
): boolean {
  if (name === 'type') return type === value
  if (name === 'lang') return language() === value
  if (name === 'source') return sources.includes(value)
  if (name === 'author') return expressionOf(simple(value), true, false).test(simple(author.name))
  const pattern = new RegExp(`^https://(\\w+\\.)*${escaped(value)}(/|$)`)
  return (name === 'link' ? links : [url]).some((address) => pattern.test(address))
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Only what the words of the tests need. */
const simple = (text: string) =>
  shown(text).toLowerCase().replaceAll('ß', 'ss').replaceAll('é', 'e').replaceAll('ñ', 'n')

const shown = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('\u00ad', '')
    .replaceAll('\ufe0f', '')
    .replaceAll('’', "'")
    .replaceAll(/\s/g, ' ')

const dense = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Hang}'
/** Korean has spaces, although its words are found anywhere. */
const denseWords = dense.replace('\\p{sc=Hang}', '')
const counted = `(?![${denseWords}])[\\p{L}\\p{Nd}\\p{M}_]`
/** A letter, digit or underscore of a script with spaces. */
const letter = `(?![${dense}])[\\p{L}\\p{Nd}\\p{M}_]`

function expressionOf(text: string, phrase: boolean, prefix: boolean): RegExp {
  const tokens = text.split(phrase ? ' ' : /(?!)/).map((word) => {
    const left = /^[#@.]/.test(word) ? `(?:(?<!${any})|${emphasisBefore})` : leftOf(word)
    return `${left}${escaped(word)}`
  })
  const parts = tokens.map((token, index) => {
    const word = text.split(phrase ? ' ' : /(?!)/)[index] ?? ''
    const goesOn = prefix && index === tokens.length - 1
    return goesOn ? token : `${token}${rightOf(word)}`
  })
  return new RegExp(parts.join('[^\\p{L}\\p{Nd}\\p{M}]{0,12}'), 'u')
}

const any = '[\\p{L}\\p{Nd}\\p{M}_]'
/** Underscores at the edge of a word are no part of it. */
const emphasisBefore = `(?<=(?<!${any}|[@#])_{1,10})`
const emphasisAfter = `(?=_{1,10}(?!${any}))`

const leftOf = (word: string) => {
  if (/^\p{RI}/u.test(word)) return '(?<=(?:^|[^\\p{RI}])(?:\\p{RI}\\p{RI})*)'
  return `(?<!\\u200d)${new RegExp(`^${letter}`, 'u').test(word) ? `(?:(?<!${letterBefore})|${emphasisBefore})` : ''}`
}
const rightOf = (word: string) =>
  `(?!\\u200d)${new RegExp(`${letterBefore}$`, 'u').test(word) ? `(?:(?!${letter})|${emphasisAfter})` : ''}`

/** `letter` for the end of a text: a lookahead cannot stand there. */
const letterBefore = `(?:(?![${dense}])[\\p{L}\\p{Nd}\\p{M}_])`
