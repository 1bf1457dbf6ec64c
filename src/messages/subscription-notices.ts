import { isDeepStrictEqual } from 'node:util'
import type { Content } from '../model/message.ts'
import type { Mute, MuteEnd } from '../model/mute.ts'
import type { EndReason, Subscription } from '../model/subscription.ts'
import { actionIds } from './kit/block-actions.ts'
import { actions, button, context, richLine, richText, section, textMessage, words } from './kit/block-kit.ts'
import { type Sentence, sentenceAsContext, sentenceAsRichText, sentenceAsText } from './kit/dates.ts'
import { grouped, plural } from './kit/numbers.ts'
import { cut, escapeMrkdwn, isolate } from './kit/text.ts'
import { muteLabel, muteTermWords } from './mute-words.ts'

type InitialSyncView = {
  subscription: string
  alertName: string
  /** The number of mentions to expect per day; undefined if unknown, 0 if none passes the filters. */
  perDay: number | undefined
  olderMentions: number | { atLeast: number }
  /** The interval between polls (ms), or the time of the next poll (UTC, ms) if the interval varies. */
  polls: { every: number } | { next: number }
}

export function initialSyncNotice(sync: InitialSyncView): Content {
  const name = isolate(cut(sync.alertName, 100))
  const sentence = [`Watching ${name}.`, rate(sync.perDay), olderMentionsText(sync.olderMentions)]
    .filter(Boolean)
    .join(' ')
  const accessory = button('Show an example', actionIds.showOne, sync.subscription)
  const polls = pollsSentence(sync.polls)
  return {
    text: `${escapeMrkdwn(sentence)} ${sentenceAsText(polls)}.`,
    blocks: [section(sentence, { accessory }), context(...sentenceAsContext(polls))],
  }
}

/** Names the interval if the polls have one, because the time of the next poll would soon be over. */
function pollsSentence(polls: InitialSyncView['polls']): Sentence {
  if ('next' in polls) return ['Next check ', { at: polls.next, as: 'date' }]
  const seconds = Math.max(1, Math.round(polls.every / 1000))
  const isInMinutes = seconds === 60 || seconds >= 90
  const [count, unit] = isInMinutes ? [Math.round(seconds / 60), 'minute'] : [seconds, 'second']
  return [`Checks every ${count === 1 ? unit : plural(count, unit)}`]
}

function rate(perDay: number | undefined): string {
  if (perDay === undefined) return ''
  if (perDay >= 0.5) return `Expect about ${plural(Math.round(perDay), 'mention')} a day.`
  return perDay === 0
    ? 'None of the latest mentions match the filters.'
    : 'Expect less than one mention a day.'
}

function olderMentionsText(count: InitialSyncView['olderMentions']): string {
  if (typeof count !== 'number') return `At least ${grouped(count.atLeast)} older mentions were not posted.`
  if (count === 0) return 'There are no older mentions.'
  return count === 1
    ? 'One older mention was not posted.'
    : `${grouped(count)} older mentions were not posted.`
}

/** Each text ends a sentence that begins with a person's name. */
export const changeTexts = {
  muted: (mute: Mute, end: MuteEnd): Sentence =>
    typeof end === 'string'
      ? [`muted the ${muteLabel(mute)} ${muteTermWords[end]}`]
      : [`muted the ${muteLabel(mute)} until `, { at: end.until, as: 'date' }],
  unmuted: (mute: Mute): Sentence => [`unmuted the ${muteLabel(mute)}`],
  changed: (name: string, what: string): Sentence => [`changed ${name}${what}`],
  /** For a subscription that the bot itself ended. */
  endedByItself: (name: string, reason: EndReason): Sentence => [
    reason === 'person-left'
      ? `left the workspace, which ended ${name}`
      : `may not see the alert of ${name} any more, which ended it`,
  ],
  unsubscribed: (name: string): Sentence => [`unsubscribed ${name}: nothing more is posted for it`],
  shared: (alert: string): Sentence => [
    `shared the private alert ${isolate(cut(alert, 100))} with this channel`,
  ],
  alertMade: (alert: string): Sentence => [`made the alert ${isolate(cut(alert, 100))}`],
  /** `settings` are the names of what is different now. */
  alertChanged: (alert: string, settings: string[]): Sentence => [
    `changed the alert ${isolate(cut(alert, 100))}: ${settings.join(', ')}`,
  ],
  alertRemoved: (alert: string): Sentence => [`removed the alert ${isolate(cut(alert, 100))}`],
  falseAlarm: (alert: string, isMarked: boolean): Sentence => {
    const spike = `a spike of ${isolate(cut(alert, 100))}`
    return [isMarked ? `marked ${spike} as a false alarm` : `unmarked ${spike}: no false alarm`]
  },
  /** `what` is the text of the change that was undone, with the name of the person. */
  undid: (what: string) => `undid: ${what}`,
  subscribed: (
    name: string,
    { alert, existedBefore, isPersonal }: { alert: string; existedBefore: boolean; isPersonal: boolean },
  ): Sentence => [
    `subscribed ${isPersonal ? '' : 'this channel '}to ${isolate(cut(alert, 100))} as ${name}${existedBefore ? '. It starts afresh: earlier mentions are not posted' : ''}`,
  ],
}

/** About subscriptions of people, which post to their direct messages. */
export const personalTexts = {
  /** In the form, instead of the channel. */
  place: 'Overheard posts to you, here in your direct messages. Nobody else sees them.',
  missingScope: (scope: string) =>
    `Overheard cannot post mentions to you: its Slack app lacks the permission ${scope}. Somebody who runs Overheard can add it; \`overheard doctor\` says how. Channels can still be subscribed.`,
  notNow: (reason: string) =>
    `Overheard cannot post mentions to you right now (${cut(reason, 100)}). Try again in a minute.`,
  accessLost: (name: string) =>
    `${isolate(cut(name, 80))} has ended, because you may not see its alert any more.\nIt is private and you are in none of its channels, or you are a guest now. Nothing more is posted for it. Once you may see the alert, subscribe again with /mentions subscribe.`,
  /** On the home tab, instead of the channel. */
  ownMessages: 'Direct messages to you',
  ofOthers: 'Direct messages',
}

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
