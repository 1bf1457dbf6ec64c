import type { Mention } from '@overheard/mention-client/mention'
import { describe, expect, it } from 'vitest'
import { conditionsOf } from '../../../src/engine/rules/filters.ts'
import type { Filter } from '../../../src/model/subscription.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

/** The matched value of each condition of the filter, or undefined. */
function hits(filter: Filter, mention: Partial<Mention>): (string | undefined)[] {
  return conditionsOf(filter).map(({ hit }) => hit(sampleMention(mention)))
}

const author = (name: string) => ({ author: { name, avatar: '', audience: 0, url: '' } })
const audience = (size: number) => ({ author: { ...author('Kim Lee').author, audience: size } })
const nowhere: Partial<Mention> = { location: {} }

const hitting: [string, Filter, Partial<Mention>, string][] = [
  ['a source in other upper and lower case', { source: ['Reddit'] }, { source: 'reddit' }, 'reddit'],
  ['one source of several', { source: ['web', 'reddit'] }, { source: 'reddit' }, 'reddit'],
  ['a source pattern with a *', { source: ['news*'] }, { source: 'news-blogs' }, 'news-blogs'],
  ['a * for an empty source', { source: ['*'] }, { source: '' }, 'unknown'],
  ['"unknown" for an empty source', { source: ['unknown'] }, { source: ' ' }, 'unknown'],
  ['a language in other upper and lower case', { language: ['EN'] }, { language: 'en' }, 'en'],
  ['"unknown" for an empty language', { language: ['unknown'] }, { language: '' }, 'unknown'],
  ['a country', { country: ['us'] }, { location: { country: 'US' } }, 'US'],
  ['"unknown" for a missing country', { country: ['unknown'] }, nowhere, 'unknown'],
  ['a sentiment', { sentiment: ['negative'] }, { sentiment: 'negative' }, 'negative'],
  ['a minimum reach', { reach: { from: 10 } }, { reach: 10 }, '10'],
  ['a maximum reach', { reach: { to: 10 } }, { reach: 10 }, '10'],
  ['a minimum and a maximum reach', { reach: { from: 5, to: 10 } }, { reach: 7 }, '7'],
  ['a reach of zero', { reach: { from: 0 } }, { reach: 0 }, '0'],
  ['a minimum audience of the author', { audience: { from: 100 } }, audience(100), '100'],
  ['a maximum audience of the author', { audience: { to: 100 } }, audience(0), '0'],
  [
    '`starred: true` if the mention has a star in the service',
    { starred: true },
    { starred: true },
    'starred',
  ],
  [
    '`starred: false` if the mention has no star in the service',
    { starred: false },
    { starred: false },
    'not starred',
  ],
  ['`done: true` if the mention is done in the service', { done: true }, { done: true }, 'done'],
  ['one tag of several', { tag: ['vip'] }, { tags: ['press', 'VIP'] }, 'VIP'],
  ['"unknown" for a mention without tags', { tag: ['unknown'] }, { tags: [] }, 'unknown'],
  ['the whole author name', { author: ['kim lee'] }, author('Kim Lee'), 'Kim Lee'],
  ['an author name with a *', { author: ['*lee'] }, author('Kim Lee'), 'Kim Lee'],
  ['an author name in another Unicode form', { author: ['José'] }, author('Jose\u0301'), 'Jose\u0301'],
  ['an author name with special characters', { author: ['a.b (c+d)?'] }, author('A.B (C+D)?'), 'A.B (C+D)?'],
  ['"unknown" for an author without a name', { author: ['unknown'] }, author(''), 'unknown'],
  ['a domain that equals the host', { domain: ['acme.com'] }, { url: 'https://acme.com/x' }, 'acme.com'],
  [
    'a domain if the host is its subdomain',
    { domain: ['ACME.com'] },
    { url: 'https://blog.eu.acme.com/' },
    'blog.eu.acme.com',
  ],
  [
    'a host with a port and a user',
    { domain: ['acme.com'] },
    { url: 'https://me@acme.com:8443/' },
    'acme.com',
  ],
  [
    'a host without a scheme and with a port',
    { domain: ['acme.com'] },
    { url: 'acme.com:8443/x' },
    'acme.com',
  ],
  ['a host without a scheme', { domain: ['acme.com'] }, { url: 'www.acme.com/x' }, 'www.acme.com'],
  ['a host with a dot at its end', { domain: ['acme.com'] }, { url: 'https://acme.com./x' }, 'acme.com'],
  ['a host with an umlaut', { domain: ['müller.de'] }, { url: 'https://www.müller.de/' }, 'www.müller.de'],
  ['the ending of a host', { domain: ['*.gov'] }, { url: 'https://www.fda.gov' }, 'www.fda.gov'],
  ['a domain with a dot in front', { domain: ['.acme.com'] }, { url: 'https://acme.com' }, 'acme.com'],
  ['"unknown" for a missing host', { domain: ['unknown'] }, { url: '' }, 'unknown'],
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
    'a Japanese word within a text without spaces',
    { text: ['返金'] },
    { title: '返金してください', snippet: '' },
    '返金',
  ],
  [
    'a Thai word within a text without spaces',
    { text: ['คืนเงิน'] },
    { title: 'ขอคืนเงินด้วย', snippet: '' },
    'คืนเงิน',
  ],
  [
    'a Cyrillic word in other upper and lower case',
    { text: ['ВОЗВРАТ'] },
    { title: 'хочу возврат', snippet: '' },
    'ВОЗВРАТ',
  ],
]

const passing: [string, Filter, Partial<Mention>][] = [
  ['a part of a source', { source: ['news'] }, { source: 'news-blogs' }],
  ['"unknown" for a known source', { source: ['unknown'] }, { source: 'web' }],
  ['a sentiment if the mention has none', { sentiment: ['neutral'] }, JSON.parse('{"sentiment":null}')],
  ['`starred: true` if the mention has no star in the service', { starred: true }, { starred: false }],
  ['a minimum audience above the author’s', { audience: { from: 10 } }, audience(9)],
  ['a minimum reach above the mention’s', { reach: { from: 10 } }, { reach: 9 }],
  ['a maximum reach below the mention’s', { reach: { to: 10 } }, { reach: 11 }],
  ['a part of a tag', { tag: ['vi'] }, { tags: ['vip'] }],
  ['a part of an author name', { author: ['Kim'] }, author('Kim Lee')],
  ['a pattern with regular expression syntax', { author: ['.*'] }, author('Kim')],
  ['a host that only ends with the same letters', { domain: ['acme.com'] }, { url: 'https://notacme.com' }],
  [
    'a host that only begins with the domain',
    { domain: ['acme.com'] },
    { url: 'https://acme.com.evil.example' },
  ],
  ['a host in the path', { domain: ['acme.com'] }, { url: 'https://x.example/acme.com' }],
  ['a part of a word', { text: ['fund'] }, { title: 'refund funds', snippet: '' }],
  ['words in another order', { text: ['opening job'] }, { title: 'job opening', snippet: '' }],
  [
    'a word across the border of title and snippet',
    { text: ['acmedown'] },
    { title: 'acme', snippet: 'down' },
  ],
  // Backtracking over the places of so many stars would take exponential time.
  [
    'a text pattern with many stars, and decides this quickly',
    { text: ['*a*a*a*a*a*a*b*'] },
    { title: 'a'.repeat(300), snippet: '' },
  ],
  [
    'an author pattern with many stars, and decides this quickly',
    { author: ['*x*x*x*x*y'] },
    author('x'.repeat(300)),
  ],
]

describe('a filter', () => {
  it.each(hitting)('matches a mention by %s', (_what, filter, mention, detail) => {
    expect(hits(filter, mention)).toEqual([detail])
  })
})

describe('a filter', () => {
  it.each(passing)('does not match a mention by %s', (_what, filter, mention) => {
    expect(hits(filter, mention)).toEqual([undefined])
  })
})
