import type { Time } from '@overheard/base/time'
import type { MentionService } from '@overheard/mention-client'
import { isSortingRefused } from '@overheard/mention-client'
import type { Alert } from '@overheard/mention-client/alert'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { createReplay, decideFor, type IsOwn, type Replayed } from '../../engine/index.ts'
import type { ProgressBar, ReplayRule } from '../../kernel/command.ts'
import type { Subscription } from '../../model/subscription.ts'
import {
  type BacktestComparison,
  createComparison,
  createSubscriptionCounter,
  type Difference,
  type SubscriptionCounter,
  type SubscriptionCounts,
} from './counts.ts'
import { planSpikeRecord, type SpikeRecord } from './spike-record.ts'
import { createSpikeReplay, spikeDays } from './spike-replay.ts'
import type { StoredSpikes } from './stored-spikes.ts'

type BacktestRequest = {
  subscriptions: Subscription[]
  others: Subscription[] | undefined
  isOwn: IsOwn
  rules: readonly ReplayRule[]
  since: Time
  now: Time
  dayOf: (at: Time) => string
  /** The spikes that the bot posted. Without them, spikes are left out, and only mentions from `since` on are read. */
  stored: StoredSpikes | undefined
}

export type BacktestDeps = {
  alerts: Pick<AlertDirectory, 'find'>
  readPast: ReadPast
  /** Returns about how many mentions the alert has since a time (UTC, ms), or undefined if the service does not count them. */
  expected: (alert: Alert, since: Time) => Promise<number | undefined>
  progress: ProgressBar
  /** Yields to the event loop, because signals and the progress bar must be handled. */
  pause: () => Promise<unknown>
  signal: AbortSignal
}

/** `spikes` is missing if the subscription calls none, or if they are left out. */
export type Tally = SubscriptionCounts & { spikes?: SpikeRecord }

export type BacktestResult = {
  tallies: Tally[]
  others: Tally[] | undefined
  differences: Difference[]
  notFound: string[]
}

type SubscriptionReplay = {
  subscription: Subscription
  alert: Alert
  replay: (page: Mention[]) => Replayed[]
  counter: SubscriptionCounter
  spikes?: SpikeRecord
}

export async function runBacktest(deps: BacktestDeps, request: BacktestRequest): Promise<BacktestResult> {
  const ours = await createSubscriptionReplays(deps, request, request.subscriptions)
  const theirs = await createSubscriptionReplays(deps, request, request.others ?? [])
  const pairs = ours.readers.flatMap((reader) => {
    const other = theirs.readers.find((one) => isSameSubscription(one, reader))
    return other === undefined
      ? []
      : [{ reader, other, comparison: createComparison(reader.subscription.name) }]
  })
  const readers = [...ours.readers, ...theirs.readers]
  for (const alert of new Map(readers.map((reader) => [reader.alert.id, reader.alert])).values()) {
    const ofAlert = readers.filter((reader) => reader.alert.id === alert.id)
    await replayAlert(deps, request, { alert, readers: ofAlert, pairs })
  }
  return {
    tallies: ours.readers.map(tallyOf),
    others: request.others && theirs.readers.map(tallyOf),
    differences: pairs.map(({ comparison }) => comparison.sum()),
    notFound: [...new Set([...ours.notFound, ...theirs.notFound])],
  }
}

const tallyOf = ({ counter, spikes }: SubscriptionReplay): Tally => ({
  ...counter.sum(),
  ...(spikes && { spikes }),
})

const isSameSubscription = (one: SubscriptionReplay, other: SubscriptionReplay) =>
  one.subscription.name === other.subscription.name && one.alert.id === other.alert.id

async function createSubscriptionReplays(
  { alerts }: BacktestDeps,
  { dayOf, now, isOwn, rules }: BacktestRequest,
  subscriptions: Subscription[],
) {
  const readers: SubscriptionReplay[] = []
  const notFound: string[] = []
  for (const subscription of subscriptions) {
    const found = await alerts.find(subscription.alert)
    if (found.kind !== 'found') notFound.push(`${subscription.name}: no single alert '${subscription.alert}'`)
    else {
      const { alert } = found
      const added = (one: Subscription) => rules.flatMap((rule) => rule(one, alert.id) ?? [])
      readers.push({
        subscription,
        alert,
        replay: createReplay(decideFor(subscription, { isOwn, added }), { now, dedupe: subscription.dedupe }),
        counter: createSubscriptionCounter(subscription, dayOf, now),
      })
    }
  }
  return { readers, notFound }
}

type ComparedPair = { reader: SubscriptionReplay; other: SubscriptionReplay; comparison: BacktestComparison }

async function replayAlert(
  { readPast, progress, expected, pause, signal }: BacktestDeps,
  request: BacktestRequest,
  { alert, readers, pairs }: { alert: Alert; readers: SubscriptionReplay[]; pairs: ComparedPair[] },
): Promise<void> {
  const spikes = replaySpikes(request, alert, readers)
  progress.begin(alert.name, await expected(alert, spikes.since))
  let count = 0
  for await (const page of readPast(alert.id, spikes.since, signal)) {
    spikes.add(page)
    const mentions = page.filter(({ date }) => date <= 0 || date >= request.since)
    const replays = new Map<SubscriptionReplay, Replayed[]>()
    for (const reader of readers) {
      replays.set(reader, reader.replay(mentions))
      await pause()
    }
    for (const [{ counter }, replayed] of replays) for (const one of replayed) counter.add(one)
    for (const { reader, other, comparison } of pairs)
      comparison.add(replays.get(reader) ?? [], replays.get(other) ?? [])
    count += page.length
    progress.reached(count)
  }
  progress.end()
  await spikes.finish(pause)
}

const dayMs = 86_400_000

/** `since`: the mentions from then on are needed. */
function replaySpikes(
  { since, now, isOwn, stored }: BacktestRequest,
  { id }: Alert,
  readers: SubscriptionReplay[],
) {
  const plans = readers.flatMap((reader) => {
    const plan = stored && planSpikeRecord(reader.subscription, id, { stored, isOwn, now })
    return plan === undefined ? [] : [{ reader, ...plan }]
  })
  if (plans.length === 0) return { since, add: () => undefined, finish: async () => undefined }
  const watchers = plans.map(({ watcher }) => watcher)
  const replay = createSpikeReplay(watchers, { now, isOwn })
  return {
    since: Math.min(since, now - spikeDays * dayMs),
    add: replay.add,
    async finish(pause: BacktestDeps['pause']) {
      const called = await replay.run(pause)
      for (const [index, { reader, toRecord }] of plans.entries()) {
        const ofReader = called[index]
        if (ofReader !== undefined) reader.spikes = toRecord(ofReader)
      }
    },
  }
}

type ReadPast = (alert: Id, since: Time, signal: AbortSignal) => AsyncIterable<Mention[]>

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
