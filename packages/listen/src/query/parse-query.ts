import { fold, hasContent } from './fold.ts'
import { listSigns, partsOfList } from './foreign-operators.ts'
import {
  type Field,
  type FieldName,
  fieldNames,
  joined,
  type Least,
  leavesOf,
  type NumberName,
  numberNames,
  postTypes,
  printQuery,
  type Query,
  QueryError,
  type Term,
} from './query.ts'
import { Refusal } from './refusal.ts'
import { siteOf } from './site.ts'
import { fieldNamed, freeFields, type TextToken, type Token, tokensOf } from './tokens.ts'
import { languageNamed, sourceNamed, sourceNames, typeNamed } from './value-names.ts'

/** Limits that keep the matching of each post cheap. */
const maxLength = 2000
const maxTerms = 60
const maxDepth = 10
const maxDistance = 100

/** The fewest letters before a star. A shorter beginning matches nearly every post. */
const minPrefix = 2

const example = '"acme app" OR acmehq -jobs'

/**
 * Reads a query. Words next to each other must all occur; AND may stand between them. NEAR binds tightest, then NOT and `-`, then AND, then OR.
 * Throws QueryError, whose example is the whole query if another language has operators for what it says.
 */
export function parseQuery(text: string): Query {
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const translation = readable(text, error, (refused) => refused)
    // Not every word can be put in quotes as it is.
    const own = error.example !== undefined && isAccepted(error.example) ? error.example : example
    throw new QueryError(error.message, error.at, translation ?? own, translation !== undefined)
  }
}

const parsed = new WeakMap<object, Query>()

/** Parses the query of a search once, however many sources ask for it. */
export function queryOf(search: { query: string }): Query {
  const query = parsed.get(search) ?? parseQuery(search.query)
  parsed.set(search, query)
  return query
}

function isAccepted(text: string): boolean {
  try {
    read(text)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * A stored query may be older than a rule that refuses it. Returns a query that `parseQuery` accepts and that means what it meant: what is
 * refused stands in quotes. Undefined if there is none.
 */
export function acceptedForm(text: string): string | undefined {
  try {
    read(text)
    return text
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return readable(text, error, (refused, now) => {
      const [word] = now.slice(refused.at).match(wordBefore) ?? []
      if (word !== undefined) return { ...refused, end: refused.at + word.length, instead: inQuotes(word) }
      return refused.at === refused.end ? { ...refused, instead: ' ' } : undefined
    })
  }
}

/** In quotes a name with a colon is text, so only the value of a field stands in quotes. */
function inQuotes(word: string): string {
  const [, name = '', value] = /^([a-z]+):(.+)$/is.exec(word) ?? []
  const field = fieldNamed(name)
  return field !== undefined && freeFields.includes(field) ? `${field}:"${value}"` : `"${word}"`
}

/** A word as it was read before. */
const wordBefore = /^[^\s()"\u201c-\u201e\u00ab\u00bb]+/

type Fix = { at: number; end: number | undefined; instead: string | undefined }

/** The query with each refused part replaced; undefined if that does not make it one that can be read. */
function readable(text: string, refusal: Refusal, fixOf: (refusal: Refusal, now: string) => Fix | undefined) {
  let now = text
  let refused = refusal
  for (let tries = 0; tries < maxTerms; tries++) {
    const { at = 0, end, instead } = fixOf(refused, now) ?? {}
    if (end === undefined || instead === undefined) return undefined
    const before = now.slice(0, at)
    // Nothing is left for an operator before what is left out.
    const kept = instead === '' ? before.replace(/(?:\b(?:AND|OR|ANDNOT)\s+)?(?:NOT\s+|-)?$/, '') : before
    const left = `${kept}${instead}`
    const right = now.slice(end)
    now = `${left}${/(?:^|\s)$/.test(left) ? right.trimStart() : right}`
    try {
      read(now)
      return now.trim()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused = error
    }
  }
  return undefined
}

/** Throws Refusal. */
function read(text: string): Query {
  if (text.length > maxLength)
    throw new Refusal(`The query is longer than ${maxLength} characters.`, maxLength)
  const query = new Parser(tokensOf(text), text.length).whole()
  const terms = [...leavesOf(query)].flatMap(({ leaf }) =>
    leaf.kind === 'near' ? [...leaf.left, ...leaf.right] : [leaf],
  )
  if (terms.length > maxTerms) throw new Refusal(`The query has more than ${maxTerms} words and phrases.`, 0)
  if (!isNarrow(query))
    throw new Refusal(
      'The query would match nearly everything: each side of an OR needs a word, a site, a link or an author that must occur.',
      0,
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
    case 'field':
      return query.name === 'site' || query.name === 'author' || query.name === 'link'
    case 'term':
    case 'near':
      return true
    default:
      return false
  }
}

class Parser {
  readonly #tokens: Token[]
  readonly #end: number
  #next = 0
  #depth = 0
  /** The name of the field before the parentheses that are open; '' if there is none. */
  #field = ''

  constructor(tokens: Token[], end: number) {
    this.#tokens = tokens
    this.#end = end
  }

  whole(): Query {
    const query = this.#or()
    const rest = this.#tokens[this.#next]
    if (rest !== undefined) throw neverOpened(rest.at)
    return query
  }

  #peek<Kind extends Token['kind']>(...kinds: Kind[]): (Token & { kind: Kind }) | undefined {
    const token = this.#tokens[this.#next]
    return token !== undefined && isOf(token, kinds) ? token : undefined
  }

  #take<Kind extends Token['kind']>(...kinds: Kind[]): (Token & { kind: Kind }) | undefined {
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
    const not = this.#take('NOT')
    const start = this.#next
    const part = this.#near()
    if (not === undefined) return part
    if (not.isSign && part.kind === 'near' && this.#tokens[start]?.kind !== '(')
      throw this.#refusal('The sign could exclude one word or both. Parentheses say which.', start, {
        instead: `(${printQuery(part)})`,
      })
    return { kind: 'not', part }
  }

  #near(): Query {
    const start = this.#next
    const left = this.#atom()
    const near = this.#take('NEAR')
    if (near === undefined) return left
    const { distance, ordered } = near
    if (distance > maxDistance)
      throw new Refusal(`Words can be at most ${maxDistance} words apart.`, near.at, {
        end: near.end,
        instead: `${ordered ? 'ONEAR' : 'NEAR'}/${maxDistance}`,
      })
    const right = this.#atom()
    const query = nearQuery(near, left, right)
    if ('problem' in query) throw this.#refusal(query.problem, start, query)
    const another = this.#take('NEAR')
    if (another === undefined) return query
    const chained = nearQuery(another, right, this.#atom())
    const instead = 'problem' in chained ? undefined : `((${printQuery(query)}) (${printQuery(chained)}))`
    throw this.#refusal('NEAR stands between two words, not in a row.', start, { instead })
  }

  /** Refuses the tokens from `start` to the next one. */
  #refusal(message: string, start: number, fix: { instead?: string | undefined }): Refusal {
    const at = this.#tokens[start]?.at ?? 0
    return new Refusal(message, at, { end: this.#tokens[this.#next - 1]?.end ?? at, ...fix })
  }

  #atom(): Query {
    const token = this.#take('text', '(')
    if (token === undefined) throw this.#missing()
    if (this.#field !== '' && token.name !== '')
      throw new Refusal(`A field cannot stand within another one (${this.#field}).`, token.at, {
        example: 'title:(acme OR acmehq) site:news.example',
      })
    if (token.kind === 'text') return leafOf({ ...token, name: token.name || this.#field })
    this.#depth += 1
    if (this.#depth > maxDepth)
      throw new Refusal(`Parentheses are nested deeper than ${maxDepth}.`, token.at, {
        example: '(acme OR acmehq) app',
      })
    if (token.name !== '') this.#field = token.name
    const query = this.#or()
    if (token.name !== '') this.#field = ''
    if (!this.#take(')'))
      throw new Refusal('This parenthesis is never closed.', token.at, { example: '(acme OR acmehq) app' })
    this.#depth -= 1
    return query
  }

  #missing(): Refusal {
    const token = this.#tokens[this.#next]
    const before = this.#tokens[this.#next - 1]
    const operators = { example: 'acme OR acmehq' }
    if (token === undefined && before === undefined) return new Refusal('The query is empty.', 0, { example })
    if (token === undefined)
      return new Refusal(`A word is missing after ${before?.kind}.`, this.#end, operators)
    if (token.kind === ')' && !['(', 'AND', 'OR', 'NOT', 'NEAR'].includes(before?.kind ?? ''))
      return neverOpened(token.at)
    return new Refusal(`A word is missing before ${token.kind}.`, token.at, operators)
  }
}

const isOf = <Kind extends Token['kind']>(token: Token, kinds: Kind[]): token is Token & { kind: Kind } =>
  kinds.some((kind) => kind === token.kind)

const neverOpened = (at: number) =>
  new Refusal('This parenthesis was never opened.', at, { example: '(acme OR acmehq) app' })

/** The words of one side of NEAR; undefined if it is something else. */
function sideOf(query: Query): Term[] | undefined {
  const parts = query.kind === 'or' ? query.parts : [query]
  const terms = parts.filter((part) => part.kind === 'term')
  return terms.length === parts.length ? terms : undefined
}

type NearProblem = { problem: string; instead?: string | undefined }

function nearQuery(near: Token & { kind: 'NEAR' }, a: Query, b: Query): Query | NearProblem {
  const { distance, ordered } = near
  const [left, right] = [sideOf(a), sideOf(b)]
  if (left !== undefined && right !== undefined) {
    const isOfOnePlace = new Set([...left, ...right].map(({ title }) => title)).size === 1
    if (isOfOnePlace) return { kind: 'near', distance, ordered, left, right }
    return {
      problem: 'Both sides of NEAR are looked for in one place: write title: before both, or before none.',
    }
  }
  const problem = 'Each side of NEAR is a word, a phrase, or several of them with OR in parentheses.'
  const kinds = ['and', 'or'] as const
  // A side with several parts means each of them, or one of them.
  for (const kind of kinds)
    for (const [side, with_] of [
      [a, (part: Query) => nearQuery(near, part, b)],
      [b, (part: Query) => nearQuery(near, a, part)],
    ] as const) {
      if (side.kind !== kind) continue
      const parts = side.parts.map(with_).map((part) => ('problem' in part ? undefined : part))
      if (parts.every((part) => part !== undefined))
        return { problem, instead: `(${printQuery(joined(kind, parts))})` }
    }
  return { problem }
}

/**
 * `site:a site:b` means one of them, because a post has only one site. The same holds for the other fields, but a text can link to several
 * sites.
 */
function withChoices(parts: Query[]): Query[] {
  const choices = new Map<FieldName, Query[]>()
  for (const part of parts)
    if (part.kind === 'field' && part.name !== 'link')
      choices.set(part.name, [...(choices.get(part.name) ?? []), part])
  return parts.flatMap((part) => {
    const all = (part.kind === 'field' && choices.get(part.name)) || [part]
    return all[0] === part ? [joined('or', all)] : []
  })
}

function leafOf(token: TextToken): Query {
  const { name, at } = token
  const value = token.value.trim().replaceAll(/\s+/g, ' ')
  const field = fieldNames.find((known) => known === name)
  if (field !== undefined) return fieldOf(field, value, token)
  const number = numberNames.find((known) => known === name)
  if (number !== undefined) return leastOf(number, value, token)
  return termOf(value, { ...token, at, title: name === 'title' })
}

function termOf(written: string, token: TextToken & { title: boolean }): Term {
  const { at, form, exact, title } = token
  const prefix = form !== 'literal' && /\S\*$/.test(written)
  const text = prefix ? written.slice(0, -1) : written
  const star = { example: 'acme*' }
  if (!hasContent(text))
    throw prefix
      ? new Refusal('A star needs the beginning of a word.', at, star)
      : new Refusal('Nothing is left to look for here.', at, { example: '"acme app"' })
  if (
    prefix &&
    /^[\p{ASCII}]*$/u.test(text) &&
    text.split(' ').filter(hasContent).length === 1 &&
    (fold(text).text.match(/[^\s]+$/)?.[0].length ?? 0) < minPrefix
  )
    throw new Refusal(`Write at least ${minPrefix} letters before a star.`, at, star)
  if (form !== 'literal' && text.includes('*'))
    throw new Refusal('A star can only stand at the end of a word or phrase.', at, star)
  return { kind: 'term', text, phrase: form === 'phrase', prefix, title, exact }
}

function leastOf(name: NumberName, value: string, { at, end }: TextToken): Least {
  const [, sign, digits = ''] = /^(>=?)?(\d[\d_,.]*)$/.exec(value) ?? []
  const number = Number(digits.replaceAll(/[_,.]/g, ''))
  const instead = digits === '' || number > 1e12 ? undefined : `${name}:>=${number}`
  if (sign === undefined || instead === undefined || !/^\d+$/.test(digits))
    throw new Refusal(`Write the least ${name} after >= and without dots.`, at, {
      ...{ end, instead },
      example: `acme ${name}:>=1000`,
    })
  return { kind: 'least', name, least: sign === '>' ? number + 1 : number }
}

const fieldExamples: Record<FieldName, string> = {
  site: 'acme site:news.example',
  link: 'link:acme.example',
  author: 'acme author:kim',
  lang: 'acme lang:en',
  source: 'acme source:bluesky',
  type: 'acme type:comment',
}

function fieldOf(name: FieldName, value: string, { at, end, exact, form }: TextToken): Field {
  const wrong = (message: string) => new Refusal(message, at, { example: fieldExamples[name] })
  if (exact || form === 'literal') throw wrong(`Capitals do not count after ${name}:`)
  if (!hasContent(value)) throw wrong(`A value is missing after ${name}:`)
  if (form === 'word' && new RegExp(`[${listSigns}]`).test(value)) {
    const parts = partsOfList(value)?.filter(hasContent)
    throw new Refusal('Write OR between values of which one is enough.', at, {
      ...{ end, instead: parts && `${name}:(${parts.join(' OR ')})` },
      example: fieldExamples[name],
    })
  }
  const field = (accepted: string): Field => ({ kind: 'field', name, value: accepted })
  const lower = value.toLowerCase()
  const oneOf = (what: string, known: string | undefined): Field => {
    if (known === lower) return field(lower)
    const instead = known && `${name}:${known}`
    throw new Refusal(what, at, { ...{ end, instead }, example: fieldExamples[name] })
  }
  switch (name) {
    case 'lang':
      return oneOf('A language is a code such as en, or unknown.', languageNamed(lower))
    case 'type':
      return oneOf(`A type is one of ${postTypes.join(', ')}.`, typeNamed(lower))
    case 'source':
      return oneOf(`A source is one of ${sourceNames.join(', ')}.`, sourceNamed(lower))
    case 'author':
      if (value.includes('*'))
        throw new Refusal('An author is found by whole words, without stars.', at, {
          ...{ end, instead: `author:${value.replaceAll('*', '')}` },
          example: fieldExamples.author,
        })
      return field(value.replace(/^(@|\/?u\/)(?=.)/, ''))
    default: {
      const site = siteOf(value)
      if (site !== undefined) return field(site)
      const known = siteOf(value.replace(/[?#].*/, '').replace(/:\d+(?=\/|$)/, ''))
      throw new Refusal('A site is a name such as news.example, with or without a path.', at, {
        ...{ end, instead: known && `${name}:${known}` },
        example: fieldExamples[name],
      })
    }
  }
}
