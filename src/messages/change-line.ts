import type { SectionBlock } from '@slack/types'
import type { Content } from '../model/message.ts'
import { actionIds } from './action-ids.ts'
import { button, plainText } from './block-kit.ts'
import { textMessage } from './say.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'

/** Room for a line about a change; names in it may be long. */
const longestChange = 600

/** "Ana muted the author Kim Lee for 7 days", with a button that undoes it. `undo`: what the button carries; none where absent. */
export function changeNotice(change: { by: string; did: string; undo?: string }): Content {
  const sentence = `${isolate(cut(change.by, 40))} ${cut(change.did, longestChange)}.`
  const accessory =
    change.undo === undefined ? {} : { accessory: button('Undo', actionIds.undo, change.undo) }
  const section = { type: 'section', text: plainText(sentence), ...accessory } satisfies SectionBlock
  return { text: escapeMrkdwn(sentence), blocks: [section] }
}

/** The same line once somebody has undone it. */
export function changeUndoneNotice(change: { what: string; by: string }): Content {
  const sentence = `Undone by ${isolate(cut(change.by, 40))}: ${cut(change.what, longestChange)}`
  return {
    text: escapeMrkdwn(sentence),
    blocks: [{ type: 'section', text: plainText(sentence) } satisfies SectionBlock],
  }
}

/** What somebody hears whose change stands, and whose channel could not be told. `reason`: Slack's word for it. */
export function changeNotAnnouncedNotice({ did, reason }: { did: string; reason: string }): Content {
  return textMessage(
    `You ${cut(did, longestChange).replace('this channel', 'the channel')}. The channel could not be told (${cut(reason, 100)}).`,
    'Where Overheard is not a member it can post nothing: /invite @overheard brings it in.',
  )
}
