import type { Time } from '../../async/time.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  bold,
  button,
  context,
  plainText,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import {
  type Sentence,
  sentenceAsContext,
  sentenceAsRichText,
  sentenceAsText,
} from '../../messages/kit/dates.ts'
import { duration, grouped, interval, plural } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { strictWords } from '../../messages/mention/spike.ts'
import { noSubscriptionsHere } from '../../messages/replies.ts'
import type { Block, Content } from '../../model/message.ts'
import type {
  Quantiles,
  StatusOverview,
  SubscriptionProgress,
  SubscriptionState,
  SubscriptionSummary,
} from '../../model/subscription-status.ts'

const maxListed = 40

const maxNamed = 10

export function subscriptionList(lines: SubscriptionSummary[]): Content {
  if (lines.length === 0) return noSubscriptionsHere
  const shown = lines.slice(0, maxListed)
  const footer = [fromFileWords(lines), moreWords(lines.length - shown.length)].filter(Boolean)
  const headline = `${plural(lines.length, 'subscription')} in this channel`
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    ...shown.flatMap((line) => [
      subscriptionBlock(line, alertWords(line), stateSentence(line)),
      ...(lines.length > mostWithButtons ? [] : pauseButtonOf(line)),
    ]),
    ...footer.map((line) => context(plainText(line))),
  ]
  const sentences = shown.map(
    (line) => `${nameWords(line)}: ${alertWords(line)}. ${sentenceAsText(stateSentence(line))}`,
  )
  return { text: wholeLines([headline, ...sentences, ...footer].map(escapeMrkdwn), longestText), blocks }
}

/** With more subscriptions, the list has no buttons, because a message has at most 50 blocks. */
const mostWithButtons = 20

const isPaused = ({ kind }: SubscriptionState) => kind === 'paused' || kind === 'asked-catch-up'

function pauseButtonOf({ name, state }: SubscriptionSummary): Block[] {
  const pause = isPaused(state)
    ? button('Resume', actionIds.listResume, name)
    : button('Pause…', actionIds.listPause, name)
  return actions([pause])
}

function subscriptionBlock(line: SubscriptionSummary, about: string, sentences: Sentence): Block {
  return richText(richLine([bold(nameWords(line)), words(` · ${about}\n`), ...sentenceAsRichText(sentences)]))
}

const nameWords = ({ name }: SubscriptionSummary) => isolate(cut(name, 80))

const alertWords = ({ alert }: SubscriptionSummary) => isolate(cut(alert, 100))

export const aboutWords = (line: SubscriptionSummary) => `${alertWords(line)} (${nameWords(line)})`

export function stateSentence(line: SubscriptionSummary): Sentence {
  return [...stateWords(line.state), '. ', ...lastMentionSentence(line), ...strictSentence(line)]
}

const strictSentence = ({ strict }: SubscriptionSummary): Sentence =>
  strict === undefined ? [] : [` Because of false alarms, a spike ${strictWords(strict)}.`]

function stateWords(state: SubscriptionState): Sentence {
  switch (state.kind) {
    case 'problem':
      return [problemWords(state).replace(/\.$/, '')]
    case 'asked-catch-up':
      return ['Paused: somebody has to answer the question in the channel']
    case 'paused':
      return state.until === undefined
        ? [`Paused by ${isolate(cut(state.by, 40))} since `, { at: state.since, as: 'date' }]
        : [`Paused by ${isolate(cut(state.by, 40))} until `, { at: state.until, as: 'date' }]
    case 'quiet':
      return ['Quiet until ', { at: state.until, as: 'date' }]
    case 'behind':
      return [`Behind by ${Math.round(state.ms / 60_000)} min`]
    case 'up-to-date':
      return ['Up to date']
  }
}

type ProblemState = Extract<SubscriptionState, { kind: 'problem' }>

const problemWords = ({ what, whatToDo, stopsMentions }: ProblemState) =>
  stopsMentions ? `Delayed: ${what} No mention is lost. ${whatToDo}` : `${what} ${whatToDo}`

function lastMentionSentence({ lastMention }: SubscriptionSummary): Sentence {
  if (lastMention === undefined) return ['No new mention in the last 24 hours.']
  return ['Last mention ', { at: lastMention, as: 'ago' }, '.']
}

function fromFileWords(lines: SubscriptionSummary[]): string {
  const declared = lines.filter((line) => line.isFromFile)
  if (declared.length === 0) return ''
  const which =
    declared.length === lines.length
      ? ''
      : `${declared.slice(0, maxNamed).map(nameWords).join(', ')}${declared.length > maxNamed ? ' and others' : ''}: `
  return `${which}${which === '' ? 'M' : 'm'}anaged in the config file. Ask an Overheard admin to change it.`
}

const moreWords = (more: number) => (more === 0 ? '' : `${more} more on the home tab.`)

const maxStatusLines = 20

const limitSentence = 'The plan’s monthly limit is reached: no new mentions until it renews.'

/** `added` are the lines of features, without their full stops. */
export function statusAnswer(
  { lines, planLimitReached, lag }: StatusOverview,
  added: Sentence[] = [],
): Content {
  if (lines.length === 0) return noSubscriptionsHere
  const limit = planLimitReached ? [limitSentence] : []
  const shown = lines.slice(0, maxStatusLines)
  const more = lines.length - shown.length
  const footer = [
    ...(more === 0 ? [] : [`${more} more on the home tab.`]),
    lagWords(lag),
    fromFileWords(lines),
  ].filter(Boolean)
  const blocks: Block[] = [
    ...limit.map((sentence) => richText(richLine([bold(sentence)]))),
    ...shown.map((line) => subscriptionBlock(line, alertWords(line), progressSentence(line))),
    ...added.map((sentence) => context(...sentenceAsContext(sentence))),
    ...(footer.length === 0 ? [] : [context(...footer.map(plainText))]),
  ]
  const sentences = shown.map(
    (line) => `${nameWords(line)}: ${alertWords(line)}\n${sentenceAsText(progressSentence(line))}`,
  )
  const others = added.map((sentence) => `${sentenceAsText(sentence)}.`)
  const text = wholeLines([...limit, ...sentences, ...others, ...footer].map(escapeMrkdwn), longestText)
  return { text, blocks }
}

function progressSentence(line: StatusOverview['lines'][number]): Sentence {
  const waiting = waitingWords(line.waiting)
  // "Up to date" would contradict the mentions that wait.
  const state = line.state.kind === 'up-to-date' && waiting !== '' ? ['On time'] : stateWords(line.state)
  return [
    ...state,
    `. ${waiting}`,
    ...lastMentionSentence(line),
    ...(isPaused(line.state) ? [] : [...checksSentence(line), ...delaysSentence(line)]),
    ...strictSentence(line),
  ]
}

/** Slack shows how long ago the last check was when the person reads the message. */
function checksSentence({
  freshness,
  polledAt,
}: Pick<SubscriptionSummary, 'freshness'> & { polledAt?: Time | undefined }): Sentence {
  const { checkedEveryMs, checkedAt } = freshness ?? {}
  if (checkedEveryMs !== undefined && checkedAt !== undefined)
    return [` Checks every ${interval(checkedEveryMs)}, last `, { at: checkedAt, as: 'ago' }, '.']
  const at = checkedAt ?? polledAt
  return at === undefined ? [' First check still running.'] : [' Last checked ', { at, as: 'date' }, '.']
}

function delaysSentence({ freshness }: Pick<SubscriptionSummary, 'freshness'>): Sentence {
  const { delays } = freshness ?? {}
  if (delays === undefined) return []
  const { service, ours } = delays
  const parts = [
    ...(service === undefined ? [] : [`mention service ${delayWords(service)}`]),
    `Overheard ${delayWords(ours)}`,
  ]
  return [` Typical delay: ${parts.join(', ')}.`]
}

const delayWords = ({ median, p95 }: Quantiles) => `${duration(median)} (95% within ${duration(p95)})`

/** Says how fresh the mentions of an alert are; nothing while the alert is not polled. */
export function freshnessSentence(line: SubscriptionSummary): Sentence {
  const isStopped = isPaused(line.state) || line.state.kind === 'problem'
  if (isStopped || line.freshness?.checkedAt === undefined) return []
  return [...checksSentence(line), ...delaysSentence(line)]
}

function waitingWords(waiting: SubscriptionProgress['waiting']): string {
  if (waiting === 'not-counted') return ''
  if (waiting === 'unknown') return 'Waiting mentions cannot be counted right now. '
  const { count, more } = waiting
  if (more && count === 0) return 'Some mentions may be waiting. '
  if (count === 0) return ''
  return `${more ? 'About ' : ''}${plural(count, 'mention')}${more ? ' or more' : ''} ${count === 1 && !more ? 'is' : 'are'} waiting to be posted. `
}

function lagWords(lag: number): string {
  return lag < 60_000 ? '' : `Checks are ${grouped(Math.round(lag / 60_000))} min late.`
}
