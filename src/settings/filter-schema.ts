import { z } from 'zod'
import { listOf } from './values.ts'

const reachSchema = z
  .strictObject({
    from: z.number().int().min(0).exactOptional(),
    to: z.number().int().min(0).exactOptional(),
  })
  .refine(
    (range) => range.from === undefined || range.to === undefined || range.from <= range.to,
    'from is above to',
  )

/** What may be asked of a mention: lists are any-of, keys are all-of; empty, it lets everything through. */
export const filterSchema = z.strictObject({
  source: listOf('source').exactOptional().describe('reddit, web, news-blogs, …'),
  language: listOf('language').exactOptional().describe('ISO codes, or unknown'),
  country: listOf('country').exactOptional().describe('ISO codes, or unknown'),
  sentiment: z
    .array(z.enum(['positive', 'negative', 'neutral', 'unknown']))
    .min(1, 'an empty list')
    .exactOptional(),
  reach: reachSchema.exactOptional().describe('both ends are included'),
  tag: listOf('tag').exactOptional(),
  author: listOf('author').exactOptional().describe('whole names'),
  domain: listOf('domain').exactOptional().describe('hosts, with everything below them'),
  text: listOf('text').exactOptional().describe('whole words in title and snippet'),
})

/** A filter that asks for something. */
export const conditionSchema = filterSchema.refine(
  (keys) => Object.keys(keys).length > 0,
  'an empty condition',
)
