import type { Block } from '../model/message.ts'

/**
 * What a feature adds to the end of a digest: blocks, and the same as lines of text. With `hasNews`, the digest is posted even if there is
 * nothing else.
 */
export type DigestSection = { text: string[]; blocks: Block[]; hasNews?: true }
