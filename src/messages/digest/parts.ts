import type { Block } from '../../model/message.ts'
import { mostCharts } from '../chart.ts'

/** Slack takes 50 blocks a message (Block Kit reference); a few are kept free for what surrounds them. */
const maxBlocks = 45

/** Slack refuses a message with more than about 13,200 characters in its blocks (undocumented): this stays well below. */
const maxCharacters = 10_000

/** Blocks that belong together, and the same in words for those who do not see them. */
export type MessagePart = { words: string[]; blocks: Block[] }

/**
 * Puts parts into as few messages as take them, in order. A part stays together where it fits a message of its own;
 * where not, its words stand with its first block. Nothing is ever left out.
 */
export function splitIntoMessages(parts: MessagePart[]): MessagePart[] {
  const messages: MessagePart[] = []
  for (const { words, blocks } of parts.flatMap(pieces)) {
    const last = messages.at(-1)
    if (last !== undefined && fits([...last.blocks, ...blocks])) {
      last.words.push(...words)
      last.blocks.push(...blocks)
    } else messages.push({ words: [...words], blocks: [...blocks] })
  }
  return messages
}

function pieces({ words, blocks }: MessagePart): MessagePart[] {
  if (fits(blocks)) return [{ words, blocks }]
  return blocks.map((block, at) => ({ words: at === 0 ? words : [], blocks: [block] }))
}

/** Whether the blocks can stand in one message. */
function fits(blocks: Block[]): boolean {
  const charts = blocks.filter(({ type }) => type === 'data_visualization').length
  return blocks.length <= maxBlocks && charts <= mostCharts && countCharacters(blocks) <= maxCharacters
}

/** Every character of every string within: more than Slack counts, never less. */
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + countCharacters(part), 0)
}
