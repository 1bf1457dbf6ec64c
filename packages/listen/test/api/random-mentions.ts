import fc from 'fast-check'
import type { MentionInput } from '../../../../sandbox/mention-service/records.ts'
import { mention, noon } from './start-service.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The fields that filters and insights use. They have few values, so that equal ones are common. */
export const facets = fc.record({
  date: fc.integer({ min: 0, max: 50 * 24 }).map((hours) => noon - hours * (dayMs / 24)),
  reach: fc.integer({ min: 0, max: 4 }),
  language: fc.constantFrom('', 'en', 'de'),
  source: fc.constantFrom('web', 'reddit', 'youtube'),
  tags: fc.subarray(['vip', 'press']),
  sentiment: fc.constantFrom(undefined, 'positive' as const, 'negative' as const, 'neutral' as const),
  country: fc.constantFrom(undefined, 'US', 'DE'),
})

export function mentionOf(id: bigint, { sentiment, country, ...rest }: Facets): MentionInput {
  return mention(id, { ...rest, ...(sentiment && { sentiment }), ...(country && { location: { country } }) })
}
type Facets = typeof facets extends fc.Arbitrary<infer Value> ? Value : never

/** Mentions in random order, with distinct ids around 2^53, where a number would be rounded. */
export const randomMentions = fc
  .uniqueArray(fc.tuple(fc.bigInt({ min: 2n ** 53n - 60n, max: 2n ** 53n + 60n }), facets), {
    maxLength: 40,
    selector: ([id]) => id,
  })
  .map((pairs) => pairs.map(([id, given]) => ({ id, ...given })))
export type RandomMention = Facets & { id: bigint }

/** Filters and a sorting, each optional. */
export const randomQuery = fc.record(
  {
    sort_by: fc.constantFrom('id', 'date', 'reach'),
    sort_order: fc.constantFrom('asc', 'desc'),
    since_id: fc.bigInt({ min: 2n ** 53n - 61n, max: 2n ** 53n + 60n }).map(String),
    date_from: fc.integer({ min: 0, max: 50 }).map((days) => String(noon - days * dayMs)),
    date_to: fc.integer({ min: 0, max: 50 }).map((days) => String(noon - days * dayMs)),
    source: fc.constantFrom('web', 'reddit,youtube'),
    lang: fc.constantFrom('en', 'unknown', 'de,unknown'),
    country: fc.constantFrom('US', 'unknown', 'de,unknown'),
    reach_from: fc.constantFrom('1', '2'),
    reach_to: fc.constantFrom('2', '3'),
    tag: fc.constantFrom('vip', 'vip,press'),
    tag_match: fc.constantFrom('any', 'all'),
  },
  { requiredKeys: [] },
)
export type RandomQuery = typeof randomQuery extends fc.Arbitrary<infer Value> ? Value : never
