import type { Id } from '@overheard/mention-client/id'
import type { Identity } from '@overheard/mention-client/identity'
import type * as once from '@overheard/post-once/message'
import { z } from 'zod'

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

/** What the metadata of a message proves: which mentions, or which part of a digest, it has. */
export type Proof = { receipt?: Receipt; digest?: DigestReceipt }

export type Posting = once.Posting<Proof>
