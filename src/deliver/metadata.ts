import { z } from 'zod'
import { isId } from '../model/id.ts'
import type { Receipt } from '../model/message.ts'

/** The name under which a subscription's messages carry their receipt. */
export const eventType = 'overheard_mentions'

const ids = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',')))
  .refine((list) => list.every(isId))

const schema = z.object({
  event_type: z.literal(eventType),
  event_payload: z.object({
    subscription: z.string(),
    alert: z.string(),
    through: z.string().refine(isId),
    ids,
  }),
})

/** A receipt as message metadata; ids are one comma-joined string, because the SDK's types take no arrays. */
export function writeReceipt({ subscription, alert, through, ids }: Receipt) {
  return { event_type: eventType, event_payload: { subscription, alert, through, ids: ids.join(',') } }
}

/** The receipt in a message's metadata; undefined where there is none, or none of ours. */
export function readReceipt(metadata: unknown): Receipt | undefined {
  const parsed = schema.safeParse(metadata)
  return parsed.success ? parsed.data.event_payload : undefined
}
