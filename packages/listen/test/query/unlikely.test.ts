import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { withoutNots } from '../../src/query/advice/parts.ts'
import { unlikelyParts, warningsOf } from '../../src/query/advice/unlikely.ts'
import { createMatcher } from '../../src/query/matcher.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { printQuery } from '../../src/query/query.ts'
import { posts, searched } from './posts.ts'
import { narrowQueries } from './random-query.ts'

const found = (query: string) =>
  unlikelyParts(parseQuery(query)).map((one) =>
    [`${one.kind}:`, one.part, ...(one.kind === 'removed' ? [one.by] : [])].join(' '),
  )

describe('an unlikely query', () => {
  it.each([
    ['acme -acme', 'removed: acme -acme'],
    ['acme -ACMÉ', 'removed: acme -ACMÉ'],
    ['"acme app" -app', 'removed: "acme app" -app'],
    ['acme -(app OR acm*)', 'removed: acme -(app OR acm*)'],
    ['(acme OR acmehq) -acm*', 'removed: acme OR acmehq -acm*'],
    ['(acme OR app) -app', 'removed: app -app'],
    ['=Acme -acme', 'removed: =Acme -acme'],
    ['#acme -acme', 'removed: #acme -acme'],
    ['title:acme -acme', 'removed: title:acme -acme'],
    ['acme NEAR/3 app -acme', 'removed: acme NEAR/3 app -acme'],
    ['site:a.example/b -site:a.example', 'removed: site:a.example/b -site:a.example'],
    ['author:"kim lee" -author:kim', 'removed: author:"kim lee" -author:kim'],
    ['acme lang:en -lang:en', 'removed: acme lang:en -lang:en'],
    ['acme reach:>=10 -reach:>=5', 'removed: acme reach:>=10 -reach:>=5'],
    ['acme lang:nb', 'impossible: lang:nb'],
    ['acme lang:eng', 'impossible: lang:eng'],
    ['the', 'frequent: the'],
    ['acme OR about', 'frequent: about'],
    ['Aber lang:de', 'frequent: Aber'],
  ])('%s: %s', (query, expected) => expect(found(query)).toEqual([expected]))

  it.each([
    ['acme'],
    ['acme app -"acme app"'],
    ['acme -"acme app" -jobs'],
    ['acme NEAR/3 app -"acme app"'],
    ['(acme OR app) NEAR/3 jobs -acme'],
    ['acme -#acme'],
    ['acme -title:acme'],
    ['acme -type:post'],
    ['acme -lang:en -lang:de'],
    ['acme -(-acme)'],
    ['acme -(-app)'],
    ['acme lang:no'],
    ['acme -site:a.example'],
    ['about acme'],
    ['"about us"'],
    ['=Next'],
  ])('is not %s', (query) => expect(found(query)).toEqual([]))

  it('says which share of posts a frequent word is in, the less the rarer it is', () => {
    const whatOf = (word: string) => warningsOf(parseQuery(word)).map(({ what }) => what)
    expect(whatOf('the')).toEqual([
      'the alone is one of the most frequent words: roughly 80 % of posts have it.',
    ])
    expect(whatOf('people')).toEqual([
      'people alone is one of the most frequent words: roughly 2 % of posts have it.',
    ])
    expect(whatOf('oder')).toEqual(['oder alone is one of the most frequent words.'])
  })

  it('matches no post if everything is said to be removed or impossible', () => {
    fc.assert(
      fc.property(narrowQueries, fc.array(posts, { minLength: 5, maxLength: 20 }), (text, given) => {
        const query = parseQuery(text)
        const bare = printQuery(withoutNots(query) ?? query)
        const isDead = unlikelyParts(query).some(({ kind, part }) => kind !== 'frequent' && part === bare)
        const match = createMatcher([{ key: 1, query }])
        const matches = given.filter((post) => match(searched('', post)).length > 0)
        if (isDead) expect([text, matches]).toEqual([text, []])
      }),
      { numRuns: runs(400) },
    )
  })
})
