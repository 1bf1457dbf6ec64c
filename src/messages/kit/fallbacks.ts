import { createTemporaryFlag } from '@overheard/base/clock'
import type { Time } from '@overheard/base/time'
import type { Block, Content } from '../../model/message.ts'
import { bold, bullets, plainText, richLine, richText, words } from './block-kit.ts'
import { addressInText, cut, edgeBefore, escapeMrkdwn, webAddress } from './text.ts'
import { say } from './texts.ts'

/**
 * Yields the forms in which to try a message, each plainer than the one before: the message itself, old block types
 * only, text only, and the bare addresses (one a line) if the caller gives any. Skips a form that equals an earlier
 * one. Builds a form only when it is needed, because hardly any message needs the second.
 */
export function* fallbacksOf(content: Content, address?: string): Generator<Content> {
  yield content
  const plainer = { ...content, blocks: withOldBlocksOnly(withoutNewBlocks(content).blocks) }
  const textOnly = { text: content.text, blocks: [] }
  const bare =
    address === undefined ? [] : [{ text: address.split('\n').map(bareAddress).join('\n'), blocks: [] }]
  yield* distinct([content, plainer, textOnly, ...bare]).slice(1)
}

function bareAddress(raw: string): string {
  const address = webAddress(raw)
  return address === undefined ? escapeMrkdwn(cut(raw, 200)) || say.noAddress() : addressInText(address)
}

function distinct(contents: Content[]): Content[] {
  const seen = new Set<string>()
  return contents.filter((content) => {
    const key = JSON.stringify(content)
    return seen.size < seen.add(key).size
  })
}

/** Some clients and regions of Slack refuse these block types. */
const newBlockTypes: readonly string[] = ['data_visualization', 'table']

export function withoutNewBlocks(content: Content): Content {
  const blocks = content.blocks.flatMap((block) => {
    if (block.type === 'table') return [tableAsList(block)]
    return block.type === 'data_visualization' ? [] : [block]
  })
  return { ...content, blocks }
}

function tableAsList(block: Block): Block {
  const rows: unknown[] = Array.isArray(block.rows) ? block.rows : []
  const [header = [], ...others] = rows.map((row) => (Array.isArray(row) ? row.map(cellText) : []))
  const elements = others.map(([name = '', ...cells]) =>
    richLine([bold(name), words(`: ${cells.map((cell, at) => `${header[at + 1]} ${cell}`).join(', ')}`)]),
  )
  const id = block.block_id === undefined ? {} : { block_id: block.block_id }
  return { ...richText(bullets(elements)), ...id }
}

function cellText(cell: unknown): string {
  return typeof cell === 'object' && cell !== null && 'text' in cell ? String(cell.text) : ''
}

const oldBlockTypes = new Set(['section', 'context', 'actions', 'header', 'divider'])

/** Slack's limit for a section's text, in characters. */
const longestSection = 3000

/** Turns rich text into plain sections with written addresses, and removes every other block that is not of an old type. */
function withOldBlocksOnly(blocks: Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (oldBlockTypes.has(block.type)) return [block]
    return block.type === 'rich_text' ? asSections(block) : []
  })
}

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

function flatten(element: unknown): string {
  if (typeof element !== 'object' || element === null) return ''
  const text = 'text' in element && typeof element.text === 'string' ? element.text : ''
  const url = 'url' in element && typeof element.url === 'string' ? element.url : ''
  const own = text !== '' && url !== '' ? `${text} (${url})` : text || url || elementFallback(element)
  if (!('elements' in element) || !Array.isArray(element.elements)) return own
  const isList = 'type' in element && element.type === 'rich_text_list'
  return own + element.elements.map((inner) => (isList ? `• ${flatten(inner)}\n` : flatten(inner))).join('')
}

function elementFallback(element: object): string {
  return 'fallback' in element && typeof element.fallback === 'string' ? element.fallback : ''
}

export type ChartSupport = {
  /**
   * Returns the forms in which to try a message: with charts and tables, then without. If Slack refused charts lately,
   * returns only the second form.
   */
  versions(content: Content): Content[]
  /**
   * Records the form that Slack accepted. If that form lacks the charts and tables of the content, Slack has refused
   * them.
   */
  accepted(content: Content, form: Content): void
}

/**
 * After Slack has refused charts, messages go without charts and tables for this time (ms), because Slack enables them
 * region by region.
 */
const retryChartsAfter = 86_400_000

export function createChartSupport(now: () => Time): ChartSupport {
  const refused = createTemporaryFlag(now, retryChartsAfter)
  return {
    versions(content) {
      if (!hasNewBlocks(content)) return [content]
      const plain = withoutNewBlocks(content)
      return refused.isRaised() ? [plain] : [content, plain]
    },
    accepted(content, form) {
      if (form.blocks.length > 0 && hasNewBlocks(content) && !hasNewBlocks(form)) refused.raise()
    },
  }
}

const hasNewBlocks = ({ blocks }: Content) => blocks.some(({ type }) => newBlockTypes.includes(type))
