import type { ActionsBlock, SectionBlock } from '@slack/types'
import type { Content } from '../model/message.ts'
import { actionIds } from './block-actions.ts'
import { button, context, plainText, richLine, richText, textMessage } from './block-kit.ts'
import { type Sentence, sentenceAsContext, sentenceAsRichText, sentenceAsText } from './dates.ts'
import { grouped, plural } from './numbers.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'

type InitialSyncView = {
  subscription: string
  alertName: string
  /** The number of mentions to expect; undefined if unknown, 0 if none passes the filters. */
  perDay: number | undefined
  /** The number of older mentions, which are not posted. */
  olderMentions: number | { atLeast: number }
  /** The interval between polls (ms), or the time of the next poll (UTC, ms) if the interval varies. */
  polls: { every: number } | { next: number }
}

export function initialSyncNotice(sync: InitialSyncView): Content {
  const name = isolate(cut(sync.alertName, 100))
  const sentence = [`Watching ${name}.`, rate(sync.perDay), olderMentionsText(sync.olderMentions)]
    .filter((part) => part !== '')
    .join(' ')
  const accessory = button('Show an example', actionIds.showOne, sync.subscription)
  const section = { type: 'section', text: plainText(sentence), accessory } satisfies SectionBlock
  const polls = pollsSentence(sync.polls)
  return {
    text: `${escapeMrkdwn(sentence)} ${sentenceAsText(polls)}.`,
    blocks: [section, context(...sentenceAsContext(polls))],
  }
}

/** Names the interval if there is one, because a date in the channel would soon be out of date. */
function pollsSentence(polls: InitialSyncView['polls']): Sentence {
  if ('next' in polls) return ['Next check ', { at: polls.next, as: 'date' }]
  const seconds = Math.max(1, Math.round(polls.every / 1000))
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
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

/**
 * `since` is the start of the pause (UTC, ms). `waiting` counts the mentions since then; it is undefined if unknown.
 */
type CatchUp = {
  subscription: string
  alertName: string
  since: number
  waiting: number | { atLeast: number } | undefined
}

/** Nothing is posted until somebody answers this question. */
export function catchUpQuestion(question: CatchUp): Content {
  const value = question.subscription
  const sentence: Sentence = [
    `${isolate(cut(question.alertName, 100))} is active again after a pause since `,
    { at: question.since, as: 'date' },
    `. ${waitingWords(question.waiting)}`,
  ]
  const actions = {
    type: 'actions',
    elements: [
      button(postLabel(question.waiting), actionIds.catchUp, value, 'primary'),
      button('Skip them', actionIds.startFromNow, value),
    ],
  } satisfies ActionsBlock
  return {
    text: escapeMrkdwn(sentenceAsText(sentence)),
    blocks: [richText(richLine(sentenceAsRichText(sentence))), actions],
  }
}

function waitingWords(waiting: CatchUp['waiting']): string {
  if (waiting === undefined) return 'Mentions of the pause could not be counted.'
  if (typeof waiting !== 'number')
    return `At least ${grouped(waiting.atLeast)} mentions arrived during the pause.`
  return `${plural(waiting, 'mention')} arrived during the pause.`
}

function postLabel(waiting: CatchUp['waiting']): string {
  return typeof waiting === 'number' && waiting > 1 ? `Post all ${grouped(waiting)}` : 'Post them'
}

const longestChange = 600

/**
 * `did` is, for example, “muted the author Kim Lee for 7 days”. `undo` is the value of the Undo button; without it,
 * there is no button.
 */
export function changeNotice(change: { by: string; did: string; undo?: string }): Content {
  const sentence = `${isolate(cut(change.by, 40))} ${cut(change.did, longestChange)}.`
  const accessory =
    change.undo === undefined ? {} : { accessory: button('Undo', actionIds.undo, change.undo) }
  const section = { type: 'section', text: plainText(sentence), ...accessory } satisfies SectionBlock
  return { text: escapeMrkdwn(sentence), blocks: [section] }
}

export function changeUndoneNotice(change: { what: string; by: string }): Content {
  const sentence = `Undone by ${isolate(cut(change.by, 40))}: ${cut(change.what, longestChange)}`
  return {
    text: escapeMrkdwn(sentence),
    blocks: [{ type: 'section', text: plainText(sentence) } satisfies SectionBlock],
  }
}

/** Tells a person that their change was made but could not be announced. `reason` is Slack's error code. */
export function changeNotAnnouncedNotice({ did, reason }: { did: string; reason: string }): Content {
  const why =
    reason === 'is_archived'
      ? "The channel wasn't notified, because it is archived."
      : reason === 'not_in_channel' || reason === 'channel_not_found'
        ? "The channel wasn't notified, because Overheard is not in it. Invite it: /invite @overheard"
        : `The channel wasn't notified, because Slack refused the message (${cut(reason, 100)}).`
  return textMessage(`Done: you ${cut(did, longestChange).replace('this channel', 'the channel')}.`, why)
}
