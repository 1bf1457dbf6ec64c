import type { Block, Content } from '../model/message.ts'
import { bold, context, plainText, richLine, richText, words } from './block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from './dates.ts'
import { grouped, plural } from './numbers.ts'
import { noSubscriptionsHere } from './replies.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from './text.ts'

/** What is watched where, and how each is doing: as a list for an asker, and on the home tab. */

/**
 * One subscription as a person wants to see it. `channel`: `#name` or an id; `state`: how it is doing, without a full stop;
 * `lastMention`: when something became of a mention last (UTC, ms), undefined where nothing did in the last day.
 */
export type SubscriptionLine = {
  name: string
  alert: string
  channel: string
  isFromFile: boolean
  state: Sentence
  lastMention?: number
}

/** More in one answer is no longer read; the home tab has all. */
const maxListed = 40

/** Of those that cannot be changed in Slack so many are named, where others can. */
const maxNamed = 10

/** The list for an asker of what is watched in the channel. */
export function subscriptionList(lines: SubscriptionLine[]): Content {
  if (lines.length === 0) return noSubscriptionsHere
  const shown = lines.slice(0, maxListed)
  const feet = [fromFileWords(lines), moreWords(lines.length - shown.length)].filter((part) => part !== '')
  const blocks: Block[] = [
    richText(richLine([bold(`${plural(lines.length, 'subscription')} in this channel`)])),
    ...shown.map((line) => subscriptionBlock(line, alertWords(line), stateSentence(line))),
    ...feet.map((foot) => context(plainText(foot))),
  ]
  const sentences = shown.map(
    (line) => `${nameWords(line)}: ${alertWords(line)}. ${sentenceAsText(stateSentence(line))}`,
  )
  return { text: wholeLines([...sentences, ...feet].map(escapeMrkdwn), longestText), blocks }
}

/** The name, what it is about, and below that how it is doing. */
export function subscriptionBlock(line: SubscriptionLine, about: string, sentences: Sentence): Block {
  return richText(richLine([bold(nameWords(line)), words(` · ${about}\n`), ...sentenceAsRichText(sentences)]))
}

/** The name of a subscription within a line of ours. */
const nameWords = ({ name }: SubscriptionLine) => isolate(cut(name, 80))

/** The name of its alert within a line of ours. */
const alertWords = ({ alert }: SubscriptionLine) => isolate(cut(alert, 100))

/** What goes where. */
export const routeWords = (line: SubscriptionLine) =>
  `${alertWords(line)} to ${isolate(cut(line.channel, 80))}`

/** "Up to date. Last mention 3 minutes ago." */
export function stateSentence(line: SubscriptionLine): Sentence {
  return [...line.state, '. ', ...lastMentionSentence(line)]
}

/** Since when nothing is new. */
function lastMentionSentence({ lastMention }: SubscriptionLine): Sentence {
  if (lastMention === undefined) return ['No new mention in the last 24 hours.']
  return ['Last mention ', { at: lastMention, as: 'ago' }, '.']
}

/** Which of them cannot be changed in Slack, said once; empty where all can. */
function fromFileWords(lines: SubscriptionLine[]): string {
  const declared = lines.filter((line) => line.isFromFile)
  if (declared.length === 0) return ''
  const which =
    declared.length === lines.length
      ? ''
      : `${declared.slice(0, maxNamed).map(nameWords).join(', ')}${declared.length > maxNamed ? ' and others' : ''}: `
  return `${which}${which === '' ? 'D' : 'd'}eclared in the configuration file, and changed there.`
}

const moreWords = (more: number) => (more === 0 ? '' : `${more} more on the home tab.`)

/** The answer to "how is it doing": first what everybody wants to know, then, small, what whoever runs it does. */

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
