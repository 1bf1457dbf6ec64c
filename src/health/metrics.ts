import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FinishedRequest } from '../mention-api/request.ts'
import type { RequestBudget } from '../mention-api/request-budget.ts'
import { slowestFirst } from '../messages/status-page.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Freshness } from '../model/subscription-status.ts'
import type { SearchReceipts } from '../outbox/ports.ts'
import type { MentionDelay } from '../polling/freshness.ts'
import type { pollAlert } from '../polling/poll.ts'
import type { Lag } from '../polling/poll-scheduler.ts'
import type { Post } from '../slack/post.ts'
import { collectionFrom, type Store } from '../store/store.ts'

/** Each call creates its own registry, so two bots in one process (as in tests) have separate counts. */
export function createMetrics(now: () => number) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    poll: pollMeter(registry, now),
    slack: slackMeter(registry, now),
    store: storeMeter(registry, now),
    request: requestMeter(registry),
    delay: delayMeter(registry),
    webhook: webhookMeter(registry),
    observe: (sources: MetricSources) => registerGauges(registry, sources),
    page: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    stop: () => registry.clear(),
  }
}

function delayMeter(registry: Registry): (delay: MentionDelay) => void {
  const delays = new Histogram({
    name: 'overheard_mention_delay_seconds',
    help: 'How long mentions took, by where: "service" from their date until they were visible, "ours" from then until they were posted. Mentions that waited on purpose do not count.',
    labelNames: ['where'],
    buckets: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 14_400, 86_400],
    registers: [registry],
  })
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

function webhookMeter(registry: Registry): (delivery: { webhook: string; outcome: string }) => void {
  const deliveries = new Counter({
    name: 'overheard_webhook_deliveries_total',
    help: 'Attempts to deliver an event to a webhook, by its host and how they ended: delivered, failed, gone, or dropped after 24 hours.',
    labelNames: ['webhook', 'outcome'],
    registers: [registry],
  })
  return ({ webhook, outcome }) => deliveries.inc({ webhook, outcome })
}

type MeasuredSlack = { post: Post; readHistory: SearchReceipts }

function slackMeter(
  registry: Registry,
  now: () => number,
): <Slack extends MeasuredSlack>(slack: Slack) => Slack {
  const posts = new Histogram({
    name: 'overheard_post_duration_seconds',
    help: 'Posts by what they carry and how they ended.',
    labelNames: ['carries', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const reads = new Counter({
    name: 'overheard_receipt_lookups_total',
    help: 'Searches for receipts in a channel or thread, by how they ended.',
    labelNames: ['ended'],
    registers: [registry],
  })
  return (slack) => ({
    ...slack,
    async post(posting) {
      const began = now()
      const outcome = await slack.post(posting)
      posts.observe({ carries: carriedBy(posting), outcome: outcome.kind }, (now() - began) / 1000)
      return outcome
    },
    async readHistory(place, enough) {
      const result = await slack.readHistory(place, enough)
      reads.inc({ ended: result.kind })
      return result
    },
  })
}

function carriedBy({ receipt, digest }: Parameters<Post>[0]): string {
  if (digest !== undefined) return 'digest'
  return receipt === undefined ? 'notice' : 'mentions'
}

type MetricSources = {
  budget: Pick<RequestBudget, 'left'>
  problems: Pick<ProblemBoard, 'openProblems'>
  polls: { behind(): Promise<Lag[]>; lag(): number }
  registry: { all(): { pause?: unknown }[] }
  freshness: () => (Freshness & { subscription: string })[]
  webhooks: { waiting(): Promise<{ webhook: string; events: number }[]> }
}

/** At most this many subscriptions, those furthest behind, have their own lag in the metrics. */
export const maxNamed = 50

const ofAll = 'With a database, each process shows the value of all processes: aggregate with max().'

function registerGauges(
  metrics: Registry,
  { budget, problems, polls, registry, freshness, webhooks }: MetricSources,
): void {
  const registers = [metrics]
  new Gauge({
    name: 'overheard_webhook_events_waiting',
    help: `Events that wait for delivery, by the host of their webhook. ${ofAll}`,
    labelNames: ['webhook'],
    registers,
    async collect() {
      for (const { webhook, events } of await webhooks.waiting()) this.set({ webhook }, events)
    },
  })
  new Gauge({
    name: 'overheard_subscription_lag_seconds',
    help: `How long a subscription has been due without having read to the end: the ${maxNamed} furthest behind, and the worst of all others as "other". ${ofAll}`,
    labelNames: ['subscription'],
    registers,
    async collect() {
      const behind = await polls.behind()
      this.reset()
      for (const { subscription, ms } of behind.slice(0, maxNamed)) this.set({ subscription }, ms / 1000)
      this.set({ subscription: 'other' }, (behind[maxNamed]?.ms ?? 0) / 1000)
    },
  })
  new Gauge({
    name: 'overheard_lag_seconds',
    help: `How long the longest waiting alert has been due. ${ofAll}`,
    registers,
    collect() {
      this.set(polls.lag() / 1000)
    },
  })
  new Gauge({
    name: 'overheard_subscriptions_behind',
    help: `How many subscriptions are due and have not read to the end. ${ofAll}`,
    registers,
    async collect() {
      this.set((await polls.behind()).length)
    },
  })
  new Gauge({
    name: 'overheard_problems',
    help: 'Open problems; /status says what to do about each.',
    registers,
    collect() {
      this.set(problems.openProblems().length)
    },
  })
  new Gauge({
    name: 'overheard_subscriptions_paused',
    help: `How many subscriptions are paused from Slack, or wait for an answer after a pause. ${ofAll}`,
    registers,
    collect() {
      this.set(registry.all().filter(({ pause }) => pause !== undefined).length)
    },
  })
  registerFreshnessGauges(metrics, freshness)
  registerBudgetGauges(metrics, budget)
}

function registerFreshnessGauges(metrics: Registry, freshness: MetricSources['freshness']): void {
  new Gauge({
    name: 'overheard_subscription_check_interval_seconds',
    help: `The usual time between two checks of a subscription: the ${maxNamed} longest.`,
    labelNames: ['subscription'],
    registers: [metrics],
    collect() {
      this.reset()
      const intervals = freshness().flatMap(({ subscription, checkedEveryMs }) =>
        checkedEveryMs === undefined ? [] : [{ subscription, ms: checkedEveryMs }],
      )
      for (const { subscription, ms } of intervals.sort((a, b) => b.ms - a.ms).slice(0, maxNamed))
        this.set({ subscription }, ms / 1000)
    },
  })
  new Gauge({
    name: 'overheard_subscription_delay_seconds',
    help: `The two delays of the last mentions of a subscription, as in overheard_mention_delay_seconds, as quantiles: the ${maxNamed} subscriptions with the longest delay of ours.`,
    labelNames: ['subscription', 'where', 'quantile'],
    registers: [metrics],
    collect() {
      this.reset()
      for (const { subscription, delays } of slowestFirst(freshness()).slice(0, maxNamed))
        for (const [where, found] of [
          ['ours', delays?.ours],
          ['service', delays?.service],
        ] as const) {
          if (found === undefined) continue
          this.set({ subscription, where, quantile: '0.5' }, found.median / 1000)
          this.set({ subscription, where, quantile: '0.95' }, found.p95 / 1000)
        }
    },
  })
}

function registerBudgetGauges(registry: Registry, budget: MetricSources['budget']): void {
  const gauge = (
    name: string,
    help: string,
    read: (left: Awaited<ReturnType<RequestBudget['left']>>) => number,
  ) =>
    new Gauge({
      name: `overheard_service_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(read(await budget.left()))
      },
    })
  gauge(
    'requests_left',
    'Requests to the mention service that are left within the minute.',
    (left) => left.requests,
  )
  gauge('requests_waiting', 'Requests that wait for the budget.', (left) => left.waiting)
  gauge(
    'pause_seconds',
    'How long the mention service asked us to pause, from now on.',
    (left) => left.pausedForMs / 1000,
  )
}

function storeMeter(registry: Registry, now: () => number): (store: Store) => Store {
  const timed = writeTimer(registry, now)
  const count = decisionCounter(registry)
  return (store) => ({
    ...store,
    ownedCheckpoints(fence) {
      const checkpoints = store.ownedCheckpoints(fence)
      return {
        ...checkpoints,
        save: (key, checkpoint) => timed('bookmark', () => checkpoints.save(key, checkpoint), String),
      }
    },
    collection(name, schema, options) {
      const opened = store.collection(name, schema, options)
      const change: typeof opened.change = (key, next) =>
        timed(
          'record',
          () => opened.change(key, next),
          () => 'kept',
        )
      return collectionFrom({ ...opened, change })
    },
    messages(name, schema) {
      const opened = store.messages(name, schema)
      return {
        ...opened,
        change: (key, next) =>
          timed(
            'record',
            () => opened.change(key, next),
            () => 'kept',
          ),
      }
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

function writeTimer(registry: Registry, now: () => number) {
  const writes = new Histogram({
    name: 'overheard_store_write_duration_seconds',
    help: 'Writes of the store by what was written and how it ended.',
    labelNames: ['what', 'ended'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  return async <T>(what: string, write: () => Promise<T>, ended: (result: T) => string): Promise<T> => {
    const began = now()
    const note = (how: string) => writes.observe({ what, ended: how }, (now() - began) / 1000)
    try {
      const result = await write()
      note(ended(result))
      return result
    } catch (error) {
      note('failed')
      throw error
    }
  }
}

function decisionCounter(registry: Registry): (entry: DecisionRecord) => void {
  const mentions = new Counter({
    name: 'overheard_mentions_total',
    help: 'Mentions by their outcome for a subscription, and the kind of rule that decided.',
    labelNames: ['became', 'reason'],
    registers: [registry],
  })
  const waited = new Counter({
    name: 'overheard_mentions_waited_total',
    help: 'Mentions that had to wait when they were found, by what they waited for: quiet hours, or a post (queued). Each is counted in overheard_mentions_total when it is done, and here once more after a restart.',
    labelNames: ['reason'],
    registers: [registry],
  })
  return (entry) => {
    const reason = familyOf(entry)
    if (entry.outcome === 'waiting') waited.inc({ reason })
    else mentions.inc({ became: entry.outcome, reason })
  }
}

/**
 * Returns the metric label of a decision: the rule without its key (`only` of `only.source`). All error codes of Slack share one label,
 * because each label costs memory.
 */
function familyOf({ outcome, reason }: DecisionRecord): string {
  return outcome === 'rejected' ? 'refused' : (reason.split('.')[0] ?? reason)
}

type PollAlert = typeof pollAlert

function pollMeter(registry: Registry, now: () => number): (run: PollAlert) => PollAlert {
  const seconds = new Histogram({
    name: 'overheard_turn_duration_seconds',
    help: 'How long a poll of one alert took.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120],
    registers: [registry],
  })
  const runs = new Counter({
    name: 'overheard_turn_parts_total',
    help: 'Subscription runs by how they ended: done, left early, or failed.',
    labelNames: ['ended'],
    registers: [registry],
  })
  return (run) =>
    async (...args) => {
      const began = now()
      const results = await run(...args)
      seconds.observe((now() - began) / 1000)
      for (const { error, deferred } of results)
        runs.inc({ ended: error !== undefined ? 'failed' : deferred !== undefined ? 'left' : 'done' })
      return results
    }
}
