import { type QueryWarning, warningsOf } from './advice/unlikely.ts'
import { inWords } from './in-words.ts'
import { acceptedForm, parseQuery } from './parse-query.ts'
import { QueryError } from './query.ts'

/** What a query finds, and why it is refused. A stored query that is refused finds what it found before, if that can still be said. */
export type DescribedQuery = { inWords?: string; problem?: string; warnings?: QueryWarning[] }

export function describeQuery(text: string): DescribedQuery {
  try {
    const query = parseQuery(text)
    return { inWords: inWords(query), warnings: warningsOf(query) }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    const accepted = acceptedForm(text)
    const words = accepted === undefined ? 'This finds nothing.' : inWords(parseQuery(accepted))
    return { inWords: words, problem: error.sentence }
  }
}
