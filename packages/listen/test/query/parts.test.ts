import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { countParts } from '../../src/query/advice/parts.ts'
import { createMatcher } from '../../src/query/matcher.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { posts, searched } from './posts.ts'
import { queryTexts } from './random-query.ts'

const count = (query: string, texts: string[]) =>
  countParts(
    parseQuery(query),
    texts.map((text, index) => ({
      title: text,
      url: `https://a.example/${index}`,
      searched: searched(text),
    })),
  )

const texts = ['acme app', 'acme jobs', 'acme jobs, acme app', 'app jobs', 'hiring at acme', 'other']

describe('the parts of a query', () => {
  it('are counted each by itself, also those that must not occur', () => {
    expect(count('acme app -jobs', texts).parts).toEqual([
      { part: 'acme', found: 4 },
      { part: 'app', found: 3 },
      { part: 'jobs', found: 3 },
    ])
  })

  it('of a NEAR are its words and the whole', () => {
    expect(
      count('acme NEAR/1 (app OR jobs)', texts).parts.map(({ part, found }) => `${part} ${found}`),
    ).toEqual(['acme 4', 'app 3', 'jobs 3', 'acme NEAR/1 (app OR jobs) 3'])
  })

  it('show what each NOT drops, with at most three examples', () => {
    expect(count('acme -jobs -(hiring OR app)', [...texts, ...texts]).dropped).toMatchObject([
      {
        by: '-jobs',
        found: 4,
        examples: [{ title: 'acme jobs' }, { title: 'acme jobs, acme app' }, { title: 'acme jobs' }],
      },
      { by: '-(hiring OR app)', found: 6 },
    ])
  })

  it('do not say that a NOT drops what another part of the query finds all the same', () => {
    expect(count('(acme -jobs) OR app', texts).dropped).toMatchObject([
      { by: '-jobs', found: 1, examples: [{ title: 'acme jobs' }] },
    ])
  })

  it('are counted as queries of their own would find them', () => {
    fc.assert(
      fc.property(queryTexts, fc.array(posts, { maxLength: 6 }), (query, given) => {
        const all = given.map((post) => searched('', post))
        const counted = countParts(
          parseQuery(query),
          all.map((post) => ({ title: '', url: '', searched: post })),
        )
        for (const { part, found } of counted.parts.filter(({ part: one }) => isQuery(one))) {
          const match = createMatcher([{ key: 1, query: parseQuery(part) }])
          expect([part, found]).toEqual([part, all.filter((post) => match(post).length > 0).length])
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

/** A field alone is no query. */
function isQuery(part: string): boolean {
  try {
    parseQuery(part)
    return true
  } catch {
    return false
  }
}
