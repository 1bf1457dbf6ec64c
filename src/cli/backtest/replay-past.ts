import type { AlertDirectory } from '../../mention-api/alert-directory.ts'
import type { MentionService } from '../../mention-api/mention-service-client.ts'
import { isSortingRefused } from '../../mention-api/read-in-id-order.ts'
import type { Alert } from '../../model/alert.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Subscription } from '../../model/subscription.ts'
import { createReplay, type Replayed } from '../../rules/replay.ts'
import { decideFor } from '../../rules/rules.ts'
import type { ProgressBar } from '../progress-bar.ts'
import {
  type Comparison,
  createComparison,
  createSubscriptionCounter,
  type Difference,
  type SubscriptionCounter,
  type SubscriptionCounts,
} from './backtest-counts.ts'

/** What is replayed: the subscriptions of one configuration and, to compare, those of another; from `since` to `now` (UTC, ms). */
type BacktestRequest = {
  subscriptions: Subscription[]
  others: Subscription[] | undefined
  since: number
  now: number
  /** The day of a moment, YYYY-MM-DD. */
  dayOf: (at: number) => string
}

/** What a replay needs. */
export type BacktestDeps = {
  alerts: Pick<AlertDirectory, 'find'>
  readPast: ReadPast
  /** How many mentions an alert has since a moment, where the service can say. */
  expected: (alert: Alert, since: number) => Promise<number | undefined>
  progress: ProgressBar
  /** Lets the others of the process go on: a signal, and who reads the progress. */
  pause: () => Promise<unknown>
  signal: AbortSignal
}

/** What came of it. `notFound`: subscriptions whose alert is not there, or not the only one of its name. */
export type BacktestResult = {
  tallies: SubscriptionCounts[]
  others: SubscriptionCounts[] | undefined
  differences: Difference[]
  notFound: string[]
}

/** `replay`: page by page; what repeats a mention of an earlier page is told. */
type SubscriptionReplay = {
  subscription: Subscription
  alert: Alert
  replay: (page: Mention[]) => Replayed[]
  counter: SubscriptionCounter
}

/** Replays the past of every alert that a subscription names, each alert once, page by page. Rejects as the mention service does. */
export async function runBacktest(deps: BacktestDeps, order: BacktestRequest): Promise<BacktestResult> {
  const ours = await createSubscriptionReplays(deps, order, order.subscriptions)
  const theirs = await createSubscriptionReplays(deps, order, order.others ?? [])
  const pairs = ours.readers.flatMap((reader) => {
    const other = theirs.readers.find((one) => isSameSubscription(one, reader))
    return other === undefined
      ? []
      : [{ reader, other, comparison: createComparison(reader.subscription.name) }]
  })
  const readers = [...ours.readers, ...theirs.readers]
  for (const alert of new Map(readers.map((reader) => [reader.alert.id, reader.alert])).values()) {
    const ofAlert = readers.filter((reader) => reader.alert.id === alert.id)
    await replayAlert(deps, order.since, { alert, readers: ofAlert, pairs })
  }
  return {
    tallies: ours.readers.map(({ counter }) => counter.sum()),
    others: order.others && theirs.readers.map(({ counter }) => counter.sum()),
    differences: pairs.map(({ comparison }) => comparison.sum()),
    notFound: [...new Set([...ours.notFound, ...theirs.notFound])],
  }
}

const isSameSubscription = (one: SubscriptionReplay, other: SubscriptionReplay) =>
  one.subscription.name === other.subscription.name && one.alert.id === other.alert.id

async function createSubscriptionReplays(
  { alerts }: BacktestDeps,
  { dayOf, now }: BacktestRequest,
  subscriptions: Subscription[],
) {
  const readers: SubscriptionReplay[] = []
  const notFound: string[] = []
  for (const subscription of subscriptions) {
    const found = await alerts.find(subscription.alert)
    if (found.kind !== 'found') notFound.push(`${subscription.name}: no single alert '${subscription.alert}'`)
    else {
      const { alert } = found
      readers.push({
        subscription,
        alert,
        replay: createReplay(decideFor(subscription), { now, dedupe: subscription.dedupe }),
        counter: createSubscriptionCounter(subscription, dayOf, now),
      })
    }
  }
  return { readers, notFound }
}

type ComparedPair = { reader: SubscriptionReplay; other: SubscriptionReplay; comparison: Comparison }

async function replayAlert(
  { readPast: past, progress, expected, pause, signal }: BacktestDeps,
  since: number,
  { alert, readers, pairs }: { alert: Alert; readers: SubscriptionReplay[]; pairs: ComparedPair[] },
): Promise<void> {
  progress.begin(alert.name, await expected(alert, since))
  let count = 0
  for await (const mentions of past(alert.id, since, signal)) {
    const replays = new Map<SubscriptionReplay, Replayed[]>()
    for (const reader of readers) {
      replays.set(reader, reader.replay(mentions))
      await pause()
    }
    for (const [{ counter }, replayed] of replays) for (const one of replayed) counter.add(one)
    for (const { reader, other, comparison } of pairs)
      comparison.add(replays.get(reader) ?? [], replays.get(other) ?? [])
    count += mentions.length
    progress.reached(count)
  }
  progress.end()
}

/** The pages of an alert's mentions from `since` (UTC, ms, by their own dates) on. Rejects as the mention service does. */
type ReadPast = (alert: Id, since: number, signal: AbortSignal) => AsyncIterable<Mention[]>

/** Reads the past of alerts, page by page; ascending ids, where the service can, so that what is new meanwhile shifts nothing. */
export function createPastReader(service: Pick<MentionService, 'mentions'>): ReadPast {
  return async function* past(alert, since, signal) {
    const ask = { priority: 'poll', signal } as const
    let begun = false
    try {
      for await (const { mentions } of service.mentions(
        alert,
        { dateFrom: since, sortBy: 'id', sortOrder: 'asc' },
        ask,
      )) {
        begun = true
        yield mentions
      }
    } catch (error) {
      if (begun || !isSortingRefused(error)) throw error
      for await (const { mentions } of service.mentions(alert, { dateFrom: since }, ask)) yield mentions
    }
  }
}
