import type { Block } from '../model/message.ts'
import { mostCharts } from './chart.ts'

/** Slack takes 50 blocks a message (Block Kit reference); a few are kept free for what surrounds them. */
const mostBlocks = 45

/** Slack refuses a message with more than about 13,200 characters in its blocks (undocumented): this stays well below. */
const mostLetters = 10_000

/**
 * Puts groups of blocks into as few messages as take them, in order. A group stays together where it fits a message of
 * its own; nothing is ever left out.
 */
export function inMessages(groups: Block[][]): Block[][] {
  const messages: Block[][] = []
  for (const group of groups.flatMap((blocks) =>
    fits(blocks) ? [blocks] : blocks.map((block) => [block]),
  )) {
    const last = messages.at(-1)
    if (last !== undefined && fits([...last, ...group])) last.push(...group)
    else messages.push([...group])
  }
  return messages
}

/** Whether the blocks can stand in one message. */
export function fits(blocks: Block[]): boolean {
  const charts = blocks.filter(({ type }) => type === 'data_visualization').length
  return blocks.length <= mostBlocks && charts <= mostCharts && lettersIn(blocks) <= mostLetters
}

/** Every character of every string within: more than Slack counts, never less. */
function lettersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + lettersIn(part), 0)
}
