import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { withoutNots } from '../../src/query/advice/parts.ts'
import { unlikelyParts, warningsOf } from '../../src/query/advice/unlikely.ts'
import { createMatcher } from '../../src/query/matcher.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { leavesOf, printQuery } from '../../src/query/query.ts'
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
    ['acme source:web -source:web', 'removed: acme source:web -source:web'],
    ['acme source:hacker-news -source:web', 'removed: acme source:hacker-news -source:web'],
    [
      'acme source:hacker-news (source:bluesky OR source:lemmy)',
      'impossible: acme source:hacker-news (source:bluesky OR source:lemmy)',
    ],
    [
      'acme source:github (source:reddit OR source:news-blogs)',
      'impossible: acme source:github (source:reddit OR source:news-blogs)',
    ],
    ['acme* -acm*', 'removed: acme* -acm*'],
    ['東京* -東京', 'removed: 東京* -東京'],
    ['東京 -=東京', 'removed: 東京 -=東京'],
    [
      'acme.example/a -link:acme.example -acme.example',
      'removed: acme.example/a -acme.example -link:acme.example',
    ],
    ['acme ONEAR/5 app -(acme NEAR/5 app)', 'removed: acme ONEAR/5 app -(acme NEAR/5 app)'],
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
    ['acme -lang:unknown'],
    ['=がくせい'.normalize('NFD')],
    ['"한국 앱"'.normalize('NFD')],
    ['author:박'.normalize('NFD')],
    ['acme* -acme'],
    ['東京* ONEAR/5 acme'],
    ['東京* NEAR/5 大阪*'],
    ['"app กรุง*" ONEAR/0 acme'],
    ['서울* ONEAR/5 acme'],
    ['C++* ONEAR/5 acme'],
    ['𠮷* ONEAR/2 acme'],
    ['"acme app*" -app'],
    ['acme -=acme'],
    ['ACME -=ACME'],
    ['Acme -=Acme'],
    ['café -=cafe'],
    ['"acme app" -="acme app"'],
    ['="Acme app" -`Acme app`'],
    ['acme.example -"acme.example"'],
    ['(acme NEAR/5 app) -(acme ONEAR/5 app)'],
    ['(acme NEAR/0 app) -"acme app"'],
    ['acme site:reddit.com (site:reddit.com/r/saas OR site:reddit.com/r/startups)'],
    ['acme site:a.example (site:blog.a.example OR site:b.example)'],
    ['acme source:web (source:hacker-news OR source:bluesky)'],
    ['acme source:feeds (source:reddit OR source:web)'],
    ['acme source:feeds -source:news-blogs'],
    ['acme -source:web'],
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
      fc.property(
        fc.oneof(narrowQueries, ownExclusions),
        fc.array(fc.oneof(posts, ownPosts), { minLength: 5, maxLength: 20 }),
        (text, given) => {
          const query = parseQuery(text)
          const bare = printQuery(withoutNots(query) ?? query)
          const unlikely = unlikelyParts(query)
          const isDead = unlikely.some(({ kind, part }) => kind !== 'frequent' && part === bare)
          const impossible = [...leavesOf(query)].filter(({ leaf }) =>
            unlikely.some(({ kind, part }) => kind === 'impossible' && part === printQuery(leaf)),
          )
          const dead = [...(isDead ? [query] : []), ...impossible.map(({ leaf }) => leaf)]
          const match = createMatcher(dead.map((one) => ({ key: printQuery(one), query: one })))
          const matches = given.filter((post) => match(searched('', post)).length > 0)
          expect([text, matches]).toEqual([text, []])
        },
      ),
      { numRuns: runs(800) },
    )
  })
})

const oneOf = (...texts: string[]) => fc.constantFrom(...texts)

/** Parts that are special cases of each other, so that a NOT of one often removes many posts of the other, or all. */
const parts = fc.oneof(
  oneOf('acme', 'ACME', 'Acme', '=acme', '=ACME', '=Acme', 'acme*', 'acm*', 'acmehq', '=acm*'),
  oneOf('"acme app"', '="acme app"', '`acme app`', '"acme ap*"', 'a.example', '"a.example"'),
  oneOf('(acme NEAR/2 app)', '(acme ONEAR/2 app)', '(app ONEAR/0 acme)', '(acm* NEAR/0 app)'),
  oneOf('site:a.example', 'site:a.example/x', 'site:blog.a.example', 'link:a.example', 'link:a.example/x'),
  oneOf('lang:unknown', 'lang:en', 'type:post', 'source:web', 'source:hacker-news', 'source:feeds'),
)
const ownExclusions = fc
  .tuple(oneOf('acme', 'ACME', 'acme*', 'a.example', '"acme app"'), parts, parts, parts, oneOf('', '-'))
  .map(([word, a, b, not, sign]) => `${word} ${sign}${a} (${a} OR ${b}) -${not}`)

const ownPosts = fc.record({
  title: oneOf('', 'Acme', 'acme app'),
  text: fc
    .array(oneOf('acme', 'ACME', 'Acme', 'aCme', 'acmehq', 'app', 'App', 'a.example', ',', 'ácme'), {
      maxLength: 4,
    })
    .map((words) => words.join(' ')),
  url: oneOf('https://a.example/x', 'https://blog.a.example/1', 'https://c.example'),
  links: fc.subarray(['https://a.example/x', 'https://a.example']),
  language: oneOf('en', 'de', 'unknown').map((language) => () => language),
  type: fc.constantFrom('post' as const, 'comment' as const),
  sources: fc.constantFrom(
    ['hacker-news', 'web'],
    ['feeds', 'reddit'],
    ['feeds', 'web'],
    ['news', 'news-blogs'],
  ),
})
