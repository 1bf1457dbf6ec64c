import type { WebClient } from '@slack/web-api'
import type { Content, DigestReceipt, Receipt } from '../model/message.ts'
import type { Outcome } from '../model/outcome.ts'
import { readDigestReceipt, readReceipt, writeReceipt } from './metadata.ts'
import { outcomeOf } from './outcome.ts'

/** A message on its way: `channel` is an id, `thread` the parent's `ts`. Without either receipt it is nothing that must come once (a notice). */
export type Posting = {
  channel: string
  thread?: string
  content: Content
  receipt?: Receipt
  digest?: DigestReceipt
}

/** Posts one message, once: no retry happens here. */
export type Post = (posting: Posting) => Promise<Outcome>

/** Makes the poster. The client must not retry by itself and must have a time-out. */
export function createPost(client: WebClient): Post {
  return async ({ channel, thread, content, receipt, digest }) => {
    const proof = receipt ?? digest
    try {
      const answer = await client.chat.postMessage({
        channel,
        text: content.text,
        // Text without blocks is shown as it is: it holds strangers' words.
        ...(content.blocks.length > 0
          ? { blocks: content.blocks }
          : { mrkdwn: false, parse: 'none' as const }),
        ...(thread === undefined ? {} : { thread_ts: thread }),
        ...(proof === undefined ? {} : { metadata: writeReceipt(proof) }),
        unfurl_links: false,
        unfurl_media: false,
      })
      if (answer.ts === undefined) return { kind: 'unknown', reason: 'an answer without ts' }
      const receiptKept = proof === undefined || hasReceipt(answer.message?.metadata)
      return { kind: 'delivered', ts: answer.ts, receiptKept }
    } catch (error) {
      return outcomeOf(error, thread !== undefined)
    }
  }
}

function hasReceipt(metadata: unknown): boolean {
  return readReceipt(metadata) !== undefined || readDigestReceipt(metadata) !== undefined
}
