import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { inWords } from '../../src/query/in-words.ts'
import { createMatcher } from '../../src/query/matcher.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { posts, searched } from './posts.ts'
import { queryTexts } from './random-query.ts'
import { isMeant, wordsIn } from './read-words.ts'

describe('a query in words', () => {
  it.each([
    ['acme', 'contain “acme”'],
    ['acme app', 'contain “acme” and “app”'],
    ['acme OR acmehq -jobs', 'contain “acme”, or (contain “acmehq”, and do not contain “jobs”)'],
    ['(acme OR acmehq) -jobs -hiring', 'contain “acme” or “acmehq”, and do not contain “jobs” or “hiring”'],
    ['acme -(jobs OR hiring)', 'contain “acme”, and do not contain “jobs” or “hiring”'],
    ['acme -(jobs hiring)', 'contain “acme”, and (do not contain “jobs”, or do not contain “hiring”)'],
    ['acme -(-jobs)', 'contain “acme” and “jobs”'],
    [
      '=Apple -=apple',
      'contain “Apple” in exactly these letters, and do not contain “apple” in exactly these letters',
    ],
    ['`node.js`', 'contain “node.js” in exactly these letters and signs'],
    ['plug*', 'contain a word that begins with “plug”'],
    [
      '=Apple NEAR/5 phone',
      'contain “Apple” in exactly these letters near “phone” (at most 5 words between them)',
    ],
    ['a1 ONEAR/0 (b1 OR "c d")', 'contain “a1” before “b1” or “c d” (no word between them)'],
    ['title:a1 NEAR/1 title:b1', 'contain “a1” near “b1” in the title (at most one word between them)'],
    [
      'acme -(a1 NEAR/2 b1)',
      'contain “acme”, and do not contain “a1” near “b1” (at most 2 words between them)',
    ],
    ['title:acme', 'have “acme” in the title'],
    ['acme -medium.com', 'contain “acme”, and do not contain “medium.com” or link to it'],
    ['medium.com OR acme OR app', 'contain “medium.com” or link to it, or contain “acme” or “app”'],
    ['title:medium.com', 'have “medium.com” in the title'],
    ['"medium.com"', 'contain “medium.com”'],
    ['acme* OR globex', 'contain a word that begins with “acme”, or contain “globex”'],
    ['acme* globex', 'contain a word that begins with “acme”, and contain “globex”'],
    ['acme* OR "app st*"', 'contain a word that begins with “acme” or words that begin with “app st”'],
    ['globex OR =Apple', 'contain “globex”, or contain “Apple” in exactly these letters'],
    [
      'app -(globex OR =Apple)',
      'contain “app”, and do not contain “globex”, and do not contain “Apple” in exactly these letters',
    ],
    [
      '(acme* OR globex OR =Apple) NEAR/5 phone',
      'contain “Apple” in exactly these letters, “globex” or a word that begins with “acme” near “phone” (at most 5 words between them)',
    ],
    ['link:acme.example -site:acme.example', 'link to acme.example, and are not on acme.example'],
    ['acme lang:de lang:unknown', 'contain “acme”, and (are in German, or are in an unknown language)'],
    ['acme author:kim source:web', 'contain “acme”, and are by “kim”, and come from the source web'],
    ['acme type:comment', 'contain “acme”, and are comments'],
    [
      'acme reach:>999 points:>=5',
      'contain “acme”, and have a reach of at least 1,000, and have at least 5 points',
    ],
  ])('%s: mentions that %s', (query, words) =>
    expect(inWords(parseQuery(query))).toBe(`Mentions that ${words}.`),
  )

  it('finds what the sentence says, and nothing else', () => {
    fc.assert(
      fc.property(queryTexts, posts, fc.boolean(), (text, post, isBuilt) => {
        const query = parseQuery(text)
        const sentence = inWords(query)
        // Half of the texts have every word that the sentence names.
        const item = isBuilt ? { ...post, text: wordsIn(sentence).join(' ') } : post
        const isFound = createMatcher([{ key: 1, query }])(searched('', item)).length > 0
        expect(isFound).toBe(isMeant(sentence, searched('', item)))
      }),
      { numRuns: runs(600) },
    )
  })
})
