import { isDeepStrictEqual } from 'node:util'
import { actionIds } from '../messages/kit/block-actions.ts'
import {
  actions,
  button,
  partsOf,
  type RichPart,
  richLine,
  richText,
  section,
  textMessage,
  words,
} from '../messages/kit/block-kit.ts'
import { type Moment, type Sentence, sentenceAsRichText, sentenceAsText } from '../messages/kit/dates.ts'
import { messages } from '../messages/kit/say.ts'
import { cut, escapeMrkdwn, isolate } from '../messages/kit/text.ts'
import type { Content } from '../model/message.ts'
import type { Subscription } from '../model/subscription.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

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
  const sentence = say.did<Moment | Sentence>({ person: isolate(cut(change.by, 40)), did }).flat()
  const text = sentenceAsText(sentence)
  const undo = change.undo === undefined ? [] : [button(say.undo(), actionIds.undo, change.undo)]
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
  const [person, shared] = [isolate(cut(by, 40)), isolate(cut(alert, 100))]
  const parts = say.alertShared<RichPart>({
    person,
    alert: shared,
    channel: { type: 'channel', channel_id: channel },
  })
  return {
    text: say.alertShared({
      person: escapeMrkdwn(person),
      alert: escapeMrkdwn(shared),
      channel: `<#${channel}>`,
    }),
    blocks: [richText(richLine(partsOf(parts)))],
  }
}

/** `now` says how things are after the undo. `what` is the text that announced the change, without its full stop. */
export function changeUndoneNotice({ now, what, by }: { now: string; what: string; by: string }): Content {
  return textMessage(say.undone({ now, person: isolate(cut(by, 40)), what: cut(what, longestChange) }))
}

/** The channel must not read about a private alert. Every other reason is an error code of Slack. */
export const privateReason = 'private'

/** `channel` is an id, or '' for a change that is about no channel. */
type NotAnnounced = { did: string; reason: string; channel: string; isMute: boolean }

export function changeNotAnnouncedNotice({ did: what, reason, channel, isMute }: NotAnnounced): Content {
  const did = isolate(cut(what, longestChange).replace(say.thisChannel(), say.theChannel()))
  const why = whyNotAnnounced(reason)
  // Slack shows no name for a link to direct messages.
  if (channel === '' || channel.startsWith('D')) return textMessage(say.youDid({ did }), why)
  const more = [...(isMute ? [say.muteMeans()] : []), why]
  const parts = say.youDidIn<RichPart>({ did, channel: { type: 'channel', channel_id: channel } })
  const text = say.youDidIn({ did: escapeMrkdwn(did), channel: `<#${channel}>` })
  return {
    text: [text, ...more.map(escapeMrkdwn)].join('\n'),
    blocks: [richText(richLine([...partsOf(parts), words(`\n${more.join('\n')}`)]))],
  }
}

function whyNotAnnounced(reason: string): string {
  if (reason === privateReason) return say.notToldPrivate()
  if (reason === 'is_archived') return say.notToldArchived()
  return reason === 'not_in_channel' || reason === 'channel_not_found'
    ? say.notToldOutside()
    : say.notToldRefused({ reason: cut(reason, 100) })
}

type FormSettings = Omit<Subscription, 'name'>

const formFields: [label: () => string, of: (settings: FormSettings) => unknown][] = [
  [say.schedule, ({ schedule, timezone }) => [schedule, timezone]],
  [say.sentiment, ({ only }) => only?.sentiment],
  [say.sources, ({ only }) => only?.source],
  [say.reach, ({ only }) => only?.reach],
  [say.languages, ({ only }) => only?.language],
  [say.countries, ({ only }) => only?.country],
  [say.except, ({ except }) => except],
  [say.quiet, ({ quiet }) => quiet],
  [say.layout, ({ style }) => style],
  [say.duplicates, ({ dedupe }) => dedupe],
]

/**
 * Returns, for example, “: sources, quiet hours”, to follow the name of a subscription. Returns '' if the form changed
 * nothing.
 */
export function changedSettings(before: FormSettings, after: FormSettings): string {
  const changed = formFields.filter(([, of]) => !isDeepStrictEqual(of(before), of(after)))
  return changed.length === 0 ? '' : `: ${changed.map(([label]) => label()).join(', ')}`
}
