import type { Ms } from '@overheard/base/time'

export type Block = { [field: string]: unknown; type: string; block_id?: string }

export type Content = { text: string; blocks: Block[] }

/** Where a message goes, and what proves later which message it is: `Proof` becomes its metadata. */
export type Draft<Proof> = { channel: string; thread?: string } & Proof

export type Posting<Proof> = Draft<Proof> & { content: Content }

export type Post<Proof> = (posting: Posting<Proof>) => Promise<PostOutcome>

/** Slack keeps the metadata of a message, and gives it to those who may read it. */
export type Metadata = { event_type: string; event_payload: Record<string, unknown> }

/** How the messages of a bot are recognised. */
export type Receipts<Proof> = {
  /** Returns undefined for a message without a receipt. */
  write(proof: Proof): Metadata | undefined
  /** Returns undefined for metadata that is no receipt of the bot. */
  read(metadata: unknown): Proof | undefined
}

/**
 * A refusal concerns the message, its thread, its channel or the whole workspace. A refusal is `unclear` if Slack's error code is unknown.
 */
export type RefusalScope = 'message' | 'thread' | 'channel' | 'workspace' | 'unclear'

type Delivered = { kind: 'delivered'; ts: string; receiptKept: boolean }

type Deferred = { kind: 'deferred'; extent: RefusalScope; afterMs: Ms; reason: string }

/**
 * The message was certainly not posted. A retry helps only after a person has acted or the message has changed. If
 * `extent` is `unclear`, a retry may help.
 */
type Rejected = { kind: 'rejected'; extent: RefusalScope; reason: string }

/** The message may have been posted. Only its receipt in the channel can prove it. */
type Unknown = { kind: 'unknown'; reason: string }

/** `reason` is an error code of Slack or of the operating system. It contains no secret. */
export type PostOutcome = Delivered | Deferred | Rejected | Unknown

/** Tests Slack's error code for a reply. The code says nothing about other threads. */
export function wasParentDeleted(reason: string): boolean {
  return reason === 'thread_not_found' || reason === 'message_not_found'
}
