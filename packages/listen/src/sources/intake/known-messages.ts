import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '../../source.ts'

/** Senders repeat a message for up to three days, by the example of Standard Webhooks. */
const rememberedMs = 4 * 24 * 60 * 60 * 1000
/** All of them are written with each message, so they are few. */
const maxRemembered = 1000

/** `taken`: how many items of the message are stored. */
const stored = z.array(z.tuple([z.string(), z.number(), z.number()]))

export type KnownMessages = ReturnType<typeof createKnownMessages>

/** The messages that were taken lately, by sender and id. */
export function createKnownMessages(before: Json | undefined) {
  /** Oldest first. */
  const known = new Map(
    (stored.safeParse(before).data ?? []).map(([name, at, taken]) => [name, { at, taken }]),
  )

  return {
    /** How many of its items are stored; undefined if nothing is known of the message. */
    taken(sender: string, id: string, now: number): number | undefined {
      const message = known.get(nameOf(sender, id))
      return message !== undefined && now - message.at < rememberedMs ? message.taken : undefined
    },
    add(sender: string, id: string, at: number, taken: number): void {
      const name = nameOf(sender, id)
      known.delete(name)
      known.set(name, { at, taken })
      for (const [oldest, message] of known) {
        if (known.size <= maxRemembered && at - message.at < rememberedMs) break
        known.delete(oldest)
      }
    },
    toJson: (): Json => [...known].map(([name, { at, taken }]): Json => [name, at, taken]),
  }
}

const nameOf = (sender: string, id: string) =>
  createHash('sha256')
    .update(JSON.stringify([sender, id]))
    .digest('base64')
    .slice(0, 16)
