import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionViewSchema, viewOf } from '../../src/mcp/mention-view.ts'
import { arbitraryMention, foreignText } from '../tools/arbitrary-mention.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const alert = { id: '1001', name: 'Acme brand' }
/** Control characters, direction overrides, and characters without width. */
const unreadable = /[\p{Cc}\u200b\u202a-\u202e\u2060-\u2069\ufeff]/u

describe('a mention for an assistant', () => {
  it('has the text of strangers only in its field "untrusted"', () =>
    fc.assert(
      fc.property(foreignText, (text) => {
        const words = `zqx ${text}`
        const { author } = sampleMention()
        const { untrusted, ...others } = viewOf(
          {
            ...sampleMention(),
            title: words,
            snippet: words,
            url: words,
            author: { ...author, name: words },
          },
          alert,
          [],
        )
        expect(JSON.stringify(others)).not.toContain('zqx')
        expect(Object.values(untrusted).every((value) => value.startsWith('zq'))).toBe(true)
      }),
    ))

  it('has no unreadable characters, keeps its limits and fits its schema, whatever strangers write', () =>
    fc.assert(
      fc.property(arbitraryMention, (mention) => {
        const view = viewOf(mention, alert, [])
        const { title, excerpt, author, address } = mentionViewSchema.parse(view).untrusted
        for (const text of [title, excerpt, author, address]) expect(text).not.toMatch(unreadable)
        expect(title.length).toBeLessThanOrEqual(200)
        expect(excerpt.length).toBeLessThanOrEqual(500)
        expect(author.length).toBeLessThanOrEqual(80)
        expect(address.length).toBeLessThanOrEqual(1000)
      }),
    ))
})
