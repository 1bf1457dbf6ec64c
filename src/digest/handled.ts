import { findSubscriptionsOfChannel } from '../channel-subscriptions.ts'
import {
  indexCardRecords,
  measureResponses,
  type ResponseState,
  type ResponseStats,
  responseStates,
} from '../insights/handling.ts'
import { timestampsOf } from '../insights/range.ts'
import type { Id } from '../model/id.ts'
import type { DateRange } from '../model/insight.ts'
import type { DecisionRecord } from '../model/verdict.ts'
import type { ComposeDeps } from './ports.ts'

/** What people made of the negative mentions that were posted to a channel; `of` tells it mention by mention for one alert. */
export type DigestResponses = { handled?: ResponseStats; of(alert: Id): ReadonlyMap<Id, ResponseState> }

const unknownResponses: DigestResponses = { of: () => new Map() }

/** Looks at what was posted within UTC dates. Nothing is told where nobody has touched a card yet. Never rejects. */
export async function loadResponses(
  deps: ComposeDeps,
  channel: string,
  range: DateRange,
): Promise<DigestResponses> {
  try {
    const records = (await deps.cards?.()) ?? []
    if (records.length === 0) return unknownResponses
    const subscriptions = await findSubscriptionsOfChannel(deps.channels, deps.subscriptions(), { channel })
    const names = new Set(subscriptions.map(({ name }) => name))
    const { from, to } = timestampsOf(range)
    const posted: DecisionRecord[] = []
    for await (const entry of deps.decisions.entries(from)) {
      const isOurs = names.has(entry.subscription) && entry.at <= to
      if (isOurs && entry.sentiment === 'negative') posted.push(entry)
    }
    const presses = indexCardRecords(records)
    const byAlert = Map.groupBy(posted, ({ alert }) => alert)
    return {
      handled: measureResponses(posted, presses),
      of: (alert) => responseStates(byAlert.get(alert) ?? [], presses, deps.now()),
    }
  } catch {
    return unknownResponses
  }
}
