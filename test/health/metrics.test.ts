import perfHooks from 'node:perf_hooks'
import { seenPosts } from '@overheard/post-once/post'
import { describe, expect, it, vi } from 'vitest'
import { createMetrics, maxNamed } from '../../src/health/metrics.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import { createDamageLog } from '../../src/store/damage.ts'
import type { Store } from '../../src/store/store.ts'

const sources = {
  version: '1.2.3',
  budget: { left: async () => ({ requests: 250, pausedForMs: 1500, waiting: 3 }) },
  problems: { openProblems: () => [] },
  registry: { all: () => [{}, { pause: {} }, { pause: {} }] },
  freshness: () => [],
  polls: { behind: async () => [], lag: () => 0 },
  reasonNotReady: async () => undefined,
  planForecast: async () => undefined,
  planLimitReached: async () => false,
}

async function lines(page: Promise<{ text: string }>, name: string): Promise<string[]> {
  return (await page).text.split('\n').filter((line) => line.startsWith(name))
}

/** A store of which only the decision log is used. */
function storeThat(record: (entries: DecisionRecord[]) => void): Store {
  const unused = async () => {
    throw new Error('not used here')
  }
  return {
    checkpoints: { load: unused, async *all() {} },
    leading: {
      checkpoints: () => {
        throw new Error('not used here')
      },
      collection: () => {
        throw new Error('not used here')
      },
      messages: () => {
        throw new Error('not used here')
      },
    },
    collection: () => {
      throw new Error('not used here')
    },
    messages: () => {
      throw new Error('not used here')
    },
    decisions: {
      record,
      async *entries() {},
      of: unused,
      latest: unused,
      prune: unused,
      close: async () => undefined,
    },
    damage: createDamageLog(),
    setAside: { list: unused, prune: unused },
    close: async () => undefined,
  }
}

it('the lag metric names the 50 subscriptions that are furthest behind, and shows the largest lag of all others as "other"', async () => {
  const metrics = createMetrics(() => 0)
  const behind = Array.from({ length: maxNamed + 30 }, (_, index) => ({
    subscription: `acme-${index}`,
    ms: 1_000_000 - index * 1000,
  }))
  metrics.observe({
    ...sources,
    polls: { behind: async () => behind, lag: () => 0 },
  })
  const found = await lines(metrics.page(), 'overheard_subscription_lag_seconds{')
  expect(found).toHaveLength(maxNamed + 1)
  expect(found).toContain('overheard_subscription_lag_seconds{subscription="acme-0"} 1000')
  expect(found).toContain('overheard_subscription_lag_seconds{subscription="other"} 950')
  expect(await lines(metrics.page(), 'overheard_subscriptions_behind ')).toEqual([
    'overheard_subscriptions_behind 80',
  ])
})

it('the metrics show counters and gauges that features add, and leave out what cannot be read', async () => {
  const metrics = createMetrics(() => 0)
  const count = metrics.counter('tries_total', 'Tries by end.', ['end'])
  metrics.gauge('waiting', 'What waits.', async () => [{ of: 'a', value: 3 }], ['of'])
  metrics.gauge('away', 'What cannot be read.', () => Promise.reject(new Error('away')), ['of'])
  count({ end: 'good' })
  count({ end: 'good' })
  expect(await lines(metrics.page(), 'overheard_tries_total')).toEqual([
    'overheard_tries_total{end="good"} 2',
  ])
  expect(await lines(metrics.page(), 'overheard_waiting')).toEqual(['overheard_waiting{of="a"} 3'])
  expect(await lines(metrics.page(), 'overheard_away')).toEqual([])
})

it('the metrics count the paused subscriptions', async () => {
  const metrics = createMetrics(() => 0)
  metrics.observe(sources)
  expect(await lines(metrics.page(), 'overheard_subscriptions_paused ')).toEqual([
    'overheard_subscriptions_paused 2',
  ])
})

it('the metrics show how many requests to the mention service are left and waiting, and how long requests pause', async () => {
  const metrics = createMetrics(() => 0)
  metrics.observe(sources)
  expect(await lines(metrics.page(), 'overheard_service_')).toEqual([
    'overheard_service_requests_left 250',
    'overheard_service_requests_waiting 3',
    'overheard_service_pause_seconds 1.5',
  ])
})

it('the metrics show how often each subscription is polled, and the delays of mentions by the mention service and by Overheard', async () => {
  const metrics = createMetrics(() => 0)
  const delays = {
    mentions: 3,
    ours: { median: 4000, p95: 7000 },
    service: { median: 180_000, p95: 600_000 },
  }
  const freshness = () => [{ subscription: 'acme', checkedEveryMs: 6000, delays }, { subscription: 'new' }]
  metrics.observe({ ...sources, freshness })
  const found = [{ ours: 4000, service: 180_000 }, { ours: 2000 }]
  metrics.seen({
    kind: 'polled',
    alert: '7',
    startedAt: 0,
    results: [{ subscription: 'acme', delays: found }],
  })
  expect(await lines(metrics.page(), 'overheard_mention_delay_seconds_sum')).toEqual([
    'overheard_mention_delay_seconds_sum{where="ours"} 6',
    'overheard_mention_delay_seconds_sum{where="service"} 180',
  ])
  expect(await lines(metrics.page(), 'overheard_subscription_delay_seconds{')).toEqual([
    'overheard_subscription_delay_seconds{subscription="acme",where="ours",percentile="50"} 4',
    'overheard_subscription_delay_seconds{subscription="acme",where="ours",percentile="95"} 7',
    'overheard_subscription_delay_seconds{subscription="acme",where="service",percentile="50"} 180',
    'overheard_subscription_delay_seconds{subscription="acme",where="service",percentile="95"} 600',
  ])
  expect(await lines(metrics.page(), 'overheard_subscription_check_interval_seconds{')).toEqual([
    'overheard_subscription_check_interval_seconds{subscription="acme"} 6',
  ])
})

it('the metric of post durations has labels for the kind of message and the outcome', async () => {
  let time = 0
  const metrics = createMetrics(() => time)
  const answer = async () => {
    time += 200
    return { kind: 'unknown' as const, reason: 'HTTP 500' }
  }
  const receipt = { subscription: 'acme', alert: '1', through: '0', ids: ['1'] }
  const post = seenPosts(answer, () => time, metrics.posted)
  await post({ channel: 'C1', content: { text: '', blocks: [] }, receipt })
  const [sum] = await lines(metrics.page(), 'overheard_post_duration_seconds_sum')
  expect(sum).toBe('overheard_post_duration_seconds_sum{carries="mentions",outcome="unknown"} 0.2')
})

it('two bots in one process have separate request metrics', async () => {
  const [one, other] = [createMetrics(() => 0), createMetrics(() => 0)]
  one.request({ priority: 'poll', outcome: 'answered', ms: 40 })
  expect(await lines(one.page(), 'overheard_service_request_duration_seconds_count')).toHaveLength(1)
  expect(await lines(other.page(), 'overheard_service_request_duration_seconds_count')).toHaveLength(0)
})

it('the metrics count waiting mentions separately from final decisions', async () => {
  const metrics = createMetrics(() => 0)
  const recorded: DecisionRecord[] = []
  const store = metrics.store(storeThat((entries) => void recorded.push(...entries)))
  const about = { at: 0, subscription: 'acme', alert: '7', url: '' }
  store.decisions.record([
    { ...about, id: '1', outcome: 'waiting', reason: 'quiet', detail: '2026-11-21T07:00:00.000Z' },
    { ...about, id: '2', outcome: 'waiting', reason: 'queued', detail: 'is_archived' },
    { ...about, id: '1', outcome: 'posted', reason: 'passed' },
  ])
  expect(recorded).toHaveLength(3)
  expect(await lines(metrics.page(), 'overheard_mentions_')).toEqual([
    'overheard_mentions_total{outcome="rejected",reason="refused"} 0',
    'overheard_mentions_total{outcome="posted",reason="passed"} 1',
    'overheard_mentions_waited_total{reason="quiet"} 1',
    'overheard_mentions_waited_total{reason="queued"} 1',
  ])
})

it('the metrics show the open problems by kind, code and subscription, and count those that share all three', async () => {
  const metrics = createMetrics(() => 0)
  const problem = { what: '', whatToDo: '', since: 0 }
  const openProblems = () => [
    { ...problem, key: 'channel C1', code: 'is_archived', subscription: 'acme' },
    { ...problem, key: 'webhook hooks.example', code: 'webhook_failing' },
    { ...problem, key: 'webhook crm.example', code: 'webhook_failing' },
  ]
  metrics.observe({ ...sources, problems: { openProblems } })
  expect(await lines(metrics.page(), 'overheard_open_problems{')).toEqual([
    'overheard_open_problems{kind="channel",code="is_archived",subscription="acme"} 1',
    'overheard_open_problems{kind="webhook",code="webhook_failing",subscription=""} 2',
  ])
})

it('the metrics show how much of the plan is used, and when it runs out if it does not last for the month', async () => {
  const metrics = createMetrics(() => 0)
  let runsOutAt: number | undefined = 5_000_000
  metrics.observe({
    ...sources,
    planForecast: async () => ({ used: 90, share: 0.9, perDay: 5, runsOutAt }),
    planLimitReached: async () => true,
  })
  expect(await lines(metrics.page(), 'overheard_plan_')).toEqual([
    'overheard_plan_limit_reached 1',
    'overheard_plan_used_ratio 0.9',
    'overheard_plan_runs_out_timestamp_seconds 5000',
  ])
  runsOutAt = undefined
  expect(await lines(metrics.page(), 'overheard_plan_runs_out')).toEqual([])
})

it('while the store does not answer, the page of metrics leaves out what it cannot read and shows the rest', async () => {
  const metrics = createMetrics(() => 0)
  const away = async () => {
    throw new Error('the database is away')
  }
  metrics.observe({
    ...sources,
    reasonNotReady: async () => 'away',
    planLimitReached: away,
  })
  expect(await lines(metrics.page(), 'overheard_ready')).toEqual(['overheard_ready 0'])
  expect(await lines(metrics.page(), 'overheard_plan_limit_reached')).toEqual([])
  expect(await lines(metrics.page(), 'overheard_service_requests_left')).toHaveLength(1)
})

const card = { subscription: 'acme', alert: '7', channel: 'C1', ts: '1.000001' }
const spike = { ...card, startedAt: 0, announcedAt: 0, signs: [] }

it('the metrics count the posted mentions of each subscription, and each spike', async () => {
  const metrics = createMetrics(() => 0)
  const store = metrics.store(storeThat(() => undefined))
  const about = { at: 0, alert: '7', url: '', reason: 'passed' }
  store.decisions.record([
    { ...about, id: '1', subscription: 'acme', outcome: 'posted' },
    { ...about, id: '2', subscription: 'acme', outcome: 'burst' },
    { ...about, id: '3', subscription: 'acme', outcome: 'skipped' },
    { ...about, id: '1', subscription: 'rival', outcome: 'posted' },
  ])
  expect(await lines(metrics.page(), 'overheard_subscription_posted_mentions_total{')).toEqual([
    'overheard_subscription_posted_mentions_total{subscription="acme"} 2',
    'overheard_subscription_posted_mentions_total{subscription="rival"} 1',
  ])
  metrics.seen({ kind: 'spikeStarted', spike })
  expect(await lines(metrics.page(), 'overheard_spikes_total')).toEqual(['overheard_spikes_total 1'])
})

it('the version of Overheard and of Node are labels of a metric', async () => {
  const metrics = createMetrics(() => 0)
  metrics.observe(sources)
  expect(await lines(metrics.page(), 'overheard_build_info')).toEqual([
    `overheard_build_info{version="1.2.3",node="${process.versions.node}"} 1`,
  ])
})

describe('a scraper that prefers OpenMetrics', () => {
  const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3'

  async function pages() {
    const metrics = createMetrics(() => 0)
    metrics.observe(sources)
    const count = metrics.counter('webhook_deliveries_total', 'Deliveries.', ['webhook', 'outcome'])
    count({ webhook: 'hooks.example', outcome: 'delivered' })
    return { open: await metrics.page(accept), text: await metrics.page('text/plain'), metrics }
  }

  it('gets it, with the same numbers under the same names', async () => {
    const { open, text } = await pages()
    expect(open.contentType).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    expect(text.contentType).toBe('text/plain; version=0.0.4; charset=utf-8')
    const samples = (page: string) =>
      page
        .split('\n')
        .filter((line) => /^overheard_/.test(line))
        .toSorted()
    expect(samples(open.text)).toEqual(samples(text.text))
    expect(open.text).toContain('# TYPE overheard_webhook_deliveries counter\n')
    expect(open.text.endsWith('\n# EOF\n')).toBe(true)
  })

  it('does not change the names that other scrapers get afterwards', async () => {
    const { text, metrics } = await pages()
    const names = (page: string) => page.split('\n').filter((line) => line.startsWith('# TYPE overheard_'))
    expect(names((await metrics.page()).text)).toEqual(names(text.text))
    expect(text.text).toContain('# TYPE overheard_webhook_deliveries_total counter\n')
  })
})

it('measures the delay of the event loop, which wakes the process up, only after somebody read the metrics', async () => {
  const measure = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  const metrics = createMetrics(() => 0)
  expect(measure).not.toHaveBeenCalled()
  for (let reading = 1; reading <= 2; reading++)
    expect(await lines(metrics.page(), 'nodejs_eventloop_lag_p99_seconds')).toHaveLength(1)
  expect(measure).toHaveBeenCalledOnce()
})
