import { createTemporaryFlag } from '../async/clock.ts'
import type { Block, Content } from '../model/message.ts'
import { plainText } from './block-kit.ts'
import { newBlockTypes, withoutNewBlocks } from './chart.ts'
import { addressInText, cut, edgeBefore, escapeMrkdwn, webAddress } from './text.ts'

/**
 * The forms in which to try a message that Slack refuses: as it is, without the newest block types, as text only, and last the
 * bare addresses, one a line, if the caller has any, so that a mention still gets through. A form that equals an earlier one is
 * left out. Each form is built when it is asked for, because hardly any message needs the second.
 */
export function* fallbacksOf(content: Content, address?: string): Generator<Content> {
  yield content
  const plainer = { ...content, blocks: withOldBlocksOnly(withoutNewBlocks(content).blocks) }
  const textOnly = { text: content.text, blocks: [] }
  const bare =
    address === undefined ? [] : [{ text: address.split('\n').map(bareAddress).join('\n'), blocks: [] }]
  yield* distinct([content, plainer, textOnly, ...bare]).slice(1)
}

/** An address that is safe in the text of a message. Text that is no address is escaped and cut to a line. */
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

/** The block types that every Slack client has known for years. */
const oldBlockTypes = new Set(['section', 'context', 'actions', 'header', 'divider'])

/** Slack's limit of a section's text, in characters. */
const longestSection = 3000

/** Rich text becomes plain sections with its addresses written out. Charts and tables have no plain form and are removed. */
function withOldBlocksOnly(blocks: Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (oldBlockTypes.has(block.type)) return [block]
    return block.type === 'rich_text' ? asSections(block) : []
  })
}

/** A rich text block as one section, or as several if the text is too long for one. The first keeps the `block_id`. */
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

/** All text of a rich text element. A link becomes its label and its address, a list becomes lines. */
function flatten(element: unknown): string {
  if (typeof element !== 'object' || element === null) return ''
  const text = 'text' in element && typeof element.text === 'string' ? element.text : ''
  const url = 'url' in element && typeof element.url === 'string' ? element.url : ''
  const own = text !== '' && url !== '' ? `${text} (${url})` : text || url || elementFallback(element)
  if (!('elements' in element) || !Array.isArray(element.elements)) return own
  const isList = 'type' in element && element.type === 'rich_text_list'
  return own + element.elements.map((inner) => (isList ? `• ${flatten(inner)}\n` : flatten(inner))).join('')
}

/** The fallback text of a date or of another element without a text. */
function elementFallback(element: object): string {
  return 'fallback' in element && typeof element.fallback === 'string' ? element.fallback : ''
}

/** Remembers whether this Slack accepts charts and tables. */
export type ChartSupport = {
  /** The forms in which to try a message: as it is, then without charts and tables. Only the second if Slack refused charts lately. */
  versions(content: Content): Content[]
  /** Records the form that Slack accepted. If it is the plainer one, Slack refuses charts and tables. */
  accepted(content: Content, form: Content): void
}

/** If Slack refuses charts and tables, they are tried again after a day, in ms, because regions get them one by one. */
const retryChartsAfter = 86_400_000

/** Remembers, for this process, that Slack refused charts and tables. */
export function createChartSupport(now: () => number): ChartSupport {
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
