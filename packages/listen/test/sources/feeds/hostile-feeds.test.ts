import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naughtyStrings } from '../../../../../test/tools/naughty-strings.ts'
import { runs } from '../../../../../test/tools/runs.ts'
import { decodeText } from '../../../src/fetch/decode-text.ts'
import { prepare } from '../../../src/fields/content.ts'
import { identify } from '../../../src/fields/identity.ts'
import type { Feed } from '../../../src/sources/feeds/feed.ts'
import { feedsOfPage } from '../../../src/sources/feeds/find-feeds.ts'
import { itemOf, maxEntries, newestEntries } from '../../../src/sources/feeds/items.ts'
import { parseFeed } from '../../../src/sources/feeds/parse-feed.ts'
import { readXml, textOf } from '../../../src/sources/feeds/xml/tree.ts'

const now = Date.UTC(2026, 10, 20)
const address = 'https://x.example/feed'
const longAddress = `https://x.example/${'a'.repeat(15_000)}/`

const itemsOf = (feed: Feed | undefined) =>
  feed === undefined
    ? []
    : identify(newestEntries(feed.entries), { page: feed.address, textOf: () => '' }).entries.map((one) =>
        itemOf(one, feed, { key: address, address, site: {} }),
      )

/** Everything that happens to a document until it is stored. */
function readAll(document: string): void {
  const items = itemsOf(parseFeed(document, address))
  expect(items.length).toBeLessThanOrEqual(maxEntries)
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  for (const item of items) {
    expect(item.id).not.toBe('')
    expect(item.id.length).toBeLessThanOrEqual(1000)
    expect(item.publishedAt ?? now).toBeGreaterThan(0)
    expect(item.author.name).not.toBe('')
    for (const number of Object.values(item.metrics ?? {})) expect(Number.isSafeInteger(number)).toBe(true)
    const isAddress = /^https?:$/.test(URL.parse(item.url)?.protocol ?? '') && item.url.length <= 2000
    if (isAddress) expect(prepare(item, 'news-blogs', now)?.content.url).toBeTruthy()
    expect(JSON.parse(JSON.stringify(item))).toEqual(item)
  }
}

/** Texts that look like feeds, put together from pieces that break parsers. */
const pieces = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '<rss>',
        '<channel>',
        '<item>',
        '</item>',
        '<entry>',
        '</entry>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        '<rdf:RDF>',
      ],
      ...[
        '<title>',
        '</title>',
        '<title type="xhtml">',
        '<link>',
        '</link>',
        '<link href="',
        '"/>',
        '<guid isPermaLink="true">',
        '</guid>',
      ],
      ...[
        '<pubDate>',
        '</pubDate>',
        '<content type="image/png">',
        '<content mode="base64">',
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '<?xml',
        '?>',
      ],
      ...[
        '<!DOCTYPE a [',
        '<!ENTITY b "',
        '">',
        ']>',
        '&b;',
        '&amp;',
        '&#0;',
        '&#x110000;',
        '&nbsp',
        '&',
        '<',
        '>',
        '"',
        "'",
        'xml:base="',
      ],
      ...[
        '<media:group>',
        '<media:community>',
        '<georss:point>',
        '<geo:lat>1e999</geo:lat>',
        '<ttl>-1</ttl>',
        '{"items":[',
        '{"id":',
        ']}',
      ],
      ...[
        '<__proto__>',
        '<constructor a="1">',
        ' __proto__="1"',
        'xmlns:__proto__="x"',
        '<item rdf:about="">',
        '\u{0}',
        '\u{FEFF}',
        '\u{D800}',
      ],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom(...naughtyStrings) },
)

describe('any document', () => {
  it('is read without an error, and its items keep the limits', () =>
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
        readAll,
      ),
      { numRuns: runs(500) },
    ))

  it('is read without an error if it is the content of an entry', () =>
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), fc.array(pieces, { maxLength: 30 }), (title, rest) =>
        readAll(
          `<rss><channel><item><title>${title.join('')}</title>${rest.join('')}</item></channel></rss>`,
        ),
      ),
      { numRuns: runs(500) },
    ))

  it('is read without an error if it is JSON', () =>
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (items, more) =>
        readAll(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...more, items })),
      ),
    ))

  it('is decoded and read without an error, whatever its bytes', () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.option(fc.string(), { nil: undefined }),
        (bytes, type) => {
          const text = decodeText(Buffer.from(bytes), type)
          readAll(text)
          feedsOfPage(text, address)
        },
      ),
    ))
})

describe('a hostile document', () => {
  it('does not expand entities within entities', () => {
    const entities = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)
    const bomb = `<!DOCTYPE rss [<!ENTITY e0 "ha">${entities.join('')}]><rss><channel><item><title>&e20;</title></item></channel></rss>`
    expect(parseFeed(bomb)?.entries[0]?.title?.length).toBeLessThan(100)
  })
  it('does not expand one entity without end', () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(1000)}">]><rss><title>${'&a;'.repeat(100_000)}</title></rss>`
    expect(textOf(readXml(bomb).root).length).toBeLessThan(600_000)
  })
  it('cannot make the parser load a file or an address', () => {
    const feed = parseFeed(
      `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % y SYSTEM "http://127.0.0.1/"> %y;]><rss><channel><item><title>[&x;]</title></item></channel></rss>`,
    )
    expect(feed?.entries[0]?.title).toBe('[&x;]')
  })
  it.each([
    ['nested without end', '<a>'.repeat(200_000)],
    ['closed without end', `<a>${'</b>'.repeat(500_000)}`],
    ['nested and closed in turn', '<a>'.repeat(100_000) + '</b>'.repeat(400_000)],
    ['full of elements', '<a/>'.repeat(500_000)],
    ['full of attributes', `<a ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`],
    [
      'full of namespaces',
      `<a ${Array.from({ length: 50_000 }, (_, at) => `xmlns:a${at}="b"`).join(' ')}>${'<a xmlns:b="c"/>'.repeat(100_000)}</a>`,
    ],
    ['full of entities', `<!DOCTYPE a [${'<!ENTITY a "'.repeat(100_000)}`],
    ['full of declarations', '<!DOCTYPE a ['.repeat(100_000)],
    ['full of unclosed comments', '<!--'.repeat(500_000)],
    ['full of unclosed sections', '<![CDATA['.repeat(300_000)],
    ['full of ampersands', '&'.repeat(2_000_000)],
    ['full of spaces', `<guid type="${' '.repeat(1_000_000)}">${' '.repeat(1_000_000)}</guid>`],
    [
      'full of mail',
      `<author>${'a@'.repeat(500_000)}</author><dc:creator>${'a'.repeat(1_000_000)}</dc:creator>`,
    ],
    ['full of brackets', `<title>${'<b '.repeat(300_000)}</title><author>${'('.repeat(500_000)}</author>`],
    [
      'full of digits',
      `<pubDate>${'1'.repeat(1_000_000)}</pubDate><slash:comments>${'9'.repeat(1_000_000)}</slash:comments>`,
    ],
    ['one title', `<title>${'&lt;i&gt;'.repeat(150_000)}${'&lt;/q&gt;'.repeat(150_000)}</title>`],
    ['one text', `<description><![CDATA[${'<i>'.repeat(300_000)}${'</q>'.repeat(300_000)}]]></description>`],
  ])('is read to the end if it is %s', (_what, content) => {
    readAll(`<rss><channel><item>${content}</item></channel></rss>`)
  })
  it('is read to the end if it has entries without end, of which the newest count', () => {
    const time = (place: number) => new Date(Date.UTC(2026, 0, 1) + place * 60_000).toUTCString()
    const entries = Array.from(
      { length: 5000 },
      (_, place) =>
        `<item><guid isPermaLink="false">${place}</guid><link>https://x.example/${place}</link><pubDate>${time(place)}</pubDate></item>`,
    )
    const items = itemsOf(parseFeed(`<rss><channel>${entries.join('')}</channel></rss>`))
    expect(items).toHaveLength(maxEntries)
    expect(items[0]?.url).toBe('https://x.example/4999')
  })
  it.each([
    [
      'a base',
      address,
      (base: string) => `<rss xml:base="${base}"><channel><item><link>a</link></item></channel></rss>`,
    ],
    [
      'its own address',
      longAddress,
      () => '<rss><channel><item><link>a</link><enclosure url="b"/></item></channel></rss>',
    ],
    [
      'its own address, as JSON',
      longAddress,
      () =>
        '{"version":"https://jsonfeed.org/version/1","items":[{"id":1,"url":"a","authors":[{"name":"A","url":"b"}]}]}',
    ],
  ])('does not fill the memory with links behind the many letters of %s', (_what, own, documentOf) => {
    const [entry] = parseFeed(documentOf(longAddress), own)?.entries ?? []
    expect(entry).toBeDefined()
    expect(JSON.stringify(entry).length).toBeLessThan(10_000)
  })
  it('does not fill the disk with short links of texts behind a long address', () => {
    const links = Array.from({ length: 200 }, (_, place) => `<a href="${place}">x</a>`).join('')
    const item = { id: '1', text: { html: links }, author: { name: 'A' } }
    const stored = (url: string) => prepare({ ...item, url }, 'web', now)?.content.links
    expect(stored('https://x.example/a/')).toHaveLength(200)
    expect(JSON.stringify(stored(`https://x.example/${'a'.repeat(1900)}/`)).length).toBeLessThan(50_000)
  })
  it('is read up to 10,000 entries if it is JSON', () => {
    const feed = parseFeed(
      `{"version":"https://jsonfeed.org/version/1","items":[${'{"id":1},'.repeat(20_000)}{"id":2}]}`,
    )
    expect(feed?.entries).toHaveLength(10_000)
  })
  it('is read to the end if it is JSON that is nested without end', () => {
    expect(parseFeed('['.repeat(1_000_000))).toBeUndefined()
    expect(parseFeed(`{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBeUndefined()
  })
})
