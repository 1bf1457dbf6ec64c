import type { SectionBlock } from '@slack/types'
import type { Block, Content } from '../model/message.ts'
import type { Mute } from '../model/mute.ts'
import { actionIds } from './action-ids.ts'
import { button, plainText } from './block-kit.ts'
import { say } from './change-line.ts'
import { utc } from './slack-date.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'

/** More in one answer is no longer read. */
const mostListed = 30

const kindWords = { author: 'Author', source: 'Source', domain: 'Site' } as const

/** The mutes of a channel, each with a button that ends it. */
export function muteList(mutes: Mute[]): Content {
  if (mutes.length === 0) return say('Nothing is muted in this channel.')
  const shown = mutes.slice(0, mostListed)
  return {
    text: escapeMrkdwn(shown.map(muteWords).join('\n')).slice(0, 4000),
    blocks: shown.map((mute) => muteRow(mute)),
  }
}

/** One mute with the button that ends it. */
export function muteRow(mute: Mute, actionId: string = actionIds.unmute): Block {
  return {
    type: 'section',
    text: plainText(muteWords(mute)),
    accessory: button('Unmute', actionId, muteValue(mute)),
  } satisfies SectionBlock
}

/** "Author Kim Lee, until 2026-11-27 14:02 UTC". */
function muteWords({ kind, name, until }: Mute): string {
  const end = until === undefined ? 'for good' : `until ${utc(until)}`
  return `${kindWords[kind]} ${isolate(cut(name, 200))}, ${end}`
}

/** Which mute a button ends: channel, kind and name; a name too long for a button is cut, and then nothing is found by it. */
function muteValue({ channel, kind, name }: Mute): string {
  return JSON.stringify([channel, kind, name.slice(0, 900)]).slice(0, 2000)
}
