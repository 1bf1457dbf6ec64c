import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValidMention } from '../../src/mention-api/mention-decoder.ts'
import { mentionSchema } from '../../src/mention-api/response-schema.ts'
import { wireMention } from '../tools/mention-responses.ts'

/** Values at the edges of what the schema takes. */
const edge = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    'positive',
    'mixed',
    0,
    -1,
    1.5,
    2 ** 53,
    8.64e15 + 1,
    Number.POSITIVE_INFINITY,
    [],
    {},
  ),
  fc.jsonValue(),
)
const object = (...names: string[]) => fc.oneof(edge, fc.dictionary(fc.constantFrom(...names), edge))
const bent = fc.oneof(
  fc.dictionary(fc.constantFrom(...Object.keys(mentionSchema.shape).filter((name) => name !== 'id')), edge, {
    maxKeys: 2,
  }),
  fc.record({ author: object('name', 'avatar', 'audience', 'url', 'description', 'written_by') }),
  fc.record({ location: object('latitude', 'longitude', 'country') }),
  fc.record({ entities: object('snippet') }),
  object('text', 'start_index', 'end_index').map((mark) => ({
    entities: { snippet: { highlighted_text: [mark] } },
  })),
  fc.record({ text: fc.string(), start_index: edge, end_index: fc.integer() }).map((mark) => ({
    entities: { snippet: { highlighted_text: [mark] } },
  })),
  fc
    .record({ name: fc.string(), avatar: fc.string(), audience: edge, url: fc.string(), description: edge })
    .map((author) => ({ author })),
)

describe('the quick look at a mention', () => {
  it('says what the schema says', () => {
    fc.assert(
      fc.property(bent, (fields) => {
        const mention = wireMention(1, fields)
        expect(isValidMention(mention)).toBe(mentionSchema.safeParse(mention).success)
      }),
      { numRuns: 5000 },
    )
  })
})
