/** A parsed query. `and` and `or` have at least two parts, none of their own kind. */
export type Query =
  | { kind: 'and' | 'or'; parts: Query[] }
  | { kind: 'not'; part: Query }
  | Term
  | { kind: 'field'; name: FieldName; value: string }

/** A word, or the words of a phrase. `prefix`: the last word goes on. */
export type Term = { kind: 'term'; text: string; phrase: boolean; prefix: boolean; title: boolean }

export const fieldNames = ['site', 'author', 'lang', 'source'] as const
export type FieldName = (typeof fieldNames)[number]

/** A query that cannot be used. `position` is a UTF-16 index in the query. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  readonly position: number
  readonly example: string
  constructor(message: string, position: number, example: string) {
    super(message)
    this.position = position
    this.example = example
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
        .map((part) => (part.kind === 'or' ? `(${printQuery(part)})` : printQuery(part)))
        .join(' ')
    case 'not':
      return isAtom(query.part) ? `-${printQuery(query.part)}` : `-(${printQuery(query.part)})`
    case 'field':
      return `${query.name}:${/[\s()]/.test(query.value) ? `"${query.value}"` : query.value}`
    case 'term': {
      const words = `${query.text}${query.prefix ? '*' : ''}`
      return `${query.title ? 'title:' : ''}${query.phrase ? `"${words}"` : words}`
    }
  }
}

const isAtom = ({ kind }: Query) => kind === 'term' || kind === 'field'

/** All parts of a query that are no operators. `wanted` is false below a NOT. */
export function* leavesOf(query: Query, wanted = true): Generator<{ leaf: Query; wanted: boolean }> {
  if (query.kind === 'not') yield* leavesOf(query.part, !wanted)
  else if (query.kind === 'and' || query.kind === 'or')
    for (const part of query.parts) yield* leavesOf(part, wanted)
  else yield { leaf: query, wanted }
}
