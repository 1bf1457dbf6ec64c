import { describe, expect, it } from 'vitest'
import type { Mention } from '../../src/model/mention.ts'
import type { Filter } from '../../src/model/subscription.ts'
import { conditionsOf } from '../../src/rules/filters.ts'
import { sampleMention } from '../tools/sample-mention.ts'

/** What each condition of a filter saw when it hit. */
function hits(filter: Filter, mention: Partial<Mention>): (string | undefined)[] {
  return conditionsOf(filter).map(({ hit }) => hit(sampleMention(mention)))
}

const author = (name: string) => ({ author: { name, avatar: '', audience: 0, url: '' } })
const nowhere: Partial<Mention> = { location: {} }

const hitting: [string, Filter, Partial<Mention>, string][] = [
  ['source in another case', { source: ['Reddit'] }, { source: 'reddit' }, 'reddit'],
  ['one source of several', { source: ['web', 'reddit'] }, { source: 'reddit' }, 'reddit'],
  ['source with a *', { source: ['news*'] }, { source: 'news-blogs' }, 'news-blogs'],
  ['any source', { source: ['*'] }, { source: '' }, 'unknown'],
  ['an unknown source', { source: ['unknown'] }, { source: ' ' }, 'unknown'],
  ['language in another case', { language: ['EN'] }, { language: 'en' }, 'en'],
  ['an unknown language', { language: ['unknown'] }, { language: '' }, 'unknown'],
  ['country', { country: ['us'] }, { location: { country: 'US' } }, 'US'],
  ['an unknown country', { country: ['unknown'] }, nowhere, 'unknown'],
  ['sentiment', { sentiment: ['negative'] }, { sentiment: 'negative' }, 'negative'],
  ['reach from', { reach: { from: 10 } }, { reach: 10 }, '10'],
  ['reach to', { reach: { to: 10 } }, { reach: 10 }, '10'],
  ['reach between', { reach: { from: 5, to: 10 } }, { reach: 7 }, '7'],
  ['reach zero', { reach: { from: 0 } }, { reach: 0 }, '0'],
  ['one tag of several', { tag: ['vip'] }, { tags: ['press', 'VIP'] }, 'VIP'],
  ['no tag at all', { tag: ['unknown'] }, { tags: [] }, 'unknown'],
  ['the whole author name', { author: ['kim lee'] }, author('Kim Lee'), 'Kim Lee'],
  ['an author name with a *', { author: ['*lee'] }, author('Kim Lee'), 'Kim Lee'],
  ['an author name in another Unicode form', { author: ['José'] }, author('Jose\u0301'), 'Jose\u0301'],
  ['an author name with special characters', { author: ['a.b (c+d)?'] }, author('A.B (C+D)?'), 'A.B (C+D)?'],
  ['an author without a name', { author: ['unknown'] }, author(''), 'unknown'],
  ['the host itself', { domain: ['acme.com'] }, { url: 'https://acme.com/x' }, 'acme.com'],
  ['a host below it', { domain: ['ACME.com'] }, { url: 'https://blog.eu.acme.com/' }, 'blog.eu.acme.com'],
  [
    'a host with a port and a user',
    { domain: ['acme.com'] },
    { url: 'https://me@acme.com:8443/' },
    'acme.com',
  ],
  ['a host without a scheme', { domain: ['acme.com'] }, { url: 'www.acme.com/x' }, 'www.acme.com'],
  ['a host with a dot at its end', { domain: ['acme.com'] }, { url: 'https://acme.com./x' }, 'acme.com'],
  ['a host in another script', { domain: ['müller.de'] }, { url: 'https://www.müller.de/' }, 'www.müller.de'],
  ['a host by its ending', { domain: ['*.gov'] }, { url: 'https://www.fda.gov' }, 'www.fda.gov'],
  ['a domain with a dot in front', { domain: ['.acme.com'] }, { url: 'https://acme.com' }, 'acme.com'],
  ['no host', { domain: ['unknown'] }, { url: '' }, 'unknown'],
  ['a word of the title', { text: ['acme'] }, { title: 'ACME is down', snippet: '' }, 'acme'],
  ['a word of the snippet', { text: ['refund'] }, { title: '', snippet: 'my (refund)!' }, 'refund'],
  ['the beginning of a word', { text: ['refund*'] }, { title: 'Refunds', snippet: '' }, 'refund*'],
  ['the end of a word', { text: ['*fund'] }, { title: 'my refund', snippet: '' }, '*fund'],
  [
    'words across a line end',
    { text: ['job  opening'] },
    { title: '', snippet: 'a job\nopening' },
    'job  opening',
  ],
  [
    'words with a * between',
    { text: ['acme*down'] },
    { title: 'Acme is going down', snippet: '' },
    'acme*down',
  ],
  ['a word with punctuation', { text: ['c++'] }, { title: 'We love C++.', snippet: '' }, 'c++'],
  ['a hashtag', { text: ['#acme'] }, { title: 'so #acme', snippet: '' }, '#acme'],
  [
    'a word with an accent in another form',
    { text: ['café'] },
    { title: 'Cafe\u0301 Acme', snippet: '' },
    'café',
  ],
  [
    'a word of Japanese, where words have no edges',
    { text: ['返金'] },
    { title: '返金してください', snippet: '' },
    '返金',
  ],
  ['a word of Thai', { text: ['คืนเงิน'] }, { title: 'ขอคืนเงินด้วย', snippet: '' }, 'คืนเงิน'],
  [
    'a word of Cyrillic in another case',
    { text: ['ВОЗВРАТ'] },
    { title: 'хочу возврат', snippet: '' },
    'ВОЗВРАТ',
  ],
]

const passing: [string, Filter, Partial<Mention>][] = [
  ['part of a source', { source: ['news'] }, { source: 'news-blogs' }],
  ['unknown, where the source is known', { source: ['unknown'] }, { source: 'web' }],
  ['a sentiment, where there is none', { sentiment: ['neutral'] }, JSON.parse('{"sentiment":null}')],
  ['reach below', { reach: { from: 10 } }, { reach: 9 }],
  ['reach above', { reach: { to: 10 } }, { reach: 11 }],
  ['part of a tag', { tag: ['vi'] }, { tags: ['vip'] }],
  ['part of an author name', { author: ['Kim'] }, author('Kim Lee')],
  ['a pattern as if it were an expression', { author: ['.*'] }, author('Kim')],
  ['a host that only ends alike', { domain: ['acme.com'] }, { url: 'https://notacme.com' }],
  ['a host that only begins alike', { domain: ['acme.com'] }, { url: 'https://acme.com.evil.example' }],
  ['a host in the path', { domain: ['acme.com'] }, { url: 'https://x.example/acme.com' }],
  ['part of a word', { text: ['fund'] }, { title: 'refund funds', snippet: '' }],
  ['words in another order', { text: ['opening job'] }, { title: 'job opening', snippet: '' }],
  ['a word that joins title and snippet', { text: ['acmedown'] }, { title: 'acme', snippet: 'down' }],
  // Tried one after the other, the places of so many stars would not end.
  ['a pattern of many stars', { text: ['*a*a*a*a*a*a*b*'] }, { title: 'a'.repeat(300), snippet: '' }],
  ['an author of many stars', { author: ['*x*x*x*x*y'] }, author('x'.repeat(300))],
]

describe('a condition hits', () => {
  it.each(hitting)('%s', (_what, filter, mention, detail) => {
    expect(hits(filter, mention)).toEqual([detail])
  })
})

describe('a condition does not hit', () => {
  it.each(passing)('%s', (_what, filter, mention) => {
    expect(hits(filter, mention)).toEqual([undefined])
  })
})
