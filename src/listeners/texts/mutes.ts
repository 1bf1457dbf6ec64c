import { actionIds } from '../../messages/kit/block-actions.ts'
import { button, context, mrkdwn, plainText, section, textMessage } from '../../messages/kit/block-kit.ts'
import { slackDate, utc } from '../../messages/kit/dates.ts'
import { sourceName } from '../../messages/kit/labels.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Block, Content } from '../../model/message.ts'
import type { Mute } from '../../model/mute.ts'
import { say } from './say.ts'

const maxListed = 30

export type NamedMute = Mute & { byName: string }

export function muteList(mutes: NamedMute[]): Content {
  if (mutes.length === 0) return textMessage(say.nothingMuted())
  const shown = mutes.slice(0, maxListed)
  const more = mutes.length - shown.length
  const footer = more === 0 ? [] : [say.moreMutes({ count: more })]
  return {
    text: wholeLines([...shown.map(muteText), ...footer].map(escapeMrkdwn), longestText),
    blocks: [...shown.map((mute) => muteRow(mute)), ...footer.map((words) => context(plainText(words)))],
  }
}

export function muteRow(mute: NamedMute, isInModal = false): Block {
  const date = mute.until === undefined ? undefined : slackDate(mute.until)
  const end = date === undefined ? endWords(mute) : say.mutedUntil({ until: date })
  return section(muteTitle(mute), {
    fields: [mrkdwn(end), plainText(say.mutedBy({ person: personName(mute.byName) }))],
    accessory: button(say.unmute(), isInModal ? actionIds.homeUnmute : actionIds.unmute, muteValue(mute)),
  })
}

export const muteTitle = ({ kind, name }: Pick<Mute, 'kind' | 'name'>) =>
  say.muted({ name: isolate(kind === 'source' ? sourceName(name) : cut(name, 200)), kind })

const endWords = ({ until }: Mute) =>
  until === undefined ? say.mutedForever() : say.mutedUntil({ until: utc(until) })

function muteText(one: NamedMute): string {
  const mute = muteTitle(one)
  const person = personName(one.byName)
  return one.until === undefined
    ? say.mutedForeverBy({ mute, person })
    : say.mutedUntilBy({ mute, person, until: utc(one.until) })
}

/**
 * The value has channel, kind and name. A name that is too long for a button is cut, and then the button finds no mute.
 */
function muteValue({ channel, kind, name }: Mute): string {
  return JSON.stringify([channel, kind, name.slice(0, 900)]).slice(0, 2000)
}
