import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFeed } from '../../../src/sources/feeds/parse-feed.ts'
import { tryFeed } from '../../../src/sources/feeds/try-feed.ts'

const addressesIn = (document: string) => parseFeed(document)?.entries.map(({ address }) => address)
const itemOf = (number: number) =>
  `<item><title>Acme ${number}</title><guid isPermaLink="false">${number}</guid><itunes:author>Jo</itunes:author><category>News</category><description>About Acme</description><link>https://x.example/${number}</link><pubDate>Fri, 27 Nov 2026 10:00:00 GMT</pubDate></item>`
const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Talk</title><atom:link rel="self" href="/feed"></atom:link><link>https://x.example/</link><description>All</description><image><url>/i.png</url><title>Talk</title></image><itunes:owner><itunes:name>Jo</itunes:name></itunes:owner><itunes:category text="A"></itunes:category>${[1, 2, 3].map(itemOf).join('')}</channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Talk</title><link href="https://x.example/"></link><id>f</id><updated>2026-11-27T10:00:00Z</updated>${[
  1, 2, 3,
]
  .map(
    (number) =>
      `<entry><title>Acme ${number}</title><link href="https://x.example/${number}"></link><id>${number}</id><updated>2026-11-27T10:00:00Z</updated><summary>About Acme</summary></entry>`,
  )
  .join('')}</feed>`
const json = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Talk',
  items: [1, 2, 3].map((number) => ({ id: number, url: `https://x.example/${number}`, title: 'Acme' })),
})
/** Without what is in it. */
const empty = /<(([\w:]+)[^<>]*)><\/\2>/g
const all = [1, 2, 3].map((number) => `https://x.example/${number}`)

describe('a broken document', () => {
  it.each([
    ['unclosed-in-channel', ['https://talk.example.net/1']],
    ['warning-before-feed', ['https://shop.example.net/1']],
  ])('is read as far as possible: %s', (name, expected) =>
    expect(addressesIn(readFileSync(new URL(`./documents/${name}.xml`, import.meta.url), 'utf8'))).toEqual(
      expected,
    ),
  )

  it.each([
    ['RSS', rss],
    ['Atom', atom],
  ])('of %s loses no entry and no address when any one element is never closed', (_format, document) => {
    const endings = [...document.matchAll(/<\/[\w:]+>/g)]
    for (const { index, 0: ending } of endings) {
      const broken = document.slice(0, index) + document.slice(index + ending.length)
      expect(addressesIn(broken), `without ${ending} at ${index}`).toEqual(all)
      expect(parseFeed(broken)?.address, `without ${ending} at ${index}`).toBe('https://x.example/')
    }
  })

  const around = fc.constantFrom(
    '',
    'Notice: Undefined index',
    '<br />\n<b>Warning</b>: x in <b>/srv/feed.php</b> on line <b>12</b><br />\n',
    '<html><body><p>Hello',
    '<!-- cached by x -->',
    '<script>if (a < b) { c() }</script>',
    '<p>{x} [y] &nbsp; & more',
    '\n\n\u{FEFF}  ',
  )
  it.each([
    ['RSS', rss],
    ['Atom', atom],
    ['JSON Feed', json],
  ])('of %s is read whatever stands around it', (_format, document) => {
    fc.assert(
      fc.property(around, around, around, (before, second, after) => {
        expect(addressesIn(before + second + document + after)).toEqual(all)
      }),
    )
  })

  it.each([
    ['RSS', rss],
    ['Atom', atom],
    ['RSS with empty elements', rss.replaceAll(empty, '<$1/>')],
    ['Atom with empty elements', atom.replaceAll(empty, '<$1 />')],
    ['a JSON Feed', json],
  ])('that is not broken has no faults: %s', (_format, document) =>
    expect(parseFeed(document)?.faults).toEqual([]),
  )

  it.each([
    ['a comma behind the last entry', json.replace(/\]\}$/, ',]}')],
    ['ends of lines in a text', json.replaceAll('Acme', 'Ac\nme')],
    ['a number that is none', json.replace('{', '{"ttl":NaN,')],
    ['no end', `${json.slice(0, -2)},{"id":"4","url":"htt`],
  ])('of JSON is read with %s', (_what, document) => expect(addressesIn(document)).toEqual(all))

  it.each([
    ['a CDATA section of a title', rss.replace('<title>Acme 1', '<title><![CDATA[Acme 1')],
    [
      'the CDATA sections of all texts',
      rss.replaceAll('<description>About', '<description>\n<![CDATA[About'),
    ],
    [
      'one CDATA section beside others',
      rss.replace('Acme 1<', '<![CDATA[Acme 1<').replace('Acme 2<', '<![CDATA[Acme 2]]><'),
    ],
    ['a comment', rss.replace('<item>', '<!-- cached<item>')],
  ])('loses no entry if its end is missing: %s', (_what, document) => {
    expect(addressesIn(document)).toEqual(all)
    expect(parseFeed(document)?.faults).toEqual(['a part with <![CDATA[ or <!-- is never closed'])
  })

  it('keeps a text that shows how a CDATA section begins', () => {
    const text = 'write <![CDATA[ before it'
    const document = rss.replace('About Acme', `<![CDATA[${text}]]>`)
    expect(parseFeed(document)?.entries[0]?.text).toEqual({ html: text })
    expect(parseFeed(document)?.faults).toEqual([])
  })

  it.each([
    ['RSS', rss],
    ['Atom', atom],
  ])('of %s that is two documents, one behind the other, has the entries of both', (_format, document) => {
    const [first = '', second = ''] = document.split(/(?=<(?:item|entry)><title>Acme 2)/)
    const start = document.slice(0, document.search(/<(?:item|entry)>/)).replace(/^<\?.*?\?>/, '')
    const end = /<\/(?:channel|feed)>.*/.exec(document)?.[0] ?? ''
    const both = parseFeed(`${first}${end}\n${start}${second}`)
    expect(both?.entries.map(({ address }) => address)).toEqual(all)
    expect(both?.faults).toEqual(['another feed stands behind the feed'])
  })

  it('of Atom can be an entry alone', () => {
    const [, entry = ''] = /<entry>(.*?)<\/entry>/.exec(atom) ?? []
    expect(addressesIn(`<entry xmlns="http://www.w3.org/2005/Atom">${entry}</entry>`)).toEqual(
      all.slice(0, 1),
    )
    expect(addressesIn(`<entry>${entry}</entry>`)).toBeUndefined()
  })

  it('that is a call with a JSON Feed is read', () => expect(addressesIn(`show(${json});`)).toEqual(all))

  it('is no feed if it is a page that only shows one', () =>
    expect(parseFeed('<html><body><pre>&lt;rss&gt;&lt;channel&gt;</pre></body></html>')).toBeUndefined())
})

it('a file that is packed with gzip is tried, too', async () => {
  const tried = await tryFeed('feed.xml.gz', {
    fetch: () => Promise.reject(new Error('nothing is asked')),
    readFile: () => Promise.resolve(gzipSync(rss)),
    now: () => Date.UTC(2026, 10, 28),
  })
  expect(tried).toMatchObject({ kind: 'feed', mentions: all.map((url) => ({ url })) })
})
