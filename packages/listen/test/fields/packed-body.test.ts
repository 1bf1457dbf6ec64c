import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { mentionRow } from '../../src/fields/mention.ts'
import { packBody, plainBody } from '../../src/fields/packed-body.ts'

const sentiment = fc.constantFrom('positive' as const, 'negative' as const, 'neutral' as const, undefined)
const highlight = fc.record({ text: fc.string(), start_index: fc.nat(), end_index: fc.nat() })
const location = fc.option(fc.record({ country: fc.string() }), { nil: undefined })

/** The JSON of mentions, and any other JSON, also with white space. */
const json = fc.oneof(
  fc
    .record({
      ...{ title: fc.string(), snippet: fc.string({ unit: 'binary' }), name: fc.string() },
      ...{ url: fc.webUrl(), tags: fc.array(fc.string()), sentiment, location },
      highlights: fc.array(highlight, { maxLength: 3 }),
    })
    .map(({ title, snippet, name, url, tags, sentiment: found, location: country, highlights }) => {
      const author = { name, avatar: '', audience: 0, url }
      const content = { title, text: '', url, links: [], kind: 'web', author, given: { tags } }
      const located = country === undefined ? content : { ...content, location: country }
      const mention = { content: located, date: 1_763_600_000_000, language: 'en' as const, reach: undefined }
      return mentionRow('7', mention, { snippet, highlights, sentiment: found }).body
    }),
  fc.jsonValue().map((value) => JSON.stringify(value, null, '\t')),
)

it('the JSON of a mention is the same after it was packed, whatever it contains', () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(plainBody(packBody(text))).toBe(text)
      // A file that is upgraded again must not change.
      expect(packBody(packBody(text))).toBe(packBody(text))
    }),
    { numRuns: runs(1000) },
  )
})

it('what all mentions have in common needs a byte for each part', () => {
  const author = { name: 'Kim', avatar: '', audience: 0, url: 'https://example.com/' }
  const content = { title: 'A', text: '', url: 'https://example.com/a', links: [], kind: 'web', author }
  const { body } = mentionRow(
    '7',
    { content, date: 1_763_600_000_000, language: 'en', reach: undefined },
    { snippet: 'acme', highlights: [{ text: 'acme', start_index: 0, end_index: 4 }] },
  )
  expect(body.length).toBeGreaterThan(330)
  expect(packBody(body).length).toBeLessThan(90)
})
