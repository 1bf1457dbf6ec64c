import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isId } from '../../../src/model/id.ts'
import { invalidParameter } from './refusal.ts'

const content = z.object({
  alert: z.string(),
  /** The parameters of the first page, as they were written. */
  parameters: z.record(z.string(), z.string()),
  /** The last mention that was served: the next page begins after it. */
  after: z.object({ id: z.string().refine(isId), date: z.number(), reach: z.number() }),
})
/** What a token carries. */
export type TokenContent = z.infer<typeof content>

/** Tells a damaged or edited token from a sound one. Not a secret: whoever holds a token may read the alert anyway. */
function checksum(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 12)
}

/** The token as it stands in `next`: URL-encoded text (interface 2.7), ready to be put into a query string. */
export function writeToken(tokenContent: TokenContent): string {
  const text = JSON.stringify(tokenContent)
  return encodeURIComponent(Buffer.from(checksum(text) + text).toString('base64'))
}

/**
 * Reads a token out of a query string that was decoded once. The interface does not say whether a client encodes the
 * token once more, sends it as it is or decoded: all three arrive here and mean the same. Throws Refusal 40.
 */
export function readToken(value: string): TokenContent {
  try {
    const base64 = decodeURIComponent(value).replaceAll(' ', '+')
    const whole = Buffer.from(base64, 'base64').toString()
    const text = whole.slice(12)
    if (checksum(text) === whole.slice(0, 12)) return content.parse(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof URIError || error instanceof SyntaxError || error instanceof z.ZodError))
      throw error
  }
  throw invalidParameter('next')
}
