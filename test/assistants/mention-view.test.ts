import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionView, mentionViewSchema, postView } from '../../src/assistants/mention-view.ts'
import { arbitraryMention, foreignText } from '../tools/arbitrary-mention.ts'
import { sampleMention } from '../tools/sample-mention.ts'

/** A text that begins with a marker; alone, the marker has only letters, as a code has. */
const outsidersText = fc.oneof(
  foreignText.map((text) => `zqxmarker ${text}`),
  fc.constantFrom('zqxmarker', 'ZQXMARKER', 'zqxm'),
)
const alert = { id: '1001', name: 'Acme brand' }
/** Control characters, direction overrides, and characters without width. */
const unreadable = /[\p{Cc}\u200b\u202a-\u202e\u2060-\u2069\ufeff]/u

describe('a mention for an assistant', () => {
  it('has the text of strangers and of people in Slack only in fields named "untrusted", whichever field they write', () =>
    fc.assert(
      fc.property(arbitraryMention, outsidersText, (mention, text) => {
        const hostile: Mention = {
          ...mention,
          ...{ title: text, snippet: text, url: text, source: text, language: text, tags: [text] },
          location: { country: text },
          author: { ...mention.author, name: text, url: text, writtenBy: text },
          highlights: [{ text, start: 0, end: text.length }],
          flaws: [],
        }
        const place = { subscription: 'acme', ts: '1763647320.000100', channelName: '#brand' }
        const post = postView(place, { state: 'claimed', by: text, at: 1 }, text)
        const view = mentionViewSchema.parse(mentionView(hostile, alert, [post]))
        const outside = JSON.stringify(view, (key, value) => (key === 'untrusted' ? undefined : value))
        expect(outside.toLowerCase()).not.toContain('zqxm')
        const { title, excerpt, author, address, source, language, country } = view.untrusted
        const { by, ticket } = view.posts[0]?.untrusted ?? {}
        for (const told of [title, excerpt, author, address, source, language, country, by, ticket])
          expect(told?.toLowerCase()).toMatch(/^zqxm/)
      }),
    ))

  it.each([
    ['reddit', 'en', 'US'],
    ['news-blogs', 'pt-BR', 'DE'],
    ['web', 'unknown', 'unknown'],
  ])(
    'has the source %s, the language %s and the country %s outside of "untrusted"',
    (source, language, country) => {
      const view = mentionView({ ...sampleMention(), source, language, location: { country } }, alert, [])
      expect(view).toMatchObject({ source, language, country })
      expect(Object.keys(view.untrusted)).toEqual(['title', 'excerpt', 'author', 'address'])
    },
  )

  it('has the time and the reach only if somebody knows them', () => {
    const known = sampleMention({ date: Date.UTC(2026, 10, 20, 14, 2), reach: 7 })
    expect(mentionView(known, alert, [])).toMatchObject({ publishedAt: '2026-11-20T14:02:00.000Z', reach: 7 })
    // A person found it.
    const found = sampleMention({ date: 0, reach: 0 })
    const view = mentionViewSchema.parse(mentionView(found, alert, []))
    expect([view.publishedAt, view.reach]).toEqual([undefined, undefined])
  })

  it('has no unreadable characters, keeps its limits and fits its schema, whatever strangers write', () =>
    fc.assert(
      fc.property(arbitraryMention, (mention) => {
        const view = mentionView(mention, alert, [])
        const { title, excerpt, author, address } = mentionViewSchema.parse(view).untrusted
        for (const text of [title, excerpt, author, address]) expect(text).not.toMatch(unreadable)
        expect(title.length).toBeLessThanOrEqual(200)
        expect(excerpt.length).toBeLessThanOrEqual(500)
        expect(author.length).toBeLessThanOrEqual(80)
        expect(address.length).toBeLessThanOrEqual(1000)
      }),
    ))
})
