import { Counter, Histogram, type Registry } from 'prom-client'
import type { pollAlert } from '../turn.ts'

type Turn = typeof pollAlert

/** Counts and times turns, and how each subscription's part of one ended. */
export function pollMeter(registry: Registry, now: () => number): (run: Turn) => Turn {
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
