import { isDeepStrictEqual } from 'node:util'
import { actionIds } from '../messages/kit/block-actions.ts'
import {
  actions,
  button,
  richLine,
  richText,
  section,
  textMessage,
  words,
} from '../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../messages/kit/dates.ts'
import { cut, escapeMrkdwn, isolate } from '../messages/kit/text.ts'
import type { Content } from '../model/message.ts'
import type { Subscription } from '../model/subscription.ts'

const longestChange = 600

/**
 * `did` is, for example, “muted the author Kim Lee for 7 days”. `undo` is the value of the Undo button; without it,
 * there is no button.
 */
export function changeNotice(change: { by: string; did: Sentence; undo?: string }): Content {
  // `cut` also removes the blank between our words and a time.
  const cleaned = (part: string) =>
    part.replace(
      /^( ?)(.*?)( ?)$/s,
      (_, before, words, after) => `${before}${cut(words, longestChange)}${after}`,
    )
  const did = change.did.map((part) => (typeof part === 'string' ? cleaned(part) : part))
  const sentence = [`${isolate(cut(change.by, 40))} `, ...did, '.']
  const text = sentenceAsText(sentence)
  const undo = change.undo === undefined ? [] : [button('Undo', actionIds.undo, change.undo)]
  // Only rich text shows a time in each reader's zone, and rich text has no place for a button.
  if (did.some((part) => typeof part !== 'string')) {
    const line = richText(richLine(sentenceAsRichText(sentence)))
    return { text: escapeMrkdwn(text), blocks: [line, ...actions(undo)] }
  }
  const [accessory] = undo
  return { text: escapeMrkdwn(text), blocks: [section(text, accessory && { accessory })] }
}

/** Tells a channel of a private alert that an admin (`by`) also lets the channel with the id `channel` have the alert. */
export function alertSharedNotice({
  by,
  alert,
  channel,
}: {
  by: string
  alert: string
  channel: string
}): Content {
  const about = `${isolate(cut(by, 40))} shares the private alert ${isolate(cut(alert, 100))} with`
  return {
    text: `${escapeMrkdwn(about)} <#${channel}>.`,
    blocks: [richText(richLine([words(`${about} `), { type: 'channel', channel_id: channel }, words('.')]))],
  }
}

/** `now` says how things are after the undo. `what` is the text that announced the change, without its full stop. */
export function changeUndoneNotice({ now, what, by }: { now: string; what: string; by: string }): Content {
  return textMessage(`${now} ${isolate(cut(by, 40))} undid: ${cut(what, longestChange)}.`)
}

/** The channel must not read about a private alert. Every other reason is an error code of Slack. */
export const privateReason = 'private'

export function changeNotAnnouncedNotice({ did, reason }: { did: string; reason: string }): Content {
  return textMessage(
    `Done: you ${cut(did, longestChange).replace('this channel', 'the channel')}.`,
    whyNotAnnounced(reason),
  )
}

function whyNotAnnounced(reason: string): string {
  if (reason === privateReason)
    return "The channel wasn't notified, because the alert is private and the channel is none of its channels."
  if (reason === 'is_archived') return "The channel wasn't notified, because it is archived."
  return reason === 'not_in_channel' || reason === 'channel_not_found'
    ? "The channel wasn't notified, because Overheard is not in it. Invite it: /invite @overheard"
    : `The channel wasn't notified, because Slack refused the message (${cut(reason, 100)}).`
}

type FormSettings = Omit<Subscription, 'name'>

const formFields: [label: string, of: (settings: FormSettings) => unknown][] = [
  ['how often', ({ schedule, timezone }) => [schedule, timezone]],
  ['sentiment', ({ only }) => only?.sentiment],
  ['sources', ({ only }) => only?.source],
  ['minimum reach', ({ only }) => only?.reach],
  ['languages', ({ only }) => only?.language],
  ['countries', ({ only }) => only?.country],
  ['excluded words', ({ except }) => except],
  ['quiet hours', ({ quiet }) => quiet],
  ['layout', ({ style }) => style],
  ['duplicates', ({ dedupe }) => dedupe],
]

/**
 * Returns, for example, “: sources, quiet hours”, to follow the name of a subscription. Returns '' if the form changed
 * nothing.
 */
export function changedSettings(before: FormSettings, after: FormSettings): string {
  const changed = formFields.filter(([, of]) => !isDeepStrictEqual(of(before), of(after)))
  return changed.length === 0 ? '' : `: ${changed.map(([label]) => label).join(', ')}`
}
