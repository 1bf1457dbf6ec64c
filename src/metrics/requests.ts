import { Histogram, type Registry } from 'prom-client'
import type { FinishedRequest } from '../mentions/call.ts'

/** Counts and times the requests to the mention service by who asked and how they ended. */
export function requestMeter(registry: Registry): (end: FinishedRequest) => void {
  const requests = new Histogram({
    name: 'overheard_service_request_duration_seconds',
    help: 'Requests to the mention service by who asked and how they ended.',
    labelNames: ['priority', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 45],
    registers: [registry],
  })
  return ({ priority, outcome, ms }) => requests.observe({ priority, outcome }, ms / 1000)
}
