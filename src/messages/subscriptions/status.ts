/** The answer to "how is it doing": first what everybody wants to know, then, small, what whoever runs it does. */
import type { Block, Content } from '../../model/message.ts'
import { bold, context, plainText, richLine, richText } from '../block-kit.ts'
import { grouped, plural } from '../numbers.ts'
import { noSubscriptionsHere } from '../refusals.ts'
import { escapeMrkdwn, longestText, wholeLines } from '../text.ts'
import { type Sentence, sentenceAsText } from '../told.ts'
import {
  alertWords,
  fromFileWords,
  lastMentionSentence,
  nameWords,
  type SubscriptionLine,
  subscriptionBlock,
} from './list.ts'

/**
 * How far a subscription is. `polledAt`: when it was last read to the end (UTC, ms); `waiting.more`: others follow those that were
 * counted; `waiting: 'not-counted'`: it was not looked at, because there are many.
 */
export type StatusLine = SubscriptionLine & {
  polledAt: number | undefined
  waiting: { count: number; more: boolean } | 'unknown' | 'not-counted'
}

/** `requests`: left in the running minute; `queued`: how many wait for one; `lag`: the longest wait for a turn, in ms. */
type StatusView = {
  lines: StatusLine[]
  planLimitReached: boolean
  requests: number
  queued: number
  lag: number
}

/** More in one answer is no longer read; the home tab has all. */
const maxStatusLines = 20

const limitSentence = 'The plan’s monthly limit is reached: nothing new comes until it is renewed.'

/** The status of a channel's subscriptions. */
export function statusAnswer({ lines, planLimitReached, ...operating }: StatusView): Content {
  if (lines.length === 0) return noSubscriptionsHere
  const limit = planLimitReached ? [limitSentence] : []
  const shown = lines.slice(0, maxStatusLines)
  const more = lines.length - shown.length
  const feet = [
    ...(more === 0 ? [] : [`${more} more on the home tab.`]),
    operatingWords(operating),
    fromFileWords(lines),
  ].filter((foot) => foot !== '')
  const blocks: Block[] = [
    ...limit.map((sentence) => richText(richLine([bold(sentence)]))),
    ...shown.map((line) => subscriptionBlock(line, alertWords(line), progressSentence(line))),
    context(...feet.map(plainText)),
  ]
  const sentences = shown.map(
    (line) => `${nameWords(line)}: ${alertWords(line)}. ${sentenceAsText(progressSentence(line))}`,
  )
  return { text: wholeLines([...limit, ...sentences, ...feet].map(escapeMrkdwn), longestText), blocks }
}

/** "Up to date. Nothing waits. Last mention 3 minutes ago. Last look today at 14:05." */
function progressSentence(line: StatusLine): Sentence {
  const waiting = waitingWords(line.waiting)
  return [
    ...line.state,
    `. ${waiting}`,
    ...lastMentionSentence(line),
    ...(line.polledAt === undefined
      ? [' No look to the end is known yet.']
      : [' Last look ', { at: line.polledAt, as: 'date' as const }, '.']),
  ]
}

/** A sentence of its own, since a state may be several; empty where nothing was counted. */
function waitingWords(waiting: StatusLine['waiting']): string {
  if (waiting === 'not-counted') return ''
  if (waiting === 'unknown') return 'How many mentions wait cannot be told now. '
  const { count, more } = waiting
  if (more && count === 0) return 'Some mentions may be waiting. '
  if (count === 0) return 'Nothing waits. '
  return `${more ? 'About ' : ''}${plural(count, 'mention')}${more ? ' or more' : ''} ${count === 1 && !more ? 'is' : 'are'} waiting. `
}

function operatingWords({ requests, queued, lag }: Pick<StatusView, 'requests' | 'queued' | 'lag'>): string {
  const waiting = queued === 0 ? '' : `, ${grouped(queued)} waiting for one`
  return `${plural(requests, 'request')} left this minute${waiting} · longest wait for a turn ${grouped(Math.round(lag / 1000))} s`
}
