import type { WebClient } from '@slack/web-api'
import { z } from 'zod'
import type { RateLimit } from '../async/rate-limiter.ts'
import type { Content, DigestReceipt, PostOutcome, Receipt } from '../model/message.ts'
import { outcomeOf } from './errors.ts'
import { readDigestReceipt, readReceipt, writeReceipt } from './receipts.ts'

/** Slack's published limit is one message a second per channel, with short bursts. The size of the burst is our choice. */
export const postLimit: RateLimit = { limit: 60, windowMs: 60_000, burst: 3 }

/** A message on its way: `channel` is an id, `thread` the parent's `ts`. Without either receipt it is nothing that must come once (a notice). */
export type Posting = {
  channel: string
  thread?: string
  content: Content
  receipt?: Receipt
  digest?: DigestReceipt
}

/** Posts one message, once: what may have arrived is not sent again here. */
export type Post = (posting: Posting) => Promise<PostOutcome>

/** What Slack answers to a post, as far as it is used. */
const answerShape = z.object({
  ts: z.string(),
  message: z.object({ metadata: z.unknown().optional() }).optional(),
})

/**
 * Makes the poster. The client must not retry by itself and must have a time-out. Metadata that Slack refuses is left out at once:
 * nothing was posted, and no plainer form of the message would help.
 */
export function createPost(client: WebClient): Post {
  return async (posting) => {
    const proof = posting.receipt ?? posting.digest
    const outcome = await send(client, posting, proof)
    if (proof === undefined || !isMetadataRefused(outcome)) return outcome
    const bare = await send(client, posting, undefined)
    return bare.kind === 'delivered' ? { ...bare, receiptKept: false } : bare
  }
}

/** Blocks and receipt are handed to the client as JSON: of an object the SDK makes three copies for a log that is off. */
async function send(
  client: WebClient,
  { channel, thread, content }: Posting,
  proof: Receipt | DigestReceipt | undefined,
): Promise<PostOutcome> {
  try {
    const answer = await client.apiCall('chat.postMessage', {
      channel,
      text: content.text,
      ...(content.blocks.length > 0 ? { blocks: JSON.stringify(content.blocks) } : {}),
      ...formattingOf(content.blocks),
      ...(thread === undefined ? {} : { thread_ts: thread }),
      ...(proof === undefined ? {} : { metadata: JSON.stringify(writeReceipt(proof)) }),
      unfurl_links: false,
      unfurl_media: false,
    })
    const { data } = answerShape.safeParse(answer)
    if (data === undefined) return { kind: 'unknown', reason: 'an answer without ts' }
    const receiptKept = proof === undefined || hasReceipt(data.message?.metadata)
    return { kind: 'delivered', ts: data.ts, receiptKept }
  } catch (error) {
    return outcomeOf(error, thread !== undefined)
  }
}

/** Text without blocks is shown as it is, because it holds strangers' words. */
export function formattingOf(blocks: unknown[]) {
  return blocks.length > 0 ? {} : { mrkdwn: false, parse: 'none' }
}

/** invalid_metadata_format, invalid_metadata_schema, metadata_too_large, metadata_must_be_sent_from_app. */
const isMetadataRefused = (outcome: PostOutcome) =>
  outcome.kind === 'rejected' && outcome.reason.includes('metadata')

function hasReceipt(metadata: unknown): boolean {
  return readReceipt(metadata) !== undefined || readDigestReceipt(metadata) !== undefined
}

/** How many messages Slack has taken for a channel (by its id) since the process began, whatever they were about. */
export type Accepted = (channel: string) => number

/** Counts what Slack takes: a channel that takes other messages is not to blame for the refusal of one. */
export function countAccepted(post: Post): { post: Post; accepted: Accepted } {
  const counts = new Map<string, number>()
  const accepted = (channel: string) => counts.get(channel) ?? 0
  return {
    accepted,
    async post(posting) {
      const outcome = await post(posting)
      if (outcome.kind === 'delivered') counts.set(posting.channel, accepted(posting.channel) + 1)
      return outcome
    },
  }
}
