import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../../src/query/parse-query.ts'
import { FetchError, type Fetched } from '../../../src/source.ts'
import { linesOf, tryFeed } from '../../../src/sources/feeds/try-feed.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const document = `<rss version="2.0"><channel><title>The blog</title><link>https://x.example/</link><language>en</language>
  <item><title>Acme &amp;amp; Co open a shop</title><link>https://x.example/1</link><pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate>
    <description>&lt;p&gt;They sell &lt;b&gt;things&lt;/b&gt; in the town.&lt;/p&gt;</description><author>jo@x.example (Jo)</author></item>
  <item><description>Only a text, without anything around it.</description></item></channel></rss>`

function tools(files: Record<string, string>, pages: Record<string, string> = {}) {
  return {
    now: () => noon,
    async readFile(path: string): Promise<Buffer> {
      if (files[path] === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      return Buffer.from(files[path])
    },
    async fetch(url: string): Promise<Fetched> {
      const text = pages[url]
      if (text === undefined) throw new FetchError('refused', 'x.example answers 404', { status: 404 })
      const headers = { 'content-type': text.startsWith('<html') ? 'text/html' : 'text/xml' }
      return { kind: 'fresh', url, status: 200, headers, body: Buffer.from(text), text: () => text }
    },
  }
}

describe('what a feed would give', () => {
  it('is shown for a file', async () => {
    const tried = await tryFeed('feed.xml', tools({ 'feed.xml': document }))
    expect(tried).toEqual({
      kind: 'feed',
      faults: [],
      mentions: [
        {
          title: 'Acme & Co open a shop',
          url: 'https://x.example/1',
          date: noon,
          snippet: 'They sell things in the town.',
          author: 'Jo',
          language: 'en',
        },
        {
          title: 'Only a text, without anything around it.',
          url: expect.stringMatching(/^https:\/\/x\.example\/#entry-0[\w-]+$/),
          date: null,
          snippet: 'Only a text, without anything around it.',
          author: 'The blog',
          language: 'en',
        },
      ],
    })
    expect(linesOf(tried)[0]).toBe('2026-11-20 12:00  Acme & Co open a shop  (Jo)  https://x.example/1')
  })

  it('is what a query finds, with how many entries have its parts and what each NOT drops', async () => {
    const query = parseQuery('acme OR text -things')
    const tried = await tryFeed('feed.xml', tools({ 'feed.xml': document }), query)
    expect(linesOf(tried).slice(1)).toEqual([
      expect.stringContaining('Only a text'),
      '',
      'Of 2 entries: acme in 1, text in 1, things in 1.',
      '-things drops 0',
    ])
    const other = await tryFeed('feed.xml', tools({ 'feed.xml': document }), parseQuery('acme -things'))
    expect(linesOf(other)).toEqual([
      ...['The query finds nothing in it.', '', 'Of 2 entries: acme in 1, things in 1.'],
      '-things drops 1\n  Acme & Co open a shop',
    ])
  })

  it('is shown for two looks at one feed: what is new, an edit, or the same', async () => {
    const entry = (id: string, link: string, title: string, text = '') =>
      `<item><guid isPermaLink="false">${id}</guid><link>${link}</link><title>${title}</title><description>${text}</description><pubDate>Fri, 20 Nov 2026 1${title.length % 10}:00:00 GMT</pubDate></item>`
    const feed = (...entries: string[]) =>
      `<rss version="2.0"><channel><title>The blog</title><link>https://x.example/</link>${entries.join('')}</channel></rss>`
    const files = {
      old: feed(
        entry('a', 'https://x.example/go/1', 'Shop'),
        entry('b', 'https://x.example/go/2', 'Rain today'),
      ),
      new: feed(
        entry('c', 'https://x.example/go/3', 'Acme and cooks'),
        entry('d', 'https://x.example/go/1', 'Shop'),
        entry('b', 'https://x.example/go/2', 'Rain today', 'It is wet.'),
      ),
    }
    const tried = await tryFeed(['old', 'new'], tools(files))
    expect(tried.kind === 'feed' && tried.mentions.map(({ is, of }) => [is, of])).toEqual([
      ['new', undefined],
      ['same', 1],
      ['edited', 2],
    ])
    expect(linesOf(tried).map((line) => line.slice(0, 9))).toEqual(['new  2026', 'same as 1', 'edit of 2'])
    const found = await tryFeed(['old', 'new'], tools(files), parseQuery('rain'))
    expect(linesOf(found)).toEqual([
      expect.stringContaining('edit of 2'),
      ...['', 'Of 3 entries: rain in 1.'],
    ])
  })

  it('says what is wrong with a document that could be read', async () => {
    const broken = `Warning: x\n<rss version="2.0"><channel><title>The blog<item><title>Acme</title><link>https://x.example/1</link><pubDate>last week</pubDate></item></channel></rss>`
    expect(linesOf(await tryFeed('f', tools({ f: broken })))[0]).toBe(
      'The document is broken: text stands before the feed; <title> is never closed; dates such as “last week” cannot be read.',
    )
  })

  it('is shown for a page, a short name and an address', async () => {
    const pages = {
      'https://x.example/blog': '<html><link rel="alternate" type="application/rss+xml" href="/feed"></html>',
      'https://x.example/feed': document,
      'https://lobste.rs/newest.rss': document,
    }
    expect(await tryFeed('https://x.example/blog', tools({}, pages))).toMatchObject({
      kind: 'feed',
      address: 'https://x.example/feed',
      mentions: [{ title: 'Acme & Co open a shop' }, {}],
    })
    const lobsters = await tryFeed('lobste.rs', tools({}, pages))
    expect(linesOf(lobsters)[0]).toMatch(/robots\.txt/)
  })

  it('says so if an entry can become no mention', async () => {
    const tried = await tryFeed(
      'f',
      tools({ f: '<rss><channel><item><title>Acme</title></item></channel></rss>' }),
    )
    expect(tried).toMatchObject({ mentions: [{ title: 'Acme', url: null, date: null }] })
    expect(linesOf(tried)[0]).toMatch(/no address, so no mention/)
  })

  it('says so if the feed is empty', async () => {
    const tried = await tryFeed('f', tools({ f: '<rss><channel></channel></rss>' }))
    expect(linesOf(tried)).toEqual(['The feed has no entries at the moment.'])
  })

  it.each([
    ['notes.txt', 'notes.txt is no feed.'],
    ['page.html', 'page.html is a page that names the feed https://x.example/feed.'],
    ['https://x.example/missing', 'x.example answers 404.'],
    [
      'https://x.example/page',
      'https://x.example/page is a page that names no feed. Look there for a link to a feed (RSS or Atom), and give its address.',
    ],
    ['https://x.example/text', 'https://x.example/text is no feed, and no page that names one.'],
    [
      'nothing',
      '"nothing" is neither an address nor a short name, such as https://blog.example/feed.xml or mastodon.social/tags/acme.',
    ],
  ])('is a sentence for %s', async (given, sentence) => {
    const files = {
      'notes.txt': 'hello',
      'page.html':
        '<html><link rel="alternate" type="application/rss+xml" href="https://x.example/feed"></html>',
    }
    const pages = { 'https://x.example/page': '<html></html>', 'https://x.example/text': 'hello' }
    expect(await tryFeed(given, tools(files, pages))).toEqual({ kind: 'none', sentence })
  })
})
