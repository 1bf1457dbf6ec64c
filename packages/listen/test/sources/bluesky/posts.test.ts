import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { itemOf } from '../../../src/sources/bluesky/posts.ts'

const did = 'did:plc:alice'
const seenMs = Date.UTC(2026, 10, 18, 12)
const post = (record: unknown) => ({
  uri: `at://${did}/app.bsky.feed.post/1`,
  did,
  rkey: '1',
  record,
  seenMs,
})
const item = (record: object) => itemOf(post({ text: 'Hello', ...record }))

describe('a post of Bluesky', () => {
  it('has the whole addresses of its shortened links, and those of its card and of the quoted post', () => {
    const quoted = { uri: 'at://did:plc:bob/app.bsky.feed.post/9', cid: 'x' }
    expect(
      item({
        text: 'See acme.example/lo... and this',
        facets: [
          {
            index: { byteStart: 4, byteEnd: 22 },
            features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://acme.example/long' }],
          },
          {
            features: [
              { $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:bob' },
              { uri: 'javascript:alert(1)' },
            ],
          },
        ],
        embed: {
          $type: 'app.bsky.embed.recordWithMedia',
          record: { record: quoted },
          media: {
            external: { uri: 'https://news.example/1', title: 'Acme grows', description: 'In short' },
          },
        },
      }),
    ).toMatchObject({
      text: { plain: 'See acme.example/lo... and this · Acme grows · In short' },
      links: [
        'https://acme.example/long',
        'https://news.example/1',
        'https://bsky.app/profile/did:plc:bob/post/9',
      ],
    })
    expect(item({ embed: { $type: 'app.bsky.embed.record', record: quoted } })?.links).toEqual([
      'https://bsky.app/profile/did:plc:bob/post/9',
    ])
  })

  it('has the descriptions of its pictures and its tags in its text', () => {
    expect(
      item({
        embed: { images: [{ alt: 'The new Acme app', image: {} }, { alt: '' }] },
        tags: ['acme', '#launch'],
      })?.text,
    ).toEqual({ plain: 'Hello #acme #launch [The new Acme app]' })
    expect(item({ embed: { $type: 'app.bsky.embed.video', alt: 'A film' } })?.text).toEqual({
      plain: 'Hello [A film]',
    })
  })

  it('has what its card says once, and only the card if it has no text', () => {
    const external = { uri: 'https://news.example/1', title: 'Acme grows', description: 'Acme grows' }
    expect(item({ text: '', embed: { external } })?.text).toEqual({ plain: 'Acme grows' })
    expect(item({ text: 'Oh: Acme grows!', embed: { external } })?.text).toEqual({ plain: 'Oh: Acme grows!' })
  })

  it('has its own time, or that at which it was seen if its own is missing or yet to come', () => {
    expect(item({ createdAt: '2016-05-01T10:00:00Z' })?.publishedAt).toBe(Date.UTC(2016, 4, 1, 10))
    for (const createdAt of [undefined, 7, 'yesterday', '2099-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])
      expect(item({ createdAt })?.publishedAt).toBe(seenMs)
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(item({ createdAt: '2016-05-01T10:00:00' })?.publishedAt).toBe(Date.UTC(2016, 4, 1, 10))
  })

  it('declares its first language', () => {
    expect(item({ langs: ['pt-BR', 'en'] })?.language).toBe('pt-BR')
    expect(item({ langs: [7] })).not.toHaveProperty('language')
    expect(item({ langs: 'en' })).not.toHaveProperty('language')
  })

  it('is understood or left out, whatever its author has written', () => {
    const record = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          text: fc.oneof(fc.string(), fc.jsonValue()),
          facets: fc.jsonValue(),
          embed: fc.oneof(
            fc.jsonValue(),
            fc.record({
              external: fc.jsonValue(),
              images: fc.jsonValue(),
              record: fc.jsonValue(),
              media: fc.jsonValue(),
            }),
          ),
          ...{
            tags: fc.jsonValue(),
            langs: fc.jsonValue(),
            createdAt: fc.jsonValue(),
            labels: fc.jsonValue(),
          },
        },
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(record, (given) => {
        const read = itemOf(post(given))
        if (read === undefined) return
        expect(read.publishedAt).toBeGreaterThanOrEqual(0)
        expect(read.links?.every((link) => /^https?:/i.test(link)) ?? true).toBe(true)
      }),
    )
  })

  it('of any length costs no more than a long one', () => {
    const many = Array.from({ length: 5000 }, (_, n) => ({ features: [{ uri: `https://x.example/${n}` }] }))
    const read = item({ text: 'x'.repeat(400_000), facets: many, tags: Array(9000).fill('tag') })
    expect(read?.text).toEqual({ plain: 'x'.repeat(10_000) })
    expect(read?.links?.length).toBe(50)
  })
})
