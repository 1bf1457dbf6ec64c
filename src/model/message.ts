import { z } from 'zod'
import type { Id } from './id.ts'

/** A Block Kit block as JSON. `messages/` builds it; everybody else passes it on unread. */
const blockSchema = z.looseObject({ type: z.string(), block_id: z.string().exactOptional() })
export type Block = z.infer<typeof blockSchema>

/** A message. `text` repeats the content of the blocks for screen readers and notifications. */
export const contentSchema = z.object({ text: z.string(), blocks: z.array(blockSchema) })
export type Content = z.infer<typeof contentSchema>

/** A modal. Title and button label have at most 24 characters. Without `submit` it only shows its blocks. */
export type ModalContent = { title: string; submit?: string; blocks: Block[] }

/**
 * The receipt in the metadata of a subscription's message. `through`: the watermark. `ids`: the mentions in the message (joined by commas
 * in Slack). `beyond`: ids that are done and lie beyond an unconfirmed id jump; usually absent.
 */
export type Receipt = { subscription: string; alert: Id; through: Id; ids: Id[]; beyond?: Id[] }

/** The receipt in the metadata of a digest's message. `digest`: its name. `period`: the key of its period. `part`: 0 for the parent. */
export type DigestReceipt = { digest: string; period: string; part: number }

/** A message to post. `channel`: an id. `thread`: the parent's `ts`. A message without a receipt (a notice) may be posted twice. */
export type Posting = {
  channel: string
  thread?: string
  content: Content
  receipt?: Receipt
  digest?: DigestReceipt
}

/** The scope of a refusal: this message, its thread, its channel or the whole workspace. `unclear`: Slack's error code is unknown. */
export type RefusalScope = 'message' | 'thread' | 'channel' | 'workspace' | 'unclear'

/** Slack posted the message under `ts`. `receiptKept`: Slack's answer contains the metadata that we sent. */
type Delivered = { kind: 'delivered'; ts: string; receiptKept: boolean }

type Deferred = { kind: 'deferred'; extent: RefusalScope; afterMs: number; reason: string }

/**
 * The message was certainly not posted. A retry helps only after a person acts or the message changes. If `extent` is `unclear`, a retry
 * may help.
 */
export type Rejected = { kind: 'rejected'; extent: RefusalScope; reason: string }

/** The message may have been posted. Only its receipt in the channel can show it. */
type Unknown = { kind: 'unknown'; reason: string }

/** The result of a post that was not confirmed. `reason` is an error code of Slack or of the system and contains no secret. */
export type PostFailure = Deferred | Rejected | Unknown

export type PostOutcome = Delivered | PostFailure

/** True if Slack's error code for a reply means that the channel has no threads at all. */
export function hasNoThreads(reason: string): boolean {
  return reason === 'restricted_action_non_threadable_channel'
}

/** True if Slack's error code for a reply means that its parent was deleted. That says nothing about other threads. */
export function wasParentDeleted(reason: string): boolean {
  return reason === 'thread_not_found' || reason === 'message_not_found'
}
