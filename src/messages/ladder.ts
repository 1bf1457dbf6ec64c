/**
 * What to try when Slack refuses a message: each rung gives up what is most likely to be the cause, and the last is a bare
 * address, so that a mention still gets through.
 */
import type { Block, Content } from '../model/message.ts'
import { addressInText, webAddress } from './address.ts'
import { withoutNewBlocks } from './plain-blocks.ts'
import { cut, escapeMrkdwn } from './text.ts'

/**
 * The message as it is, then without pictures, without the newest block types, as text only, and last the bare address(es),
 * one a line, where the caller has any. A rung that would equal the one before is left out. Each is made when it is asked for:
 * hardly any message needs the second.
 */
export function* fallbacksOf(content: Content, address?: string): Generator<Content> {
  yield content
  const plainer = { ...content, blocks: withoutPictures(content.blocks) }
  const plainest = { ...plainer, blocks: withoutNewBlocks(plainer.blocks) }
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
