import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { parseFeed } from '../../../src/sources/feeds/parse-feed.ts'
import { readFeed } from '../../../src/sources/feeds/read-feed.ts'

const begun = Date.UTC(2026, 0, 1)
const entry = (number: number, length: number) => ({
  id: `e${number}`,
  url: `https://x.example/${number}`,
  title: `Acme no. ${number}`,
  at: new Date(begun + number * 60_000),
  text: `<p>Größe ${number}, {“a”: [1]} </p>`.repeat(Math.ceil(length / 40)),
})
type Written = ReturnType<typeof entry>
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const formats: Record<string, (entries: Written[]) => string> = {
  RSS: (entries) =>
    `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY no "number">]><rss version="2.0" xmlns:c="http://purl.org/rss/1.0/modules/content/"><channel><title>X</title><link>https://x.example/</link>${entries
      .map(
        ({ id, url, title, at, text }) =>
          `<item><guid isPermaLink="false">${id}</guid><link>${url}</link><title>${title} &no;</title><pubDate>${at.toUTCString()}</pubDate><c:encoded><![CDATA[${text}]]></c:encoded></item>`,
      )
      .join('\n<!-- next -->\n')}<language>de</language></channel></rss>`,
  Atom: (entries) =>
    `<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://x.example/"><a:title>X</a:title>${entries
      .map(
        ({ id, url, title, at, text }) =>
          `<a:entry><a:id>${id}</a:id><a:link href="${url}"/><a:title>${title}</a:title><a:updated>${at.toISOString()}</a:updated><a:content type="html">${escaped(text)}</a:content></a:entry>`,
      )
      .join('')}<a:author><a:name>Jo</a:name></a:author></a:feed>`,
  'JSON Feed': (entries) =>
    JSON.stringify({
      ...{ authors: [{ name: 'Jo' }], home_page_url: 'https://x.example/' },
      items: entries.map(({ id, url, title, at, text }) => ({
        ...{ id, url, title: `${title} "\\`, date_published: at.toISOString(), content_html: text },
        ...{ authors: [{ name: 'Kim' }], attachments: [{ url: `${url}.mp3` }] },
      })),
      ...{ title: 'X', version: 'https://jsonfeed.org/version/1.1' },
    }),
}
const writtenAs = (format: string, entries: Written[]) => formats[format]?.(entries) ?? ''
const names = Object.keys(formats)
const large = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, place) => entry((place * 7) % count, bytes / count))

/** Everything but the texts, which a large document has as plain text. */
const factsOf = (feed: ReturnType<typeof parseFeed>) => ({
  ...feed,
  leftOut: undefined,
  entries: feed?.entries.map((one) => ({ ...one, text: undefined, links: undefined })),
})

describe('a feed of more than 4 MiB', () => {
  it.each(names)('is read in parts as in one piece: %s', (format) => {
    const document = writtenAs(format, large(400, 5_000_000))
    const whole = parseFeed(document, 'https://x.example/feed')
    expect(whole?.entries).toHaveLength(400)
    const feed = readFeed({ body: Buffer.from(document) }, 'https://x.example/feed')
    expect(factsOf(feed)).toEqual(factsOf(whole))
    expect(feed?.faults).toEqual([])
  })

  it.each(names)('has its newest 500 entries, in any order of the document: %s', (format) => {
    const body = Buffer.from(writtenAs(format, large(5001, 6_000_000)))
    const feed = readFeed({ body })
    expect(feed?.entries.map(({ id }) => id)).toEqual(
      Array.from({ length: 500 }, (_, place) => `e${5000 - place}`),
    )
    expect(feed?.leftOut).toBe(4501)
  })

  it.each(names.slice(0, 2))('is read as far as it goes if it breaks off: %s', (format) => {
    const document = writtenAs(format, large(400, 6_000_000))
    const feed = readFeed({ body: Buffer.from(document.slice(0, -20_000)) })
    const ids = feed?.entries.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(300)
    expect(feed?.faults?.join()).toContain('never closed')
  })

  it('is read at its beginning, and that is said, if it cannot be divided', () => {
    const document = writtenAs('RSS', large(400, 6_000_000))
    const feed = readFeed({ body: Buffer.from(document, 'utf16le') })
    expect(feed?.entries.length).toBeGreaterThan(100)
    expect(feed?.faults?.join()).toContain('too large')
    expect(readFeed({ body: Buffer.alloc(5_000_000, '{"a":[') })).toBeUndefined()
  })

  it.each(['RSS', 'JSON Feed'])(
    'of 16 MB needs little memory: %s',
    async (format) => {
      const body = Buffer.from(writtenAs(format, large(8000, 16_000_000)))
      const reader = new Worker(
        `const { workerData, parentPort } = require('node:worker_threads')
      import(workerData.reader).then(({ readFeed }) =>
        parentPort.postMessage(readFeed({ body: Buffer.from(workerData.shared) }).entries.length))`,
        {
          eval: true,
          resourceLimits: { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 8 },
          workerData: {
            shared: sharedCopyOf(body),
            reader: new URL('../../../src/sources/feeds/read-feed.ts', import.meta.url).href,
          },
        },
      )
      const [count] = await once(reader, 'message')
      expect(count).toBe(500)
    },
    60_000,
  )
})

function sharedCopyOf(body: Buffer): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(body.length)
  body.copy(Buffer.from(shared))
  return shared
}
