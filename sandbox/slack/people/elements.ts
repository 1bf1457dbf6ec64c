import type { Block } from '../../../src/model/message.ts'
import { isRecord, stringAt } from '../json.ts'

/** An element somebody can act on, with the block it stands in. */
export type Element = {
  blockId: string
  block: Block
  element: Record<string, unknown>
  actionId: string
  type: string
}

/** Every element of the blocks that somebody can act on or fill in. */
export function elementsOf(blocks: Block[]): Element[] {
  return blocks.flatMap((block) => {
    const elements = Array.isArray(block.elements) ? block.elements : [block.accessory, block.element]
    return elements.filter(isRecord).flatMap((element) => {
      const actionId = stringAt(element, 'action_id')
      const type = stringAt(element, 'type')
      if (actionId === undefined || type === undefined) return []
      return [{ blockId: block.block_id ?? '', block, element, actionId, type }]
    })
  })
}

/** Finds an element by its action_id (and its block_id, where that alone is ambiguous). Throws where there is none. */
export function findElement(blocks: Block[], actionId: string, blockId?: string): Element {
  const found = elementsOf(blocks).find(
    (one) => one.actionId === actionId && (blockId === undefined || one.blockId === blockId),
  )
  if (!found) throw new Error(`There is no element "${actionId}" here.`)
  return found
}
