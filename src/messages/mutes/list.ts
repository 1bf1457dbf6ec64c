import type { SectionBlock } from '@slack/types'
import type { Block, Content } from '../../model/message.ts'
import type { Mute } from '../../model/mute.ts'
import { actionIds } from '../action-ids.ts'
import { button, context, mrkdwn, plainText } from '../block-kit.ts'
import { textMessage } from '../say.ts'
import { slackDate, utc } from '../slack-date.ts'
import { sourceName } from '../source-name.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../text.ts'

/** More in one answer is no longer read. */
const maxListed = 30

const muteKindTitles = { author: 'Author', source: 'Source', domain: 'Site' } as const

/** The mutes of a channel, each with a button that ends it. */
export function muteList(mutes: Mute[]): Content {
  if (mutes.length === 0) return textMessage('Nothing is muted in this channel.')
  const shown = mutes.slice(0, maxListed)
  const more = mutes.length - shown.length
  const foot = more === 0 ? [] : [`${more} more: /mentions unmute NAME ends any of them.`]
  return {
    text: wholeLines([...shown.map(muteText), ...foot].map(escapeMrkdwn), longestText),
    blocks: [...shown.map((mute) => muteRow(mute)), ...foot.map((words) => context(plainText(words)))],
  }
}

/** One mute with the button that ends it. On the home tab stand those of all channels, and each says of which. */
export function muteRow(mute: Mute, isOnHome = false): Block {
  const date = mute.until === undefined ? undefined : slackDate(mute.until)
  const end = date === undefined ? endWords(mute) : `until ${date}`
  return {
    type: 'section',
    text: plainText(muteTitle(mute)),
    fields: [mrkdwn(isOnHome ? `in <#${mute.channel}>, ${end}` : end)],
    accessory: button('Unmute', isOnHome ? actionIds.homeUnmute : actionIds.unmute, muteValue(mute)),
  } satisfies SectionBlock
}

/** "Author Kim Lee". */
const muteTitle = ({ kind, name }: Mute) =>
  `${muteKindTitles[kind]} ${isolate(kind === 'source' ? sourceName(name) : cut(name, 200))}`

const endWords = ({ until }: Mute) => (until === undefined ? 'for good' : `until ${utc(until)}`)

/** "Author Kim Lee, until 27 Nov 2026, 14:02 UTC". */
const muteText = (mute: Mute) => `${muteTitle(mute)}, ${endWords(mute)}`

/** Which mute a button ends: channel, kind and name; a name too long for a button is cut, and then nothing is found by it. */
function muteValue({ channel, kind, name }: Mute): string {
  return JSON.stringify([channel, kind, name.slice(0, 900)]).slice(0, 2000)
}
