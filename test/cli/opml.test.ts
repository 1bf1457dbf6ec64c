import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { exchangeOpml, feedsIn, opmlOf } from '../../src/cli/listen/opml.ts'
import { emptyFolder } from '../tools/folder.ts'
import { runs } from '../tools/runs.ts'

const fileWith = (text: string) => {
  const file = `${emptyFolder()}/feeds.opml`
  writeFileSync(file, text)
  return file
}

/** As readers write it, with folders. */
const document = `<?xml version="1.0"?><opml version="1.0"><head><title>Mine</title></head><body>
<outline text="News"><outline type="rss" text="A &amp; B" title="A" xmlUrl="https://a.example/feed?x=1&amp;y=2" htmlUrl="https://a.example/"/></outline>
<outline text="b" xmlUrl=" https://b.example/rss.xml "/><outline text="only a folder"/></body></opml>`

describe('a list of feeds in OPML', () => {
  it('is read with its folders', () => {
    expect(feedsIn(document)).toEqual([
      { title: 'A & B', address: 'https://a.example/feed?x=1&y=2' },
      { title: 'b', address: 'https://b.example/rss.xml' },
    ])
  })

  it('becomes the feeds of the configuration, with those that are there already', () => {
    const shown = exchangeOpml(fileWith(document), {
      feeds: ['https://b.example/rss.xml', 'mastodon.social/tags/acme'],
    })
    expect(shown).toMatch('# 1 new feed.')
    expect(parse(shown)).toEqual({
      listen: {
        feeds: ['https://b.example/rss.xml', 'mastodon.social/tags/acme', 'https://a.example/feed?x=1&y=2'],
      },
    })
  })

  it('names a feed that cannot be read, and goes on', () => {
    const shown = exchangeOpml(
      fileWith(
        '<opml><body><outline xmlUrl="not an address"/><outline xmlUrl="https://c.example/f"/></body></opml>',
      ),
      { feeds: [] },
    )
    expect(shown).toMatch('# not an address: ')
    expect(parse(shown)).toEqual({ listen: { feeds: ['https://c.example/f'] } })
  })

  it('is written if the file does not exist, without passwords, and read again as the same feeds', () => {
    const file = `${emptyFolder()}/out.opml`
    const feeds = ['https://kim:secret@a.example/feed', 'mastodon.social/tags/acme']
    expect(exchangeOpml(file, { feeds })).toBe(`Wrote 2 feeds to ${file}.`)
    expect(readFileSync(file, 'utf8')).not.toContain('secret')
    expect(exchangeOpml(file, { feeds })).toBe(`# listen has all feeds of ${file} already.`)
  })

  it('is refused if it is something else', () => {
    expect(() => exchangeOpml(fileWith('<html></html>'), { feeds: [] })).toThrow(
      'is no OPML document with feeds',
    )
  })

  it('keeps any title and address', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: fc.string({ unit: 'grapheme', minLength: 1 }), address: fc.webUrl() })),
        (feeds) => {
          const clean = feeds.map(({ title, address }) => ({
            title: title.replaceAll(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').trim() || 'x',
            address,
          }))
          expect(feedsIn(opmlOf(clean))).toEqual(clean)
        },
      ),
      { numRuns: runs(100) },
    )
  })
})
