/** A parsed query. `and` and `or` have at least two parts, none of their own kind. */
export type Query = { kind: 'and' | 'or'; parts: Query[] } | { kind: 'not'; part: Query } | Leaf

/** A part of a query that has no queries in it. */
export type Leaf = Term | Near | Field | Least

/**
 * A word, the words of a phrase, or, if `exact` and no phrase, any characters with spaces between them. `prefix`: the last word goes on.
 * `exact`: capitals and accents count. `title`: only the title is searched.
 */
export type Term = {
  kind: 'term'
  text: string
  phrase: boolean
  prefix: boolean
  title: boolean
  exact: boolean
}

/**
 * One term of each side, with at most `distance` words between them. All terms are searched in the title, or none. `ordered`: the left side
 * comes first.
 */
export type Near = { kind: 'near'; distance: number; ordered: boolean; left: Term[]; right: Term[] }

export const fieldNames = ['site', 'link', 'author', 'lang', 'source', 'type'] as const
export type FieldName = (typeof fieldNames)[number]
export type Field = { kind: 'field'; name: FieldName; value: string }

export const postTypes = ['post', 'comment', 'article', 'review', 'issue'] as const
export type PostType = (typeof postTypes)[number]

export const numberNames = ['reach', 'points'] as const
export type NumberName = (typeof numberNames)[number]
/** A public number of the post is at least so large. One that nobody knows is not. */
export type Least = { kind: 'least'; name: NumberName; least: number }

/** A query that cannot be used. `position` is a UTF-16 index in the query; `example` is a query that can be used. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  readonly position: number
  readonly example: string
  /** True if `example` is the whole query, written so that it can be used. */
  readonly isTranslated: boolean
  constructor(message: string, position: number, example: string, isTranslated = false) {
    super(message)
    this.position = position
    this.example = example
    this.isTranslated = isTranslated
  }

  /** The error with its place and what to write, for people. */
  get sentence(): string {
    const what = this.isTranslated ? 'write' : 'for example'
    return `${this.message} (at character ${this.position + 1}; ${what} ${this.example})`
  }
}

/** The query that needs all parts, or one of them. Nested parts of the same kind become one list. */
export function joined(kind: 'and' | 'or', parts: Query[]): Query {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]))
  const [first, ...others] = flat
  return first !== undefined && others.length === 0 ? first : { kind, parts: flat }
}

/** Writes a query so that `parseQuery` reads the same again. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case 'or':
      return query.parts.map((part) => printQuery(part)).join(' OR ')
    case 'and':
      return query.parts
        .map((part) =>
          part.kind === 'or' || part.kind === 'near' ? `(${printQuery(part)})` : printQuery(part),
        )
        .join(' ')
    case 'not':
      return ['term', 'field', 'least'].includes(query.part.kind)
        ? `-${printQuery(query.part)}`
        : `-(${printQuery(query.part)})`
    case 'near': {
      const [left = '', right = ''] = [query.left, query.right].map((side) => {
        const terms = side.map(printTerm).join(' OR ')
        return side.length === 1 ? terms : `(${terms})`
      })
      return `${left} ${query.ordered ? 'ONEAR' : 'NEAR'}/${query.distance} ${right}`
    }
    case 'field':
      return `${query.name}:${/^[\p{L}\p{N}._~/@%:-]+$/u.test(query.value) ? query.value : `"${query.value}"`}`
    case 'least':
      return `${query.name}:>=${query.least}`
    case 'term':
      return printTerm(query)
  }
}

function printTerm({ text, phrase, prefix, title, exact }: Term): string {
  const words = `${text}${prefix ? '*' : ''}`
  const isWord = prefix || /^[\p{L}\p{N}]+$/u.test(text)
  const term = phrase ? `"${words}"` : exact && !isWord ? `\`${text}\`` : words
  return `${title ? 'title:' : ''}${exact && !term.startsWith('`') ? '=' : ''}${term}`
}

/** All parts of a query that are no operators. `wanted` is false below a NOT. */
export function* leavesOf(query: Query, wanted = true): Generator<{ leaf: Leaf; wanted: boolean }> {
  if (query.kind === 'not') yield* leavesOf(query.part, !wanted)
  else if ('parts' in query) for (const part of query.parts) yield* leavesOf(part, wanted)
  else yield { leaf: query, wanted }
}
