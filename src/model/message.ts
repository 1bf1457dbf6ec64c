import type { Id } from './id.ts'

/** A Block Kit block as JSON. Built and checked in `messages/`; everything else passes it on unread. */
export type Block = { type: string; block_id?: string; [field: string]: unknown }

/** What a message shows: blocks for those who see, text that is complete for screen readers and notifications. */
export type Content = { text: string; blocks: Block[] }

/** What a modal shows: its title and the label of its button have at most 24 characters; without `submit` it only tells. */
export type ModalContent = { title: string; submit?: string; blocks: Block[] }

/**
 * The receipt a message of a subscription carries in its metadata. `ids` is comma-joined, empty where it covers none. `beyond`: what was
 * settled before it beyond a jump of the ids that is not confirmed; mostly there is none.
 */
export type Receipt = { subscription: string; alert: Id; through: Id; ids: Id[]; beyond?: Id[] }

/** The receipt a message of a digest carries: the digest's name, the key of its period, and which part of it this is (0: the parent). */
export type DigestReceipt = { digest: string; period: string; part: number }

/**
 * How far a refusal reaches: this message, the thread it goes to, everything for this channel, or everything for this workspace.
 * `unclear`: Slack's code is not one that we know, so nobody can tell yet.
 */
export type RefusalScope = 'message' | 'thread' | 'channel' | 'workspace' | 'unclear'

/** Slack has the message, as `ts`. `receiptKept`: whether the echo shows the metadata we sent. */
export type Delivered = { kind: 'delivered'; ts: string; receiptKept: boolean }

/** Surely not posted: try again after `afterMs`. */
type Deferred = { kind: 'deferred'; extent: RefusalScope; afterMs: number; reason: string }

/**
 * Surely not posted. Trying the same again is useless until a person acts (or the message changes); only where it is `unclear`, it may
 * help.
 */
export type Rejected = { kind: 'rejected'; extent: RefusalScope; reason: string }

/** It may have been posted; only the receipt in the channel can tell. */
type Unknown = { kind: 'unknown'; reason: string }

/** How a post that did not surely succeed ended. `reason` is Slack's code or the system's: it names no secret. */
export type PostFailure = Deferred | Rejected | Unknown

/** How a post ended. */
export type PostOutcome = Delivered | PostFailure

/** Whether a refused reply (Slack's code) means that its channel has no threads at all. */
export function hasNoThreads(reason: string): boolean {
  return reason === 'restricted_action_non_threadable_channel'
}

/** Whether a refused reply (Slack's code) means that somebody has deleted its parent: that says nothing about other threads. */
export function wasParentDeleted(reason: string): boolean {
  return reason === 'thread_not_found' || reason === 'message_not_found'
}
