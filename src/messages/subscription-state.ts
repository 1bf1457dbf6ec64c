import type { Time } from '../async/time.ts'
import type { Quantiles, SubscriptionState, SubscriptionSummary } from '../model/subscription-status.ts'
import { strictWords } from './anomalies/spike.ts'
import type { Sentence } from './kit/dates.ts'
import { duration, interval } from './kit/numbers.ts'
import { cut, isolate } from './kit/text.ts'

export const isPaused = ({ kind }: SubscriptionState) => kind === 'paused' || kind === 'asked-catch-up'

export const nameWords = ({ name }: SubscriptionSummary) => isolate(cut(name, 80))

export const alertWords = ({ alert }: SubscriptionSummary) => isolate(cut(alert, 100))

export const aboutWords = (line: SubscriptionSummary) => `${alertWords(line)} (${nameWords(line)})`

export function stateSentence(line: SubscriptionSummary): Sentence {
  return [
    ...stateWords(line.state),
    '. ',
    ...plannedSentence(line),
    ...lastMentionSentence(line),
    ...strictSentence(line),
  ]
}

export const plannedSentence = ({ planned }: SubscriptionSummary): Sentence =>
  planned === undefined
    ? []
    : [
        `${isolate(cut(planned.by, 40))} planned a pause from `,
        { at: planned.from, as: 'date' },
        ' until ',
        { at: planned.until, as: 'date' },
        '. ',
      ]

export const strictSentence = ({ strict }: SubscriptionSummary): Sentence =>
  strict === undefined ? [] : [` Because of false alarms, a spike ${strictWords(strict)}.`]

export function stateWords(state: SubscriptionState): Sentence {
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

export function lastMentionSentence({ lastMention }: SubscriptionSummary): Sentence {
  if (lastMention === undefined) return ['No new mention in the last 24 hours.']
  return ['Last mention ', { at: lastMention, as: 'ago' }, '.']
}

/** Slack shows how long ago the last check was when the person reads the message. */
export function checksSentence({
  freshness,
  polledAt,
}: Pick<SubscriptionSummary, 'freshness'> & { polledAt?: Time | undefined }): Sentence {
  const { checkedEveryMs, checkedAt } = freshness ?? {}
  if (checkedEveryMs !== undefined && checkedAt !== undefined)
    return [` Checks every ${interval(checkedEveryMs)}, last `, { at: checkedAt, as: 'ago' }, '.']
  const at = checkedAt ?? polledAt
  return at === undefined ? [' First check still running.'] : [' Last checked ', { at, as: 'date' }, '.']
}

export function delaysSentence({ freshness }: Pick<SubscriptionSummary, 'freshness'>): Sentence {
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
