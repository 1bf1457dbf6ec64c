import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { unheardWarnings } from '../../src/query/advice/unheard.ts'
import { createMatcher } from '../../src/query/matcher.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { posts, searched } from './posts.ts'
import { queryTexts } from './random-query.ts'

const texts = ['acme app', 'acme jobs', 'the app of the day', 'acme was here, said the app']

const warned = (query: string) =>
  unheardWarnings(
    [{ key: 'alert', query: parseQuery(query) }],
    texts.map((text) => searched(text)),
  ).get('alert')

describe('a query that has matched nothing for a week', () => {
  it.each([
    ['fooo acme', 'none has fooo, while acme is in 3'],
    ['fooo acme app', 'none has fooo, while acme is in 3 and app is in 3'],
    ['fooo baar acme', 'none has fooo and none has baar, while acme is in 3'],
    ['(fooo OR baar) acme', 'none has fooo OR baar, while acme is in 3'],
    ['fooo NEAR/2 acme', 'none has fooo and none has fooo NEAR/2 acme, while acme is in 3'],
    ['jobs NEAR/2 app', 'none has jobs NEAR/2 app, while jobs is in 1 and app is in 3'],
    ['acme site:b.example', 'none has site:b.example, while acme is in 3'],
    ['acme lang:de', 'none has lang:de, while acme is in 3'],
    ['fooo acme -jobs', 'none has fooo, while acme is in 3'],
    ['(fooo acme) OR other', 'none has fooo, while acme is in 3'],
  ])('%s: %s', (query, expected) =>
    expect(warned(query)).toEqual([
      {
        what: `Matched nothing in 7 days: of the last 4 posts ${expected}.`,
        whatToDo: 'Write it as posts have it.',
      },
    ]),
  )

  it.each([
    ['one part', 'fooo'],
    ['alternatives of one part', 'fooo OR acme'],
    ['no part that occurs', 'fooo baar'],
    ['only parts that occur', 'jobs day'],
    ['besides only what many posts have', 'fooo lang:en type:post source:web'],
    ['a NOT that removes nothing', 'jobs day -fooo'],
  ])('is not warned of if it has %s', (_what, query) => expect(warned(query)).toBeUndefined())

  it('is warned of for each of its alternatives', () => {
    expect(warned('(fooo acme) OR (baar jobs)')).toHaveLength(2)
  })

  it('is never warned of if a post matches each of its alternatives', () => {
    fc.assert(
      fc.property(queryTexts, fc.array(posts, { maxLength: 6 }), (text, given) => {
        const query = parseQuery(text)
        const alternatives = query.kind === 'or' ? query.parts : [query]
        const all = given.map((post) => searched('', post))
        const warnings = unheardWarnings([{ key: 'alert', query }], all).get('alert') ?? []
        const match = createMatcher(alternatives.map((one) => ({ key: one, query: one })))
        const matched = new Set(all.flatMap((post) => match(post).map(({ key }) => key)))
        expect(warnings.length).toBeLessThanOrEqual(alternatives.length - matched.size)
      }),
      { numRuns: runs(200) },
    )
  })
})
