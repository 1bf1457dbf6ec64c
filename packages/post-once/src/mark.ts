import { hash } from 'node:crypto'
import type { Content } from './message.ts'

const markDigits = 24

/** Returns a mark that identifies a message if Slack dropped its metadata. `facts` are what no other message of the bot has. */
export function markOf(bot: string, facts: (string | number)[]): string {
  return `${bot}-${hash('sha256', JSON.stringify(facts)).slice(0, markDigits)}`
}

/** Puts the mark into the first block. A message without blocks gets none. */
export function withReceiptMark(content: Content, mark: string): Content {
  const [first, ...others] = content.blocks
  return first === undefined ? content : { ...content, blocks: [{ ...first, block_id: mark }, ...others] }
}
