import { z } from 'zod'
import type { Ms } from '../async/time.ts'
import type { Id } from './id.ts'
import type { Identity } from './identity.ts'

const blockSchema = z.looseObject({ type: z.string(), block_id: z.string().exactOptional() })
export type Block = z.infer<typeof blockSchema>

export const contentSchema = z.object({ text: z.string(), blocks: z.array(blockSchema) })
export type Content = z.infer<typeof contentSchema>

/** The title and the button label have at most 24 characters. A modal without `submit` only shows its blocks. */
export type ModalContent = { title: string; submit?: string; blocks: Block[] }

/**
 * `through` is the watermark. `ids` are the mentions in the message. `implausible` has the implausibly large ids that are
 * done, and is usually absent. `late` is set if larger ids had been posted before. `installation` is the id of the installation that posted the message; only receipts that were read have it.
 */
export type Receipt = {
  subscription: string
  alert: Id
  through: Id
  ids: Id[]
  implausible?: Id[]
  late?: true
  /** Those of the mentions that the service identifies, in any order. */
  identities?: Identity[]
  installation?: string
}

export type DigestReceipt = { digest: string; period: string; part: number }

export type Posting = {
  channel: string
  thread?: string
  content: Content
  receipt?: Receipt
  digest?: DigestReceipt
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
type PostFailure = Deferred | Rejected | Unknown

export type PostOutcome = Delivered | PostFailure

/** Tests Slack's error code for a reply. The code says nothing about other threads. */
export function wasParentDeleted(reason: string): boolean {
  return reason === 'thread_not_found' || reason === 'message_not_found'
}
