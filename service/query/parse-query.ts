import { fold, hasContent } from './fold.ts'
import { type FieldName, fieldNames, joined, leavesOf, type Query, QueryError, type Term } from './query.ts'

/** Limits that keep the matching of each post cheap. */
const maxLength = 2000
const maxTerms = 60
const maxDepth = 10

/** The fewest letters before a star. A shorter beginning matches nearly every post. */
const minPrefix = 2

const example = '"acme app" OR acmehq -jobs'

/**
 * Reads a query. Words next to each other must all occur; AND may stand between them and binds tighter than OR. `-` or NOT excludes. Throws
 * QueryError.
 */
export function parseQuery(text: string): Query {
  if (text.length > maxLength)
    throw new QueryError(`The query is longer than ${maxLength} characters.`, maxLength, example)
  const query = new Parser(tokensOf(text), text.length).whole()
  if ([...leavesOf(query)].length > maxTerms)
    throw new QueryError(`The query has more than ${maxTerms} words and phrases.`, 0, example)
  if (!isNarrow(query))
    throw new QueryError(
      'The query would match nearly everything: each side of an OR needs a word, a site or an author that must occur.',
      0,
      example,
    )
  return query
}

/** True if all that matches has something in common that few posts have. */
function isNarrow(query: Query): boolean {
  switch (query.kind) {
    case 'and':
      return query.parts.some(isNarrow)
    case 'or':
      return query.parts.every(isNarrow)
    case 'not':
      return false
    case 'field':
      return query.name === 'site' || query.name === 'author'
    case 'term':
      return true
  }
}

type Token =
  | { kind: '(' | ')' | 'AND' | 'OR' | 'NOT'; at: number }
  /** A word or phrase, with the name before its colon if it has one. */
  | { kind: 'text'; at: number; name: string; value: string; quoted: boolean }

/** One token: a parenthesis; or a minus, a name with a colon, and a phrase or a word. Quotes may be curly. */
const tokenPattern = /\s+|([()])|(-?)(?:([a-z]+):)?["“”„«»]([^"“”„«»]*)(["“”„«»]?)|([^\s()"“”„«»]+)/giy

function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(tokenPattern)) {
    const { index: at } = match
    const [, parenthesis, , , phrase, , word] = match
    if (parenthesis === '(' || parenthesis === ')') yield { kind: parenthesis, at }
    else if (phrase !== undefined) yield* phraseTokens(match, at)
    else if (word !== undefined) yield* wordTokens(word, at, text)
  }
}

function* phraseTokens(
  [, , minus = '', name = '', value = '', close]: string[],
  at: number,
): Generator<Token> {
  if (close === '')
    throw new QueryError(
      'This quote is never closed.',
      at + minus.length + (name === '' ? 0 : name.length + 1),
      '"acme app"',
    )
  if (minus !== '') yield { kind: 'NOT', at }
  yield { kind: 'text', at, name: name.toLowerCase(), value, quoted: true }
}

function* wordTokens(word: string, at: number, text: string): Generator<Token> {
  if (word === 'AND' || word === 'OR' || word === 'NOT') return yield { kind: word, at }
  if (!word.startsWith('-')) return yield textToken(word, at)
  // A minus directly before a parenthesis is a word of its own for the pattern.
  if (word === '-' && text[at + 1] !== '(')
    throw new QueryError('Write the minus directly before the word that must not occur.', at, 'acme -jobs')
  yield { kind: 'NOT', at }
  if (word !== '-') yield textToken(word.slice(1), at + 1)
}

/** Splits a name from its value. Names that are no fields belong to the word, as in `http://acme.example`. */
function textToken(word: string, at: number): Token {
  const [, name = '', value = ''] = /^([a-z]+):(.*)$/i.exec(word) ?? []
  const isField = isFieldName(name.toLowerCase())
  return isField
    ? { kind: 'text', at, name: name.toLowerCase(), value, quoted: false }
    : { kind: 'text', at, name: '', value: word, quoted: false }
}

const isFieldName = (name: string): boolean => name === 'title' || fieldNames.some((field) => field === name)

class Parser {
  readonly #tokens: Token[]
  readonly #end: number
  #next = 0
  #depth = 0

  constructor(tokens: Iterable<Token>, end: number) {
    this.#tokens = [...tokens]
    this.#end = end
  }

  whole(): Query {
    const query = this.#or()
    const rest = this.#tokens[this.#next]
    if (rest !== undefined)
      throw new QueryError('This parenthesis was never opened.', rest.at, '(acme OR acmehq) app')
    return query
  }

  #peek(...kinds: Token['kind'][]): Token | undefined {
    const token = this.#tokens[this.#next]
    return token !== undefined && kinds.includes(token.kind) ? token : undefined
  }

  #take(...kinds: Token['kind'][]): Token | undefined {
    const token = this.#peek(...kinds)
    if (token !== undefined) this.#next += 1
    return token
  }

  #or(): Query {
    const parts = [this.#and()]
    while (this.#take('OR')) parts.push(this.#and())
    return joined('or', parts)
  }

  #and(): Query {
    const parts = [this.#not()]
    while (this.#take('AND') || this.#peek('(', 'NOT', 'text')) parts.push(this.#not())
    const flat = parts.flatMap((part) => (part.kind === 'and' ? part.parts : [part]))
    return joined('and', withChoices(flat))
  }

  #not(): Query {
    return this.#take('NOT') ? { kind: 'not', part: this.#atom() } : this.#atom()
  }

  #atom(): Query {
    const token = this.#take('text', '(')
    if (token?.kind === 'text') return leafOf(token)
    if (token === undefined) throw this.#missing()
    this.#depth += 1
    if (this.#depth > maxDepth)
      throw new QueryError(
        `Parentheses are nested deeper than ${maxDepth}.`,
        token.at,
        '(acme OR acmehq) app',
      )
    const query = this.#or()
    if (!this.#take(')'))
      throw new QueryError('This parenthesis is never closed.', token.at, '(acme OR acmehq) app')
    this.#depth -= 1
    return query
  }

  #missing(): QueryError {
    const token = this.#tokens[this.#next]
    const before = this.#tokens[this.#next - 1]
    if (token === undefined && before === undefined) return new QueryError('The query is empty.', 0, example)
    if (token === undefined)
      return new QueryError(`A word is missing after ${before?.kind}.`, this.#end, 'acme OR acmehq')
    if (token.kind === ')' && before?.kind !== '(' && !['AND', 'OR', 'NOT'].includes(before?.kind ?? ''))
      return new QueryError('This parenthesis was never opened.', token.at, '(acme OR acmehq) app')
    return new QueryError(`A word is missing before ${token.kind}.`, token.at, 'acme OR acmehq')
  }
}

/**
 * `site:a site:b` means one of them, because a post has only one site. The same holds for the other fields.
 */
function withChoices(parts: Query[]): Query[] {
  const choices = new Map<FieldName, Query[]>()
  for (const part of parts)
    if (part.kind === 'field') choices.set(part.name, [...(choices.get(part.name) ?? []), part])
  return parts.flatMap((part) => {
    const all = part.kind === 'field' ? (choices.get(part.name) ?? []) : [part]
    return all[0] === part ? [joined('or', all)] : []
  })
}

function leafOf({ at, name, value, quoted }: Token & { kind: 'text' }): Query {
  const field = fieldNames.find((known) => known === name)
  if (field !== undefined) return { kind: 'field', name: field, value: fieldValue(field, value.trim(), at) }
  if (name !== '' && name !== 'title')
    throw new QueryError(
      `There is no field ${name}. Known are title, ${fieldNames.join(', ')}.`,
      at,
      'acme site:news.example',
    )
  return termOf(value.trim().replaceAll(/\s+/g, ' '), { at, quoted, title: name === 'title' })
}

function termOf(
  written: string,
  { at, quoted, title }: { at: number; quoted: boolean; title: boolean },
): Term {
  const prefix = /\S\*$/.test(written)
  const text = prefix ? written.slice(0, -1) : written
  if (!hasContent(text))
    throw new QueryError(
      prefix ? 'A star needs the beginning of a word.' : 'Nothing is left to look for here.',
      at,
      prefix ? 'acme*' : '"acme app"',
    )
  if (
    prefix &&
    /^[\p{ASCII}]*$/u.test(text) &&
    (fold(text).text.match(/[^\s]+$/)?.[0].length ?? 0) < minPrefix
  )
    throw new QueryError(`Write at least ${minPrefix} letters before a star.`, at, 'acme*')
  if (text.includes('*'))
    throw new QueryError('A star can only stand at the end of a word or phrase.', at, 'acme*')
  return { kind: 'term', text, phrase: quoted, prefix, title }
}

const fieldExamples: Record<FieldName, string> = {
  site: 'acme site:news.example',
  author: 'acme author:kim',
  lang: 'acme lang:en',
  source: 'acme source:bluesky',
}

function fieldValue(name: FieldName, value: string, at: number): string {
  const wrong = (message: string) => new QueryError(message, at, fieldExamples[name])
  if (!hasContent(value)) throw wrong(`A value is missing after ${name}:`)
  if (name === 'lang') {
    if (!/^(unknown|[a-z]{2,3})$/i.test(value))
      throw wrong('A language is a code of two letters, or unknown.')
    return value.toLowerCase()
  }
  if (name !== 'site') return name === 'source' ? value.toLowerCase() : value
  const site = value
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '')
  if (!/^[^\s/:]+\.[^\s/:]+(\/\S*)?$/.test(site))
    throw wrong('A site is a name such as news.example, with or without a path.')
  return site
}
