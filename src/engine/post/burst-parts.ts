import type { Mention } from '@overheard/mention-client/mention'
import { longestText } from '../../messages/kit/text.ts'
import { maxEntries } from '../../messages/mention/burst.ts'
import { entryText } from '../../messages/mention/mention-parts.ts'

const roomBeside = 64
const roomForHeading = 50

/**
 * Splits the mentions into messages and keeps their order. A message gets at most ten mentions, and its plain text holds every address in
 * full, because Slack may accept only the text.
 */
export function threadParts(mentions: Mention[]): Mention[][] {
  const parts: Mention[][] = []
  let room = 0
  for (const mention of mentions) {
    const needed = entryText(mention).length + roomBeside
    const part = parts.at(-1)
    if (part !== undefined && part.length < maxEntries && needed <= room) part.push(mention)
    else parts.push([mention])
    room = (parts.at(-1)?.length === 1 ? longestText - roomForHeading : room) - needed
  }
  return parts
}
