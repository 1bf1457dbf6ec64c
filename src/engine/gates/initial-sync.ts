import type { Time } from '@overheard/base/time'
import { compareIds, type Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { button, context, section } from '../../messages/kit/block-kit.ts'
import { type Moment, type Sentence, sentenceAsContext, sentenceAsText } from '../../messages/kit/dates.ts'
import { sentences } from '../../messages/kit/labels.ts'
import { cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import { isUndecided } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { Content } from '../../model/message.ts'
import { isStartAgainId } from '../../model/pause.ts'
import { doneTime, postingTimeMs } from '../poll-time.ts'
import type { NewestPage, PollDeps } from '../ports.ts'
import { postMessage } from '../post/posting.ts'
import { concludeRefusals } from '../post/unclear-refusals.ts'
import { afterInitialSync, afterStartAgain, afterStartOver } from '../progress/checkpoint-changes.ts'
import { say } from '../say.ts'
import {
  flushCheckpoint,
  type Step,
  type SubscriptionRun,
  saveCheckpoint,
  withState,
} from '../subscription-run.ts'

type InitialSyncView = {
  subscription: string
  alertName: string
  /** The number of mentions to expect per day; undefined if unknown, 0 if none passes the filters. */
  perDay: number | undefined
  olderMentions: number | { atLeast: number }
  /** The interval between polls (ms), or the time of the next poll (UTC, ms) if the interval varies. */
  polls: { every: number } | { next: number }
  /** The time of the message (UTC, ms). */
  since: Time
}

const initialSyncPage = 300

export function readNewest(
  { service, seen }: PollDeps,
  { input: { alert, signal } }: SubscriptionRun,
): Promise<NewestPage> {
  seen({ kind: 'page', alert: alert.id })
  return service.newest(alert.id, initialSyncPage, { priority: 'poll', signal })
}

const dayMs = 86_400_000

/**
 * Marks existing mentions as done without posting them, except the newest ones that `backfill` asks for. `known` are posted in the channel
 * already.
 */
export async function runInitialSync(
  deps: PollDeps,
  run: SubscriptionRun,
  newest: NewestPage,
  known: Id[] = [],
): Promise<SubscriptionRun> {
  const wanted = run.input.subscription.backfill
  const fitting = wanted > 0 ? passing(run, newest.mentions).toSorted((a, b) => compareIds(b.id, a.id)) : []
  const isPosted = new Set(known)
  const backfill = fitting
    .slice(0, wanted)
    .map(({ id }) => id)
    .filter((id) => !isPosted.has(id))
  const page = newest.mentions.map(({ id }) => id)
  const next = afterInitialSync(page, isWhole(newest), backfill, doneTime(deps))
  return saveCheckpoint(deps, withState(run, { backfill: new Set(backfill) }), next)
}

/** Skips all existing mentions if a person chose that after a pause, or with the command `start-again`. The next step then announces the subscription again. */
export async function startOver(deps: PollDeps, run: SubscriptionRun): Promise<Step> {
  const { key } = run.input
  const id = deps.people.startOver.wanted(key.subscription)
  if (id === undefined) return { run }
  let started = run
  if (run.checkpoint.startedOver !== id) {
    const newest = await readNewest(deps, run)
    const at = deps.now()
    const page = newest.mentions.map((one) => one.id)
    const isOpen = isUndecided(run.checkpoint)
    const skipped = newest.mentions
      .filter((one) => isOpen(one.id))
      .map(
        (one): DecisionRecord => ({
          ...key,
          at,
          id: one.id,
          url: one.url,
          outcome: 'skipped',
          reason: 'pause',
        }),
      )
    const fresh = withState(run, { unfinished: undefined, held: undefined, seen: undefined })
    const skip = isStartAgainId(id) ? afterStartAgain : afterStartOver
    const next = skip(run.checkpoint, page, isWhole(newest), { id, at: doneTime(deps) })
    started = await saveCheckpoint(deps, { ...fresh, decisions: [...run.decisions, ...skipped] }, next)
  }
  await deps.people.startOver.done(key.subscription, id)
  return { run: started }
}

/** Posts the first message of a subscription, which says what is watched. The receipt of this message has a watermark and no ids. */
export async function announceSubscription(
  deps: PollDeps,
  run: SubscriptionRun,
  newest: NewestPage,
): Promise<Step> {
  const { subscription, alert } = run.input
  const content = initialSyncNotice({
    subscription: subscription.name,
    alertName: alert.name,
    perDay: perDay(run, newest),
    olderMentions: notPosted(newest, Math.min(subscription.backfill, passing(run, newest.mentions).length)),
    polls: deps.pollRhythm(subscription),
    since: run.input.pollStart,
  })
  const deadline = deps.steady() + postingTimeMs
  const posted = await postMessage(deps, run, { content, mentions: [], place: { kind: 'channel' } }, deadline)
  const stored = await flushCheckpoint(deps, posted.run)
  if (posted.end !== undefined) return { run: stored, end: posted.end }
  // A refusal of this message does not end the run, because mentions do not wait for this message.
  return { run: (await concludeRefusals(deps, { run: stored })).run }
}

const isWhole = ({ mentions, unusable, last }: NewestPage) =>
  last && mentions.length + unusable < initialSyncPage

function passing(run: SubscriptionRun, mentions: Mention[]): Mention[] {
  return mentions.filter((mention) => run.input.decide(mention, run.input.pollStart).kind !== 'skip')
}

/** Only this share of the newest mentions counts for the estimate, because the oldest tenth may be old mentions that were found today. */
const countedShare = 0.9

/** Estimates how many mentions a day pass the filters. Returns undefined if the page covers no time. */
function perDay(run: SubscriptionRun, { mentions }: NewestPage): number | undefined {
  const newestFirst = mentions
    .toSorted((a, b) => b.date - a.date)
    .slice(0, Math.ceil(mentions.length * countedShare))
  const days = (run.input.pollStart - (newestFirst.at(-1)?.date ?? Number.NaN)) / dayMs
  return days > 0 ? passing(run, newestFirst).length / Math.max(1, days) : undefined
}

function notPosted(newest: NewestPage, posted: number): number | { atLeast: number } {
  const { mentions, mentionsCount } = newest
  if (isWhole(newest)) return mentions.length - posted
  return mentionsCount !== undefined && mentionsCount > mentions.length
    ? mentionsCount - posted
    : { atLeast: mentions.length - posted }
}

export function initialSyncNotice(sync: InitialSyncView): Content {
  const name = isolate(cut(sync.alertName, 100))
  const sentence = sentences([
    say.watching({ alert: name }),
    rate(sync.perDay),
    olderMentionsText(sync.olderMentions),
  ])
  const accessory = button(say.showExample(), actionIds.showOne, sync.subscription)
  const polls = pollsSentence(sync.polls)
  const since = say.sinceThen({ since: { at: sync.since, as: 'date' } as const })
  const more = say.changeIt<Moment | Sentence>({ checks: polls }).flat()
  return {
    text: [sentence, sentenceAsText(more)].map(escapeMrkdwn).join('\n'),
    blocks: [
      section(sentence, { accessory }),
      context(...sentenceAsContext(since)),
      context(...sentenceAsContext(inOnePiece(more))),
    ],
  }
}

/** Words beside each other become one element, because Slack shows a gap between two. */
function inOnePiece(sentence: Sentence): Sentence {
  return sentence.every((part) => typeof part === 'string') ? [sentence.join('')] : sentence
}

/** Names the interval if the polls have one, because the time of the next poll would soon be over. */
function pollsSentence(polls: InitialSyncView['polls']): Sentence {
  if ('next' in polls) return say.nextCheck({ at: { at: polls.next, as: 'date' } as const })
  const seconds = Math.max(1, Math.round(polls.every / 1000))
  const isInMinutes = seconds === 60 || seconds >= 90
  return [
    isInMinutes
      ? say.everyMinutes({ count: Math.round(seconds / 60) })
      : say.everySeconds({ count: seconds }),
  ]
}

function rate(perDay: number | undefined): string {
  if (perDay === undefined) return ''
  if (perDay >= 0.5) return say.perDay({ count: Math.round(perDay) })
  return perDay === 0 ? say.nothingMatches() : say.lessPerDay()
}

function olderMentionsText(count: InitialSyncView['olderMentions']): string {
  return typeof count === 'number'
    ? say.olderMentions({ count })
    : say.olderMentionsAtLeast({ count: count.atLeast })
}
