/** The thread of a burst: the mentions that its parent does not show, at most ten a message, numbered. */
import type { ActionsBlock, RichTextList } from '@slack/types'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import { actionIds } from '../action-ids.ts'
import { button, richLine, richText } from '../block-kit.ts'
import { entryText } from '../card/plain-text.ts'
import { buttonValue } from '../target.ts'
import { ellipsize, longestText } from '../text.ts'
import { entryParts } from './entry.ts'

/** How many mentions one message of the thread shows: more is no longer read on a phone. */
export const maxEntries = 10

/** Room kept in the message's text for an entry's number, and for who takes care of it later. Characters. */
const roomBeside = 64

/** One message of a thread: which mentions, the number of the first (from 1), and whose they are. */
type BurstPart = {
  subscription: string
  alert: Id
  mentions: Mention[]
  firstNumber: number
}

/**
 * Cuts the mentions of a thread into messages, in their order: at most ten each, and no more than fit into a text that
 * names every address in full (so that nothing is lost where Slack takes the text only).
 */
export function threadParts(mentions: Mention[]): Mention[][] {
  const parts: Mention[][] = []
  let room = 0
  for (const mention of mentions) {
    const needed = entryText(mention).length + roomBeside
    const part = parts.at(-1)
    if (part !== undefined && part.length < maxEntries && needed <= room) part.push(mention)
    else parts.push([mention])
    room = (parts.at(-1)?.length === 1 ? longestText : room) - needed
  }
  return parts
}

/** One message of a burst's thread: numbered lines, and a button that opens the choice of what to do with one of them. */
export function burstThread(part: BurstPart): Content {
  const { mentions, firstNumber } = part
  const text = mentions.map((mention, index) => `${firstNumber + index}. ${entryText(mention)}`).join('\n')
  return { text: ellipsize(text, longestText), blocks: [richText(numbered(part)), actOnPart(part)] }
}

/** Slack counts on from `offset`; its own types do not name the field yet. */
function numbered({ mentions, firstNumber }: BurstPart): RichTextList & { offset: number } {
  const elements = mentions.map((mention) => richLine(entryParts(mention)))
  return { type: 'rich_text_list', style: 'ordered', offset: firstNumber - 1, elements }
}

function actOnPart({ subscription, alert, mentions, firstNumber }: BurstPart): Block {
  const last = firstNumber + mentions.length - 1
  const range = last === firstNumber ? `${firstNumber}` : `${firstNumber}–${last}`
  const value = buttonValue({ subscription, alert, mentions: mentions.map(({ id }) => id) })
  return {
    type: 'actions',
    elements: [button(`Act on ${range}`, actionIds.actOnEntries, value)],
  } satisfies ActionsBlock
}
