import type { ActionsBlock, SectionBlock } from '@slack/types'
import type { Id } from '../model/id.ts'
import type { Content } from '../model/message.ts'
import { actionIds, buttonValue } from './block-actions.ts'
import { button, context, plainText, richLine, richText, textMessage } from './block-kit.ts'
import { type Sentence, sentenceAsContext, sentenceAsRichText, sentenceAsText } from './dates.ts'
import { grouped, plural } from './numbers.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'

/**
 * `perDay`: mentions to expect, undefined where there are none to judge by, 0 where none of them passes the filters; `passedOver`: older
 * ones not posted; `looks`: how often it looks from now on (ms), or, where that is not even, when it looks next (UTC, ms).
 */
type InitialSyncView = {
  subscription: string
  alert: Id
  alertName: string
  perDay: number | undefined
  olderMentions: number | { atLeast: number }
  polls: { every: number } | { next: number }
}

/** The one line that says what a channel now watches. Nothing old is posted; the button shows the asker one. */
export function initialSyncNotice(sync: InitialSyncView): Content {
  const name = isolate(cut(sync.alertName, 100))
  const facts = [rate(sync.perDay), olderMentionsText(sync.olderMentions)]
    .filter((part) => part !== '')
    .join(', ')
  const sentence = `Watching ${name}: ${facts}.`
  const accessory = button('Show me one', actionIds.showOne, buttonValue({ ...sync, mentions: [] }))
  const section = { type: 'section', text: plainText(sentence), accessory } satisfies SectionBlock
  const polls = pollsSentence(sync.polls)
  return {
    text: `${escapeMrkdwn(sentence)} ${sentenceAsText(polls)}.`,
    blocks: [section, context(...sentenceAsContext(polls))],
  }
}

/** The line stands in the channel for years: a next look would soon be a past one, where it comes every few minutes. */
function pollsSentence(polls: InitialSyncView['polls']): Sentence {
  if ('next' in polls) return ['Next look ', { at: polls.next, as: 'date' }]
  const seconds = Math.max(1, Math.round(polls.every / 1000))
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return [`Looks every ${count === 1 ? unit : plural(count, unit)}`]
}

function rate(perDay: number | undefined): string {
  if (perDay === undefined) return ''
  if (perDay >= 0.5) return `about ${grouped(perDay)} a day`
  return perDay === 0 ? 'none of the newest passes the filters' : 'less than one a day'
}

function olderMentionsText(count: InitialSyncView['olderMentions']): string {
  if (typeof count !== 'number') return `at least ${grouped(count.atLeast)} older ones not posted`
  if (count === 0) return 'nothing older there'
  return count === 1 ? 'one older one not posted' : `${grouped(count)} older ones not posted`
}

/** `since`: when the pause began (UTC, ms); `waiting`: mentions since then, undefined where unknown. */
type CatchUp = {
  subscription: string
  alert: Id
  alertName: string
  since: number
  waiting: number | { atLeast: number } | undefined
}

/** Asks what to do with what came meanwhile. Nothing is posted until somebody answers. */
export function catchUpQuestion(question: CatchUp): Content {
  const value = buttonValue({ ...question, mentions: [] })
  const sentence: Sentence = [
    `${isolate(cut(question.alertName, 100))} was paused `,
    { at: question.since, as: 'date' },
    `. ${waitingWords(question.waiting)} Post them in batches, or start from now?`,
  ]
  const actions = {
    type: 'actions',
    elements: [
      button('Catch up', actionIds.catchUp, value, 'primary'),
      button('Start from now', actionIds.startFromNow, value),
    ],
  } satisfies ActionsBlock
  return {
    text: escapeMrkdwn(sentenceAsText(sentence)),
    blocks: [richText(richLine(sentenceAsRichText(sentence))), actions],
  }
}

function waitingWords(waiting: CatchUp['waiting']): string {
  if (waiting === undefined) return 'It is not known how many mentions came meanwhile.'
  if (typeof waiting !== 'number') return `At least ${grouped(waiting.atLeast)} mentions came meanwhile.`
  return waiting === 1 ? 'One mention came meanwhile.' : `${grouped(waiting)} mentions came meanwhile.`
}

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
