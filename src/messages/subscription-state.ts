import type { Time } from '@overheard/base/time'
import type { Quantiles, SubscriptionState, SubscriptionSummary } from '../model/subscription-status.ts'
import { strictness } from './anomalies/spike.ts'
import type { Moment, Sentence } from './kit/dates.ts'
import { duration, interval } from './kit/numbers.ts'
import { cut, isolate } from './kit/text.ts'
import { say } from './say.ts'

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

export function plannedSentence({ planned }: SubscriptionSummary): Sentence {
  if (planned === undefined) return []
  const [from, until] = [dateOf(planned.from), dateOf(planned.until)]
  return [...say.plannedPause({ person: shortName(planned.by), from, until }), ' ']
}

const dateOf = (at: Time): Moment => ({ at, as: 'date' })
const shortName = (name: string) => isolate(cut(name, 40))

export const strictSentence = ({ strict }: SubscriptionSummary): Sentence =>
  strict === undefined ? [] : [` ${say.stricterSpike(strictness(strict))}`]

export function stateWords(state: SubscriptionState): Sentence {
  switch (state.kind) {
    case 'problem':
      return [problemWords(state).replace(/\.$/, '')]
    case 'asked-catch-up':
      return [say.pausedAsking()]
    case 'paused':
      return state.until === undefined
        ? say.pausedSince({ person: shortName(state.by), since: dateOf(state.since) })
        : say.pausedByUntil({ person: shortName(state.by), until: dateOf(state.until) })
    case 'quiet':
      return say.quietTime({ until: dateOf(state.until) })
    case 'behind':
      return [say.behind({ minutes: String(Math.round(state.ms / 60_000)) })]
    case 'up-to-date':
      return [say.upToDate()]
  }
}

type ProblemState = Extract<SubscriptionState, { kind: 'problem' }>

const problemWords = ({ what, whatToDo, stopsMentions }: ProblemState) =>
  stopsMentions ? say.delayed({ what, whatToDo }) : `${what} ${whatToDo}`

export function lastMentionSentence({ lastMention }: SubscriptionSummary): Sentence {
  if (lastMention === undefined) return [say.noLastMention()]
  return say.lastMention({ ago: { at: lastMention, as: 'ago' } as const })
}

/** Slack shows how long ago the last check was when the person reads the message. */
export function checksSentence({
  freshness,
  polledAt,
}: Pick<SubscriptionSummary, 'freshness'> & { polledAt?: Time | undefined }): Sentence {
  const { checkedEveryMs, checkedAt } = freshness ?? {}
  if (checkedEveryMs !== undefined && checkedAt !== undefined)
    return [
      ' ',
      ...say.checks({ interval: interval(checkedEveryMs), ago: { at: checkedAt, as: 'ago' } as const }),
    ]
  const at = checkedAt ?? polledAt
  return at === undefined ? [` ${say.firstCheck()}`] : [' ', ...say.lastChecked({ at: dateOf(at) })]
}

export function delaysSentence({ freshness }: Pick<SubscriptionSummary, 'freshness'>): Sentence {
  const { delays } = freshness ?? {}
  if (delays === undefined) return []
  const { service, ours } = delays
  const own = { ours: delayWords(ours) }
  const words =
    service === undefined ? say.ownDelay(own) : say.delays({ ...own, service: delayWords(service) })
  return [` ${words}`]
}

const delayWords = ({ median, p95 }: Quantiles) =>
  say.delay({ median: duration(median), most: duration(p95) })
