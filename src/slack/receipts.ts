import { defined } from '@overheard/base/defined'
import { idSchema, isId } from '@overheard/mention-client/id'
import { readMentionIdentities } from '@overheard/mention-client/identity'
import type * as once from '@overheard/post-once/message'
import { z } from 'zod'
import type { DigestReceipt, Proof, Receipt } from '../model/message.ts'

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
    /** The implausible ids. Posted messages have this name. */
    beyond: ids.exactOptional(),
    // Receipts of version 0.2 have none of these. Whatever is in the fields, the receipt stays valid.
    late: z.unknown().optional(),
    identities: z.unknown().optional(),
    installation: z.unknown().optional(),
  }),
})

const digestSchema = z.object({
  event_type: z.literal(digestEventType),
  event_payload: z
    .object({ name: z.string(), period: z.string(), part: z.number() })
    .transform(({ name, period, part }) => ({ digest: name, period, part })),
})

/**
 * Converts a receipt into message metadata, that of mentions with the id of the installation that posts them. The mention ids become one
 * comma-joined string, because the SDK's types allow no arrays.
 */
export function writeReceipt(receipt: Receipt | DigestReceipt, installation?: string) {
  if ('digest' in receipt) {
    const { digest, period, part } = receipt
    return { event_type: digestEventType, event_payload: { name: digest, period, part } }
  }
  const { subscription, alert, through, ids, implausible, late, identities } = receipt
  const more = defined({
    beyond: implausible?.join(','),
    late,
    identities: identities?.join(','),
    installation,
  })
  return {
    event_type: eventType,
    event_payload: { subscription, alert, through, ids: ids.join(','), ...more },
  }
}

export function readReceipt(metadata: unknown): Receipt | undefined {
  const parsed = schema.safeParse(metadata)
  if (!parsed.success) return undefined
  const {
    late,
    identities: written,
    installation,
    beyond: implausible,
    ...receipt
  } = parsed.data.event_payload
  const identities = typeof written === 'string' ? readMentionIdentities(written.split(',')) : []
  return {
    ...receipt,
    ...defined({ implausible }),
    ...(identities.length > 0 ? { identities } : {}),
    ...(late === true ? { late } : {}),
    ...(typeof installation === 'string' ? { installation } : {}),
  }
}

export function readDigestReceipt(metadata: unknown): DigestReceipt | undefined {
  const parsed = digestSchema.safeParse(metadata)
  return parsed.success ? parsed.data.event_payload : undefined
}

export function readProof(metadata: unknown): Proof | undefined {
  const receipt = readReceipt(metadata)
  if (receipt !== undefined) return { receipt }
  const digest = readDigestReceipt(metadata)
  return digest && { digest }
}

/** The receipts of a bot with this installation. */
export const receiptsOf = (installation?: string): once.Receipts<Proof> => ({
  write({ receipt, digest }) {
    const carried = receipt ?? digest
    return carried && writeReceipt(carried, installation)
  },
  read: readProof,
})
