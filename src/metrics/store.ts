import { Counter, Histogram, type Registry } from 'prom-client'
import type { DecisionRecord } from '../model/verdict.ts'
import type { Store } from '../store/open-store.ts'

/** Times the writes of the store, and counts mentions by what became of them: the verdict log passes all of them. */
export function storeMeter(registry: Registry, now: () => number): (store: Store) => Store {
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
