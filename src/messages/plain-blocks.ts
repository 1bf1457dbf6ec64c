/** Blocks for a Slack that does not take the newest ones: only types that every client has known for years. */
import type { Block } from '../model/message.ts'
import { plainText } from './block-kit.ts'
import { edgeBefore } from './text.ts'

const oldBlockTypes = new Set(['section', 'context', 'actions', 'header', 'divider', 'image'])

/** Slack's limit of a section's text, in characters. */
const longestSection = 3000

/** Rich text becomes plain sections with its addresses written out; what has no plain form (charts, tables) goes. */
export function withoutNewBlocks(blocks: Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (oldBlockTypes.has(block.type)) return [block]
    return block.type === 'rich_text' ? asSections(block) : []
  })
}

/** A rich text block as one section, or several where the text is longer than one takes. The first keeps the `block_id`. */
function asSections(block: Block): Block[] {
  const id = block.block_id === undefined ? {} : { block_id: block.block_id }
  return splitText(flatten(block).trim()).map((text, index) => ({
    type: 'section',
    ...(index === 0 && id),
    text: plainText(text),
  }))
}

function splitText(text: string): string[] {
  const parts: string[] = []
  for (let rest = text; rest !== ''; ) {
    const end = edgeBefore(rest, longestSection) || longestSection
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return parts
}

/** The texts of a rich text element and all within it; a link as its label and its address, a list as lines. */
function flatten(element: unknown): string {
  if (typeof element !== 'object' || element === null) return ''
  const text = 'text' in element && typeof element.text === 'string' ? element.text : ''
  const url = 'url' in element && typeof element.url === 'string' ? element.url : ''
  const own = text !== '' && url !== '' ? `${text} (${url})` : text || url || elementFallback(element)
  if (!('elements' in element) || !Array.isArray(element.elements)) return own
  const isList = 'type' in element && element.type === 'rich_text_list'
  return own + element.elements.map((inner) => (isList ? `• ${flatten(inner)}\n` : flatten(inner))).join('')
}

/** What a date or another element without a text says where it cannot be shown. */
function elementFallback(element: object): string {
  return 'fallback' in element && typeof element.fallback === 'string' ? element.fallback : ''
}
