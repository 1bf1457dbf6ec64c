import { collectDefaultMetrics, Registry } from 'prom-client'
import { requestMeter } from './requests.ts'
import { slackMeter } from './slack.ts'
import { type MetricSources, registerGauges } from './standing.ts'
import { storeMeter } from './store.ts'
import { pollMeter } from './turns.ts'

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
