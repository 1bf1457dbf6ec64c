import type { Time } from '@overheard/base/time'
import type { FinishedRequest } from '@overheard/mention-client'
import type { RequestBudget } from '@overheard/mention-client/request-budget'
import {
  Counter,
  collectDefaultMetrics,
  Histogram,
  type Metric,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client'
import type { Lag, MentionDelay, PlanForecast, PolledRun, Sight } from '../engine/index.ts'
import type { Records } from '../model/collection.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { PostEnd, SearchReceipts } from '../model/outbox.ts'
import type { OpenProblem, ProblemBoard } from '../model/problem.ts'
import type { Freshness } from '../model/subscription-status.ts'
import type { Store } from '../store/store.ts'
import { createMetricsOfFeatures, ofAll, type Sample } from './metrics-of-features.ts'
import { slowestFirst } from './status-page.ts'

/** Each call creates its own registry, so two bots in one process (as in tests) have separate counts. */
export function createMetrics(now: () => Time) {
  const registry = new Registry()
  const measureProcess = processMeter(registry)
  return {
    seen: engineMeter(registry, now),
    posted: postMeter(registry),
    search: searchMeter(registry),
    store: storeMeter(registry, now),
    request: requestMeter(registry),
    ...createMetricsOfFeatures(registry),
    observe: (deps: MetricsDeps) => registerGauges(registry, deps),
    page: async (accept = '') => {
      measureProcess()
      const format = accept.includes('application/openmetrics-text') ? inOpenMetrics(registry) : registry
      return { contentType: format.contentType, text: await format.metrics() }
    },
    stop: () => registry.clear(),
  }
}

/**
 * Returns a function that measures the process from its first call on. To measure the delay of the event loop wakes the process up a hundred
 * times a second, so nobody pays for it who does not read the metrics.
 */
function processMeter(registry: Registry): () => void {
  let isMeasured = false
  return () => {
    if (isMeasured) return
    isMeasured = true
    collectDefaultMetrics({ register: registry })
    // These sums are gauges with names of counters, which promtool reports as a fault. Metrics by type have the same numbers.
    for (const what of ['handles', 'requests', 'resources'])
      registry.removeSingleMetric(`nodejs_active_${what}_total`)
  }
}

/** The same metrics in the format OpenMetrics. prom-client would rename the counters for the other format, too, so it gets objects of its own. */
function inOpenMetrics(
  registry: Registry,
): Pick<Registry<OpenMetricsContentType>, 'contentType' | 'metrics'> {
  const open = new Registry<OpenMetricsContentType>()
  open.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  for (const { name } of registry.getMetricsAsArray()) {
    const metric: Metric = Object.create(registry.getSingleMetric(name) ?? null)
    open.registerMetric(metric)
  }
  return open
}

function delayMeter(registry: Registry): (delay: MentionDelay) => void {
  const delays = new Histogram({
    name: 'overheard_mention_delay_seconds',
    help: 'Delay of posted mentions in seconds. where="service": until the bot could see them; where="ours": from then until they were posted. Mentions that waited on purpose do not count.',
    labelNames: ['where'],
    buckets: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 14_400, 86_400],
    registers: [registry],
  })
  // Prometheus does not see the first increase of a series that was missing before.
  for (const where of ['ours', 'service']) delays.zero({ where })
  return ({ service, ours }) => {
    delays.observe({ where: 'ours' }, ours / 1000)
    if (service !== undefined) delays.observe({ where: 'service' }, service / 1000)
  }
}

function requestMeter(registry: Registry): (end: FinishedRequest) => void {
  const requests = new Histogram({
    name: 'overheard_service_request_duration_seconds',
    help: 'Requests to the mention service by who asked and how they ended.',
    labelNames: ['priority', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 45],
    registers: [registry],
  })
  return ({ priority, outcome, ms }) => requests.observe({ priority, outcome }, ms / 1000)
}

/** Counts each spike whose card is posted. */
function spikeMeter(registry: Registry): () => void {
  const spikes = new Counter({
    name: 'overheard_spikes_total',
    help: 'Spikes that were posted.',
    registers: [registry],
  })
  return () => spikes.inc()
}

function postMeter(registry: Registry): (end: PostEnd) => void {
  const posts = new Histogram({
    name: 'overheard_post_duration_seconds',
    help: 'Posts by what they carry and how they ended.',
    labelNames: ['carries', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return ({ posting, outcome, ms }) =>
    posts.observe({ carries: carriedBy(posting), outcome: outcome.kind }, ms / 1000)
}

function searchMeter(registry: Registry): (search: SearchReceipts) => SearchReceipts {
  const reads = new Counter({
    name: 'overheard_receipt_lookups_total',
    help: 'Searches for receipts in a channel or thread, by how they ended.',
    labelNames: ['ended'],
    registers: [registry],
  })
  return (search) => async (place, enough) => {
    const result = await search(place, enough)
    reads.inc({ ended: result.kind })
    return result
  }
}

function carriedBy({ receipt, digest }: PostEnd['posting']): string {
  if (digest !== undefined) return 'digest'
  return receipt === undefined ? 'notice' : 'mentions'
}

type MetricsDeps = {
  /** The version of Overheard. */
  version: string
  budget: Pick<RequestBudget, 'left'>
  problems: Pick<ProblemBoard, 'openProblems'>
  polls: { behind(): Promise<Lag[]>; lag(): number }
  registry: { all(): { pause?: unknown }[] }
  freshness: () => (Freshness & { subscription: string })[]
  reasonNotReady: () => Promise<string | undefined>
  /** Resolves with undefined if the configuration names no plan. */
  planForecast: () => Promise<PlanForecast | undefined>
  planLimitReached: () => Promise<boolean>
}

/** At most this many subscriptions, those furthest behind, have their own lag in the metrics. */
export const maxNamed = 50

function registerGauges(registry: Registry, deps: MetricsDeps): void {
  const { budget, problems, polls, registry: subscriptions, freshness } = deps
  const { gauge } = createMetricsOfFeatures(registry)
  const one = (value: number) => [{ value }]

  gauge(
    'build_info',
    'Always 1. The labels are the versions of Overheard and of Node.',
    () => [{ value: 1, version: deps.version, node: process.versions.node }],
    ['version', 'node'],
  )

  gauge(
    'ready',
    'Is 1 if the process has started and reaches its store, otherwise 0, as /readyz.',
    async () => one((await deps.reasonNotReady()) === undefined ? 1 : 0),
  )
  gauge(
    'subscription_lag_seconds',
    `How long a subscription has been due without having read to the end: the ${maxNamed} furthest behind, and the worst of all others as "other". ${ofAll}`,
    async () => {
      const behind = await polls.behind()
      const named = behind.slice(0, maxNamed)
      return [...named, { subscription: 'other', ms: behind[maxNamed]?.ms ?? 0 }].map(
        ({ subscription, ms }) => ({ subscription, value: ms / 1000 }),
      )
    },
    ['subscription'],
  )
  gauge('lag_seconds', `How long the longest waiting alert has been due. ${ofAll}`, () =>
    one(polls.lag() / 1000),
  )
  gauge(
    'subscriptions_behind',
    `How many subscriptions are due and have not read to the end. ${ofAll}`,
    async () => one((await polls.behind()).length),
  )
  gauge('problems', 'Open problems; /status says what to do about each.', () =>
    one(problems.openProblems().length),
  )
  gauge(
    'open_problems',
    `Open problems by kind, by the code of their cause, and by the subscription for which they were noticed: the ${maxNamed} that are open longest. ${ofAll}`,
    () => rowsOfProblems(problems.openProblems()),
    ['kind', 'code', 'subscription'],
  )
  gauge(
    'subscriptions_paused',
    `How many subscriptions are paused from Slack, or wait for an answer after a pause. ${ofAll}`,
    () => one(subscriptions.all().filter(({ pause }) => pause !== undefined).length),
  )
  gauge(
    'subscription_check_interval_seconds',
    `The usual time between two checks of a subscription: the ${maxNamed} longest.`,
    () =>
      freshness()
        .flatMap(({ subscription, checkedEveryMs }) =>
          checkedEveryMs === undefined ? [] : [{ subscription, value: checkedEveryMs / 1000 }],
        )
        .sort((a, b) => b.value - a.value)
        .slice(0, maxNamed),
    ['subscription'],
  )
  gauge(
    'subscription_delay_seconds',
    `The two delays of the last mentions of a subscription, as in overheard_mention_delay_seconds, as percentiles: the ${maxNamed} subscriptions with the longest delay of ours.`,
    () => slowestFirst(freshness()).slice(0, maxNamed).flatMap(rowsOfDelays),
    ['subscription', 'where', 'percentile'],
  )
  gauge(
    'service_requests_left',
    'Requests to the mention service that are left within the minute.',
    async () => one((await budget.left()).requests),
  )
  gauge('service_requests_waiting', 'Requests that wait for the budget.', async () =>
    one((await budget.left()).waiting),
  )
  gauge('service_pause_seconds', 'How long the mention service asked us to pause, from now on.', async () =>
    one((await budget.left()).pausedForMs / 1000),
  )
  gauge(
    'plan_limit_reached',
    `Is 1 if the mention service says that the mentions of its plan are used up, otherwise 0. ${ofAll}`,
    async () => one((await deps.planLimitReached()) ? 1 : 0),
  )
  gauge(
    'plan_used_ratio',
    `The share of plan.monthlyMentions that is used this month. ${ofAll}`,
    async () => {
      const forecast = await deps.planForecast()
      return forecast === undefined ? [] : one(forecast.share)
    },
  )
  gauge(
    'plan_runs_out_timestamp_seconds',
    `When plan.monthlyMentions run out (seconds since the epoch); missing if they last until the month ends. ${ofAll}`,
    async () => {
      const runsOutAt = (await deps.planForecast())?.runsOutAt
      return runsOutAt === undefined ? [] : one(runsOutAt / 1000)
    },
  )
}

/** The kind of a problem is the first word of its key, for example `channel` or `service`. */
function rowsOfProblems(open: OpenProblem[]): Sample<'kind' | 'code' | 'subscription'>[] {
  const rows = new Map<string, Sample<'kind' | 'code' | 'subscription'>>()
  for (const { key, code = '', subscription = '' } of open.toSorted((a, b) => a.since - b.since)) {
    const kind = key.split(' ', 1)[0] ?? key
    const same = JSON.stringify([kind, code, subscription])
    const known = rows.get(same)
    if (known !== undefined) known.value += 1
    else if (rows.size < maxNamed) rows.set(same, { kind, code, subscription, value: 1 })
  }
  return [...rows.values()]
}

function rowsOfDelays({
  subscription,
  delays,
}: Freshness & { subscription: string }): Sample<'subscription' | 'where' | 'percentile'>[] {
  const measured = [
    ['ours', delays?.ours],
    ['service', delays?.service],
  ] as const
  return measured.flatMap(([where, found]) =>
    found === undefined
      ? []
      : [
          { subscription, where, percentile: '50', value: found.median / 1000 },
          { subscription, where, percentile: '95', value: found.p95 / 1000 },
        ],
  )
}

function storeMeter(registry: Registry, now: () => Time): (store: Store) => Store {
  const timed = writeTimer(registry, now)
  const count = decisionCounter(registry)
  const timedRecords = (records: Records): Records => ({
    collection(name, schema, options) {
      const opened = records.collection(name, schema, options)
      const change: typeof opened.change = (key, next) => timed('record', () => opened.change(key, next))
      const put: typeof opened.put = (key, value) => timed('record', () => opened.put(key, value))
      return { ...opened, change, put }
    },
    messages(name, schema) {
      const opened = records.messages(name, schema)
      return { ...opened, change: (key, next) => timed('record', () => opened.change(key, next)) }
    },
  })
  return (store) => ({
    ...store,
    ...timedRecords(store),
    leading: {
      ...timedRecords(store.leading),
      checkpoints() {
        const checkpoints = store.leading.checkpoints()
        return {
          ...checkpoints,
          save: (key, checkpoint) => timed('checkpoint', () => checkpoints.save(key, checkpoint)),
        }
      },
    },
    decisions: {
      ...store.decisions,
      record(entries) {
        for (const entry of entries) count(entry)
        store.decisions.record(entries)
      },
    },
  })
}

type Written = 'checkpoint' | 'record'

function writeTimer(registry: Registry, now: () => Time) {
  const writes = new Histogram({
    name: 'overheard_store_write_duration_seconds',
    help: 'Writes of the store by kind, and how they ended.',
    labelNames: ['kind', 'ended'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  return async <T>(kind: Written, write: () => Promise<T>): Promise<T> => {
    const began = now()
    let ended = 'failed'
    try {
      const result = await write()
      ended = result === 'fenced' ? 'fenced' : 'kept'
      return result
    } finally {
      writes.observe({ kind, ended }, (now() - began) / 1000)
    }
  }
}

/** Each label costs memory and is never forgotten, so only this many subscriptions have their own counter. */
const maxCounted = 200

function decisionCounter(registry: Registry): (entry: DecisionRecord) => void {
  const mentions = new Counter({
    name: 'overheard_mentions_total',
    help: 'Mentions by their outcome for a subscription, and the kind of rule that decided.',
    labelNames: ['outcome', 'reason'],
    registers: [registry],
  })
  // Prometheus does not see the first increase of a series that was missing before.
  mentions.inc({ outcome: 'rejected', reason: 'refused' }, 0)
  const waited = new Counter({
    name: 'overheard_mentions_waited_total',
    help: 'Mentions that had to wait when they were found, by what they waited for: quiet hours, or a post (queued). Each is counted in overheard_mentions_total when it is done, and here once more after a restart.',
    labelNames: ['reason'],
    registers: [registry],
  })
  const posted = new Counter({
    name: 'overheard_subscription_posted_mentions_total',
    help: `Mentions that were posted, by subscription: the first ${maxCounted} that post in a process, and all others as "other".`,
    labelNames: ['subscription'],
    registers: [registry],
  })
  const counted = new Set<string>()
  return (entry) => {
    const { outcome, subscription } = entry
    const reason = familyOf(entry)
    if (outcome === 'waiting') return waited.inc({ reason })
    mentions.inc({ outcome, reason })
    if (outcome !== 'posted' && outcome !== 'burst') return
    if (counted.size < maxCounted) counted.add(subscription)
    posted.inc({ subscription: counted.has(subscription) ? subscription : 'other' })
  }
}

/**
 * Returns the metric label of a decision: the rule without its key (`only` of `only.source`). All error codes of Slack share one label,
 * because each label costs memory.
 */
function familyOf({ outcome, reason }: DecisionRecord): string {
  return outcome === 'rejected' ? 'refused' : (reason.split('.')[0] ?? reason)
}

/** Sees what the engine does. */
function engineMeter(registry: Registry, now: () => Time): (sight: Sight) => void {
  const seconds = new Histogram({
    name: 'overheard_poll_duration_seconds',
    help: 'How long a poll of one alert took.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120],
    registers: [registry],
  })
  const runs = new Counter({
    name: 'overheard_subscription_runs_total',
    help: 'Subscription runs by how they ended: done, left early, or failed.',
    labelNames: ['ended'],
    registers: [registry],
  })
  const observeDelay = delayMeter(registry)
  const countSpike = spikeMeter(registry)
  return (sight) => {
    if (sight.kind === 'spikeStarted') countSpike()
    if (sight.kind !== 'polled') return
    seconds.observe((now() - sight.startedAt) / 1000)
    for (const result of sight.results) {
      runs.inc({ ended: endOf(result) })
      result.delays?.forEach(observeDelay)
    }
  }
}

function endOf({ error, deferred }: PolledRun): 'failed' | 'left' | 'done' {
  if (error !== undefined) return 'failed'
  return deferred === undefined ? 'done' : 'left'
}
