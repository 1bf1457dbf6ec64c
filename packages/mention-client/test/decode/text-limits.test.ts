import { describe, expect, it } from 'vitest'
import { webAddress } from '../../../../src/messages/kit/text.ts'
import { excerpt } from '../../../../src/messages/mention/snippet.ts'
import { wireMention } from '../../../../test/tools/mention-responses.ts'
import { readMention } from '../../src/decode/mention-decoder.ts'

const read = (fields: Record<string, unknown>) => readMention(wireMention(1, fields), '1', 0)
const long = 'x'.repeat(1_000_000)
const marked = (snippet: string, words: string) => {
  const start = snippet.indexOf(words)
  return { text: words, start_index: start, end_index: start + words.length }
}
const withMarks = (snippet: string, marks: object[]) =>
  read({ snippet, entities: { snippet: { highlighted_text: marks } } })

describe('the texts of a stored mention', () => {
  it('have at most 4,000 characters in every field, and there are at most 100 tags', () => {
    const mention = read({
      language: long,
      url: long,
      snippet: long,
      title: long,
      tags: Array.from({ length: 1000 }, () => long),
      author: { name: long, avatar: long, audience: 1, url: long, description: long, written_by: long },
      source: long,
      location: { country: long },
    })
    const { author, location, tags, ...rest } = mention
    const texts = [
      ...Object.values(rest),
      ...Object.values(author),
      ...Object.values(location ?? {}),
      ...tags,
    ]
    for (const text of texts) if (typeof text === 'string') expect(text.length).toBeLessThanOrEqual(4000)
    expect(tags).toHaveLength(100)
    expect(mention.flaws).toEqual([])
  })

  it('are unchanged if they are short enough', () => {
    const fields = { title: 'x'.repeat(1000), snippet: 'x'.repeat(2000), url: 'x'.repeat(4000) }
    expect(read(fields)).toMatchObject(fields)
  })

  it('never end with half of a character', () => {
    const { title } = read({ title: `x${'😀'.repeat(600)}` })
    expect(title).toBe(`x${'😀'.repeat(499)}`)
  })

  it('keep a too long address too long for a link, because a shortened one would lead to a wrong page', () => {
    const { url, author } = read({
      url: `https://example.com/${long}`,
      author: { name: '', avatar: '', audience: 0, url: `https://example.com/${long}` },
    })
    expect(webAddress(url)).toBeUndefined()
    expect(webAddress(author.url)).toBeUndefined()
  })

  it('come with at most 20 descriptions of invalid fields', () => {
    const marks = Array.from({ length: 500 }, () => ({ text: 1 }))
    expect(withMarks('Acme', marks).flaws).toHaveLength(20)
  })
})

describe('a card with a shortened snippet shows the same text as with the full snippet,', () => {
  const shown = (mention: { snippet: string; highlights: { text: string; start: number; end: number }[] }) =>
    excerpt(mention.snippet, mention.highlights)

  it.each([0, 100, 1700, 1790, 1801, 2500, 50_000, 99_900])(
    'if the first highlight begins near character %i',
    (place) => {
      const filler = 'word after word '.repeat(7000)
      const snippet = `${filler.slice(0, place)} Acme ${filler.slice(place)} Acme`
      const first = marked(snippet, 'Acme')
      const last = { text: 'Acme', start_index: snippet.length - 4, end_index: snippet.length }
      const mention = withMarks(snippet, [last, first])
      const highlights = [first, last].map(({ text, start_index: start, end_index: end }) => ({
        text,
        start,
        end,
      }))
      expect(mention.snippet.length).toBeLessThanOrEqual(2000)
      expect(shown(mention)).toEqual(shown({ snippet, highlights }))
      expect(shown(mention)).toContainEqual({ text: 'Acme', matched: true })
    },
  )

  it('even if there are invalid highlights or more than it can show', () => {
    const snippet = `${'x'.repeat(5000)} Acme and more`
    const lies = Array.from({ length: 300 }, (_, start) => ({
      text: 'no',
      start_index: start,
      end_index: start + 2,
    }))
    expect(shown(withMarks(snippet, [...lies, marked(snippet, 'Acme')]))).toContainEqual({
      text: 'Acme',
      matched: true,
    })
    const crowd = 'a '.repeat(500)
    const all = Array.from({ length: 500 }, (_, at) => ({
      text: 'a',
      start_index: 2 * at,
      end_index: 2 * at + 1,
    }))
    const highlights = all.map(({ text, start_index: start, end_index: end }) => ({ text, start, end }))
    expect(shown(withMarks(crowd, all.toReversed()))).toEqual(shown({ snippet: crowd, highlights }))
  })
})
