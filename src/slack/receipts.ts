import { z } from 'zod'
import { idSchema, isId } from '../model/id.ts'
import type { DigestReceipt, Receipt } from '../model/message.ts'

const eventType = 'overheard_mentions'

const digestEventType = 'overheard_digest'

const ids = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',')))
  .refine((list) => list.every(isId))

const schema = z.object({
  event_type: z.literal(eventType),
  event_payload: z.object({
    subscription: z.string(),
    alert: z.string(),
    through: idSchema,
    ids,
    beyond: ids.exactOptional(),
  }),
})

const digestSchema = z.object({
  event_type: z.literal(digestEventType),
  event_payload: z
    .object({ name: z.string(), period: z.string(), part: z.number() })
    .transform(({ name, period, part }) => ({ digest: name, period, part })),
})

/** Converts a receipt into message metadata. The ids become one comma-joined string, because the SDK's types allow no arrays. */
export function writeReceipt(receipt: Receipt | DigestReceipt) {
  if ('digest' in receipt) {
    const { digest, period, part } = receipt
    return { event_type: digestEventType, event_payload: { name: digest, period, part } }
  }
  const { subscription, alert, through, ids, beyond } = receipt
  const more = beyond === undefined ? {} : { beyond: beyond.join(',') }
  return {
    event_type: eventType,
    event_payload: { subscription, alert, through, ids: ids.join(','), ...more },
  }
}

export function readReceipt(metadata: unknown): Receipt | undefined {
  const parsed = schema.safeParse(metadata)
  return parsed.success ? parsed.data.event_payload : undefined
}

export function readDigestReceipt(metadata: unknown): DigestReceipt | undefined {
  const parsed = digestSchema.safeParse(metadata)
  return parsed.success ? parsed.data.event_payload : undefined
}
