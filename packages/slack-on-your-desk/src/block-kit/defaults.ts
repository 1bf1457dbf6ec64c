import { isRecord } from '../json.ts'
import { newId, type State } from '../state.ts'
import type { Block } from '../wire.ts'
import { interactiveTypes } from './elements.ts'

/** Adds what Slack adds to blocks it stores: missing ids, and defaults of text objects. */
export function completeBlocks(state: State, blocks: unknown): Block[] {
  if (!Array.isArray(blocks)) return []
  return blocks.filter(isRecord).map((block) => {
    const completed = completeNode(state, block)
    const type = typeof block.type === 'string' ? block.type : ''
    const blockId =
      typeof block.block_id === 'string' && block.block_id !== '' ? block.block_id : newId(state, '')
    return { ...completed, ...innerBlocks(state, block), type, block_id: blockId }
  })
}

/** The blocks inside a container, a carousel or a plan have ids, too. */
function innerBlocks(state: State, block: Record<string, unknown>): Record<string, unknown> {
  const key = { container: 'child_blocks', carousel: 'elements', plan: 'tasks' }[String(block.type)]
  return key === undefined || block[key] === undefined ? {} : { [key]: completeBlocks(state, block[key]) }
}

function completeNode(state: State, node: Record<string, unknown>): Record<string, unknown> {
  const inside = Object.entries(node).map(([key, value]) => [key, completeValue(state, value)])
  return { ...defaultsOf(state, node), ...Object.fromEntries(inside) }
}

function completeValue(state: State, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => completeValue(state, item))
  return isRecord(value) ? completeNode(state, value) : value
}

function defaultsOf(state: State, node: Record<string, unknown>): Record<string, unknown> {
  if (node.type === 'plain_text') return { emoji: true }
  if (node.type === 'mrkdwn') return { verbatim: false }
  return typeof node.type === 'string' && interactiveTypes.has(node.type) && node.action_id === undefined
    ? { action_id: newId(state, '') }
    : {}
}
