import type { Searched } from '../../../service/query/matcher.ts'
import type { Query } from '../../../service/query/query.ts'

/** The rules of queries once more, as simply as possible: each term is a regular expression, each text is searched from the start. */
export function naivelyMatches(query: Query, item: Searched): boolean {
  switch (query.kind) {
    case 'and':
      return query.parts.every((part) => naivelyMatches(part, item))
    case 'or':
      return query.parts.some((part) => naivelyMatches(part, item))
    case 'not':
      return !naivelyMatches(query.part, item)
    case 'term': {
      const pattern = expressionOf(query.text, query.phrase, query.prefix)
      return [item.title, ...(query.title ? [] : [item.text])].some((text) => pattern.test(simple(text)))
    }
    case 'field':
      return field(query.name, query.value, item)
  }
}

function field(name: string, value: string, { url, language, sources, author }: Searched): boolean {
  if (name === 'lang') return language() === value
  if (name === 'source') return sources.includes(value)
  if (name === 'author') return expressionOf(value, true, false).test(simple(author.name))
  return new RegExp(`^https://(\\w+\\.)*${escaped(value)}(/|$)`).test(url)
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Only what the words of the tests need. */
function simple(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\u00ad', '')
    .replaceAll('\ufe0f', '')
    .replaceAll('’', "'")
    .replaceAll('ß', 'ss')
    .replaceAll('é', 'e')
    .replaceAll('ñ', 'n')
    .replaceAll(/\s/g, ' ')
}

const dense = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Hang}'
/** A letter, digit or underscore of a script with spaces. */
const letter = `(?![${dense}])[\\p{L}\\p{Nd}\\p{M}_]`

function expressionOf(text: string, phrase: boolean, prefix: boolean): RegExp {
  const tokens = simple(text)
    .split(phrase ? ' ' : /(?!)/)
    .map((word) => {
      const left = /^[#@.]/.test(word) ? `(?:(?<!${any})|${emphasisBefore})` : leftOf(word)
      return `${left}${escaped(word)}`
    })
  const parts = tokens.map((token, index) => {
    const word = simple(text).split(phrase ? ' ' : /(?!)/)[index] ?? ''
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
