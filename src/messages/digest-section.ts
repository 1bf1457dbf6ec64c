import type { Block } from '../model/message.ts'

/** What a feature adds to the end of a digest: blocks, and the same as lines of text. */
export type DigestSection = { text: string[]; blocks: Block[] }
