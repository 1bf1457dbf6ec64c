import fc from 'fast-check'
import type { Searched } from '../../src/query/matcher.ts'
import { words } from './random-query.ts'

export function searched(text: string, more: Partial<Searched> = {}): Searched {
  return {
    ...{ title: '', text, url: 'https://a.example/1', links: [], author: { name: 'Kim Lee' } },
    ...{ language: () => 'en', sources: ['web', 'hacker-news'], type: 'post', numbers: {}, ...more },
  }
}

/** Texts of words of the queries, with all kinds of characters between them. */
export const texts = fc
  .array(
    fc.tuple(
      fc.constantFrom(...words, 'Acme', 'ACME', 'Straße', 'cafe', 'apple', 'acmeの'),
      fc.constantFrom(' ', ' ', '', ', ', '-', '. ', '_', '#', '\u00ad', '’s ', '\n'),
    ),
    { maxLength: 8 },
  )
  .map((pairs) => pairs.flat().join(''))

export const posts = fc.record({
  title: texts,
  text: texts,
  url: fc.constantFrom('https://a.example/x', 'https://www.b.example/blog/1', 'https://c.example'),
  links: fc.subarray(['https://a.example/x', 'https://www.b.example/blog/1']),
  language: fc.constantFrom('en', 'de', 'unknown').map((language) => () => language),
  type: fc.constantFrom('post', 'comment'),
  numbers: fc.record({ reach: fc.nat(200), points: fc.nat(20) }, { requiredKeys: [] }),
  author: fc.constantFrom('Kim Lee', 'Ann', 'kimono').map((name) => ({ name })),
})
