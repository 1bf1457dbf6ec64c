import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFeed } from '../../../../service/sources/feeds/parse-feed.ts'
import { tryFeed } from '../../../../service/sources/feeds/try-feed.ts'

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
