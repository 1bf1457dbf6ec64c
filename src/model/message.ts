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
