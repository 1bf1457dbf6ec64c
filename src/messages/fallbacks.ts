import type { Block, Content } from '../model/message.ts'
import { plainText } from './block-kit.ts'
import { newBlockTypes, withoutNewBlocks } from './chart.ts'
import { addressInText, cut, edgeBefore, escapeMrkdwn, webAddress } from './text.ts'

/**
 * What to try when Slack refuses a message: each rung gives up what is most likely to be the cause, and the last is a bare
 * address, so that a mention still gets through.
 */

/**
 * The message as it is, then without pictures, without the newest block types, as text only, and last the bare address(es),
 * one a line, where the caller has any. A rung that would equal the one before is left out. Each is made when it is asked for:
 * hardly any message needs the second.
 */
export function* fallbacksOf(content: Content, address?: string): Generator<Content> {
  yield content
  const plainer = { ...content, blocks: withoutPictures(content.blocks) }
  const plainest = { ...plainer, blocks: withOldBlocksOnly(withoutNewBlocks(plainer).blocks) }
  const textOnly = { text: content.text, blocks: [] }
  const bare =
    address === undefined ? [] : [{ text: address.split('\n').map(bareAddress).join('\n'), blocks: [] }]
  yield* distinct([content, plainer, plainest, textOnly, ...bare]).slice(1)
}

/** An address as the text of a message may carry it; what is no address stays readable, cut to a line. */
function bareAddress(raw: string): string {
  const address = webAddress(raw)
  return address === undefined ? escapeMrkdwn(cut(raw, 200)) || 'No address' : addressInText(address)
}

function distinct(contents: Content[]): Content[] {
  const seen = new Set<string>()
  return contents.filter((content) => {
    const key = JSON.stringify(content)
    return seen.size < seen.add(key).size
  })
}

/** Slack fetches pictures when it takes the message: one that cannot be fetched makes it refuse the whole. */
function withoutPictures(blocks: Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.type === 'image') return []
    if (block.type === 'section' && isPicture(block.accessory)) {
      const { accessory: _, ...rest } = block
      return [rest]
    }
    if (block.type !== 'context' || !Array.isArray(block.elements)) return [block]
    const elements = block.elements.filter((element) => !isPicture(element))
    return elements.length === 0 ? [] : [{ ...block, elements }]
  })
}

function isPicture(element: unknown): boolean {
  return typeof element === 'object' && element !== null && 'type' in element && element.type === 'image'
}

/** Blocks for a Slack that does not take the newest ones: only types that every client has known for years. */

const oldBlockTypes = new Set(['section', 'context', 'actions', 'header', 'divider', 'image'])

/** Slack's limit of a section's text, in characters. */
const longestSection = 3000

/** Rich text becomes plain sections with its addresses written out; what has no plain form (charts, tables) goes. */
function withOldBlocksOnly(blocks: Block[]): Block[] {
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

/** Remembers whether this Slack takes charts and tables. */
export type ChartSupport = {
  /** The forms in which to try a message, the best first: without charts and tables second, or only that if they were refused. */
  versions(content: Content): Content[]
  /** Notes which of the forms Slack took: if it was the plainer one, Slack refuses charts and tables. */
  accepted(content: Content, form: Content): void
}

/** A Slack that refuses charts and tables is tried again after a day, in ms: regions get them one by one. */
const retryChartsAfter = 86_400_000

/** Remembers, for this process, that Slack refused charts and tables. */
export function createChartSupport(now: () => number): ChartSupport {
  let refusedUntil = 0
  return {
    versions(content) {
      if (!hasNewBlocks(content)) return [content]
      const plain = withoutNewBlocks(content)
      return now() < refusedUntil ? [plain] : [content, plain]
    },
    accepted(content, form) {
      if (form.blocks.length > 0 && hasNewBlocks(content) && !hasNewBlocks(form))
        refusedUntil = Math.max(refusedUntil, now() + retryChartsAfter)
    },
  }
}

const hasNewBlocks = ({ blocks }: Content) => blocks.some(({ type }) => newBlockTypes.includes(type))
