import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FinishedRequest } from '../mention-api/request.ts'
import type { RequestBudget } from '../mention-api/request-budget.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { pollAlert } from '../polling/poll.ts'
import type { Lag } from '../polling/poll-scheduler.ts'
import type { ReadHistory } from '../slack/history.ts'
import type { Post } from '../slack/post.ts'
import type { Store } from '../store/file/open-folder.ts'

/** What the process tells Prometheus. Each meter takes a part of the bot and gives back the same part, measured. */
type Metrics = {
  turn: ReturnType<typeof pollMeter>
  slack: ReturnType<typeof slackMeter>
  store: ReturnType<typeof storeMeter>
  request: ReturnType<typeof requestMeter>
  /** Shows what is read at the time of asking. */
  show(standing: MetricSources): void
  /** The page of `/metrics`. Rejects where something that is to be shown cannot be read. */
  page(): Promise<{ contentType: string; text: string }>
  stop(): void
}

/** Makes the meters, with a registry of their own: two bots in one process do not count each other's posts. `now`: ms. */
export function createMetrics(now: () => number): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    turn: pollMeter(registry, now),
    slack: slackMeter(registry, now),
    store: storeMeter(registry, now),
    request: requestMeter(registry),
    show: (standing) => registerGauges(registry, standing),
    page: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    stop: () => registry.clear(),
  }
}

/** Counts and times the requests to the mention service by who asked and how they ended. */
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

/** What is measured of our way to Slack. */
type ToSlack = { post: Post; readHistory: ReadHistory }

/** Counts and times posts by their outcome, and counts look-ups of receipts. */
function slackMeter(registry: Registry, now: () => number): <Slack extends ToSlack>(slack: Slack) => Slack {
  const posts = new Histogram({
    name: 'overheard_post_duration_seconds',
    help: 'Posts by what they carry and how they ended.',
    labelNames: ['carries', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const reads = new Counter({
    name: 'overheard_receipt_lookups_total',
    help: 'Looks into a channel or thread for receipts, by how they ended.',
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

/** What is read at the moment somebody asks for the metrics. */
type MetricSources = {
  budget: Pick<RequestBudget, 'left'>
  troubles: Pick<ProblemBoard, 'standing'>
  watching: { behind(): Promise<Lag[]>; lag(): number }
}

/** As many subscriptions have a line of their own: the ones furthest behind. A thousand lines would cost more than they tell. */
export const mostNamed = 50

/** Said of every lag: on a database each process tells the same one, so adding them up would tell it too often. */
const ofAll =
  'On a database it is that of all processes together, told by each of them: aggregate with max().'

/** Shows lag, budget and troubles as they stand. */
function registerGauges(registry: Registry, { budget, troubles: problems, watching }: MetricSources): void {
  const registers = [registry]
  new Gauge({
    name: 'overheard_subscription_lag_seconds',
    help: `How long ago a subscription became due without having read to the end since: the ${mostNamed} furthest behind, the worst of all others as "other". ${ofAll}`,
    labelNames: ['subscription'],
    registers,
    async collect() {
      const behind = await watching.behind()
      this.reset()
      for (const { subscription, ms } of behind.slice(0, mostNamed)) this.set({ subscription }, ms / 1000)
      this.set({ subscription: 'other' }, (behind[mostNamed]?.ms ?? 0) / 1000)
    },
  })
  new Gauge({
    name: 'overheard_lag_seconds',
    help: `How long the longest waiting alert has been due. ${ofAll}`,
    registers,
    collect() {
      this.set(watching.lag() / 1000)
    },
  })
  new Gauge({
    name: 'overheard_subscriptions_behind',
    help: `How many subscriptions are due and have not read to the end since. ${ofAll}`,
    registers,
    async collect() {
      this.set((await watching.behind()).length)
    },
  })
  new Gauge({
    name: 'overheard_troubles',
    help: 'Troubles that stand; /readyz tells what to do about them.',
    registers,
    collect() {
      this.set(problems.standing().length)
    },
  })
  showBudget(registry, budget)
}

function showBudget(registry: Registry, budget: MetricSources['budget']): void {
  const of = (
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
  of(
    'requests_left',
    'Requests to the mention service that are left within the minute.',
    (left) => left.requests,
  )
  of('requests_waiting', 'Requests that wait for the budget.', (left) => left.waiting)
  of(
    'pause_seconds',
    'How long the mention service asked to be left alone, from now on.',
    (left) => left.pausedForMs / 1000,
  )
}

/** Times the writes of the store, and counts mentions by what became of them: the verdict log passes all of them. */
function storeMeter(registry: Registry, now: () => number): (store: Store) => Store {
  const timed = writeTimer(registry, now)
  const count = verdictCounter(registry)
  return (store) => ({
    ...store,
    async takeOver(alert) {
      const checkpoints = await store.takeOver(alert)
      return {
        ...checkpoints,
        save: (key, checkpoint) => timed('bookmark', () => checkpoints.save(key, checkpoint), String),
      }
    },
    records: {
      ...store.records,
      change: (kind, key, next) =>
        timed(
          'record',
          () => store.records.change(kind, key, next),
          () => 'kept',
        ),
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

/** Makes what times a write; `ended` says how it ended where it did not fail. */
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

/** Makes what counts the entries of the verdict log, those that wait apart from those that are settled. */
function verdictCounter(registry: Registry): (entry: DecisionRecord) => void {
  const mentions = new Counter({
    name: 'overheard_mentions_total',
    help: 'Mentions by what became of them for a subscription, and the kind of rule that decided.',
    labelNames: ['became', 'reason'],
    registers: [registry],
  })
  const waited = new Counter({
    name: 'overheard_mentions_waited_total',
    help: 'Mentions that could not be settled when they were found, by what they waited for: quiet hours, or to be posted (queued). Each is counted again in overheard_mentions_total when it is settled, and once more here after a restart.',
    labelNames: ['reason'],
    registers: [registry],
  })
  return (entry) => {
    const reason = familyOf(entry)
    if (entry.outcome === 'waiting') waited.inc({ reason })
    else mentions.inc({ became: entry.outcome, reason })
  }
}

/** The rule without its key (`only` of `only.source`); Slack's many words for a refusal are one family. */
function familyOf({ outcome, reason }: DecisionRecord): string {
  return outcome === 'rejected' ? 'refused' : (reason.split('.')[0] ?? reason)
}

type Turn = typeof pollAlert

/** Counts and times turns, and how each subscription's part of one ended. */
function pollMeter(registry: Registry, now: () => number): (run: Turn) => Turn {
  const seconds = new Histogram({
    name: 'overheard_turn_duration_seconds',
    help: 'How long a turn of one alert took.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120],
    registers: [registry],
  })
  const parts = new Counter({
    name: 'overheard_turn_parts_total',
    help: 'Subscriptions by how their part of a turn ended: done, left early, or failed.',
    labelNames: ['ended'],
    registers: [registry],
  })
  return (run) =>
    async (...args) => {
      const began = now()
      const ended = await run(...args)
      seconds.observe((now() - began) / 1000)
      for (const { error, deferred: left } of ended)
        parts.inc({ ended: error !== undefined ? 'failed' : left !== undefined ? 'left' : 'done' })
      return ended
    }
}
