import { defined } from '@overheard/base/defined'
import type { RateLimit } from '@overheard/base/rate-limiter'
import type { Ms, Time } from '@overheard/base/time'
import type { WebClient } from '@slack/web-api'
import { z } from 'zod'
import type { Metadata, Post, Posting, PostOutcome, Receipts } from '../message.ts'
import { outcomeOf } from './errors.ts'

/** Slack's published limit is one message a second per channel, with short bursts. The size of the burst is our choice. */
export const postLimit: RateLimit = { limit: 60, windowMs: 60_000, burst: 3 }

const answerShape = z.object({
  ts: z.string(),
  message: z.object({ metadata: z.unknown().optional() }).optional(),
})

/**
 * Requires a client with a timeout and without retries. If Slack refuses the metadata, the message is sent again without metadata at once, because nothing
 * was posted and a plainer form would not help.
 */
export function createPost<Proof>(client: WebClient, receipts: Receipts<Proof>): Post<Proof> {
  const isReceipt = (metadata: unknown) => receipts.read(metadata) !== undefined
  return async (posting) => {
    const metadata = receipts.write(posting)
    const outcome = await send(client, posting, metadata, isReceipt)
    if (metadata === undefined || !isMetadataRefused(outcome)) return outcome
    const bare = await send(client, posting, undefined, isReceipt)
    return bare.kind === 'delivered' ? { ...bare, receiptKept: false } : bare
  }
}

async function send(
  client: WebClient,
  { channel, thread, content }: Posting<unknown>,
  metadata: Metadata | undefined,
  isReceipt: (metadata: unknown) => boolean,
): Promise<PostOutcome> {
  try {
    const answer = await client.apiCall('chat.postMessage', {
      channel,
      text: content.text,
      ...(content.blocks.length > 0 ? { blocks: JSON.stringify(content.blocks) } : {}),
      ...formattingOf(content.blocks),
      ...defined({ thread_ts: thread }),
      ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
      unfurl_links: false,
      unfurl_media: false,
    })
    const { data } = answerShape.safeParse(answer)
    if (data === undefined) return { kind: 'unknown', reason: 'an answer without ts' }
    const receiptKept = metadata === undefined || isReceipt(data.message?.metadata)
    return { kind: 'delivered', ts: data.ts, receiptKept }
  } catch (error) {
    return outcomeOf(error, thread !== undefined)
  }
}

/** Turns formatting off for a text without blocks, because the text contains strangers' words. */
export function formattingOf(blocks: unknown[]) {
  return blocks.length > 0 ? {} : { mrkdwn: false, parse: 'none' }
}

/** True for invalid_metadata_format, invalid_metadata_schema, metadata_too_large and metadata_must_be_sent_from_app. */
const isMetadataRefused = (outcome: PostOutcome) =>
  outcome.kind === 'rejected' && outcome.reason.includes('metadata')

/** Returns how many messages Slack has accepted for a channel id since the process started. */
export type Accepted = (channel: string) => number

/** A post that has ended, after `ms`. */
export type PostEnd<Proof> = { posting: Posting<Proof>; outcome: PostOutcome; ms: Ms }

/** Returns a `post` that lets `seen` know how each post has ended. */
export function seenPosts<Proof>(
  post: Post<Proof>,
  now: () => Time,
  seen: (end: PostEnd<Proof>) => void,
): Post<Proof> {
  return async (posting) => {
    const began = now()
    const outcome = await post(posting)
    seen({ posting, outcome, ms: now() - began })
    return outcome
  }
}

/** Counts accepted posts. If Slack accepts other messages for a channel, the channel is not the cause of a refusal. */
export function countAccepted(): { seen(end: PostEnd<unknown>): void; accepted: Accepted } {
  const counts = new Map<string, number>()
  const accepted = (channel: string) => counts.get(channel) ?? 0
  return {
    accepted,
    seen({ posting: { channel }, outcome }) {
      if (outcome.kind === 'delivered') counts.set(channel, accepted(channel) + 1)
    },
  }
}
