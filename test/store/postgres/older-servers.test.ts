/** The tests run a new server, so errors of older servers are found by checking the text of the statements. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The word after each subquery. Before PostgreSQL 16 it must be a name. (`.join(` is a call in TypeScript.) */
function behindSubqueries(text: string): string[] {
  return [...text.matchAll(/(?<!\.)\b(?:from|join)\s*\(/gi)].map(({ index, 0: opening }) => {
    let end = index + opening.length
    for (let depth = 1; depth > 0 && end < text.length; end++) depth += depthOf(text[end])
    return text.slice(end, end + 40).trim()
  })
}

const depthOf = (sign = '') => ({ '(': 1, ')': -1 })[sign] ?? 0

const named = /^(?:as\s+)?(?!on\b|where\b|order\b|group\b|returning\b|limit\b)[a-z]/i

describe('for a server older than PostgreSQL 16,', () => {
  it.each(globSync('src/store/postgres/*.ts'))('each subquery in %s has a name', (file) => {
    for (const behind of behindSubqueries(readFileSync(file, 'utf8'))) expect(behind).toMatch(named)
  })

  it('the check for subqueries without a name finds one in a wrong statement', () => {
    const text = 'from (select a, lower(b) from (select 1) as inner) on conflict; join (select 2) x on true'
    expect(behindSubqueries(text).map((behind) => named.test(behind))).toEqual([false, true, true])
  })
})
