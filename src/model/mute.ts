import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'

export const muteKinds = ['author', 'source', 'domain', 'word'] as const
export type MuteKind = (typeof muteKinds)[number]

export const muteTerms = {
  '1d': 86_400_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
  forever: undefined,
} as const

export type MuteTerm = keyof typeof muteTerms

/** How long a mute lasts: one of the usual terms, or until a time (UTC, ms). */
export type MuteEnd = MuteTerm | { until: Time }

/** Returns when a mute ends that begins now; undefined if it has no end. */
export function endOfMute(end: MuteEnd, now: Time): Time | undefined {
  if (typeof end === 'object') return end.until
  const length = muteTerms[end]
  return length === undefined ? undefined : now + length
}

export const muteSchema = z.object({
  channel: z.string(),
  kind: z.enum(muteKinds),
  /** An author's full name, a source, a host (which includes its subdomains), or a word of the title or the snippet (a pattern, as in `except.text`). */
  name: z.string(),
  until: timeSchema.exactOptional(),
  by: z.string(),
  at: timeSchema,
  /** The card in the channel, and its mention, of which somebody muted the author, the site or the source. */
  card: z.object({ ts: z.string(), mention: idSchema }).exactOptional(),
})
export type Mute = z.infer<typeof muteSchema>
