import { isSortingRefused } from '../mentions/order.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'

/** The pages of an alert's mentions from `since` (UTC, ms, by their own dates) on. Rejects as the mention service does. */
export type ReadPast = (alert: Id, since: number, signal: AbortSignal) => AsyncIterable<Mention[]>

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
