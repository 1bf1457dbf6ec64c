import { subscriptionsOf } from '../channel-subscriptions.ts'
import { type Handled, type Handling, pressesOf, progressOf, responseTo } from '../insights/handling.ts'
import { momentsOf } from '../insights/range.ts'
import type { Id } from '../model/id.ts'
import type { DateRange } from '../model/insight.ts'
import type { VerdictEntry } from '../model/verdict.ts'
import type { ComposeDeps } from './ports.ts'

/** What people made of the negative mentions that were posted to a channel; `of` tells it mention by mention for one alert. */
export type HandledMentions = { handled?: Handled; of(alert: Id): ReadonlyMap<Id, Handling> }

const unknown: HandledMentions = { of: () => new Map() }

/** Looks at what was posted within UTC dates. Nothing is told where nobody has touched a card yet. Never rejects. */
export async function handledIn(
  deps: ComposeDeps,
  channel: string,
  range: DateRange,
): Promise<HandledMentions> {
  try {
    const records = (await deps.cards?.()) ?? []
    if (records.length === 0) return unknown
    const subscriptions = await subscriptionsOf(deps.channels, deps.subscriptions(), { channel })
    const names = new Set(subscriptions.map(({ name }) => name))
    const { from, to } = momentsOf(range)
    const posted: VerdictEntry[] = []
    for await (const entry of deps.verdicts.entries(from)) {
      const isOurs = names.has(entry.subscription) && entry.at <= to
      if (isOurs && entry.sentiment === 'negative') posted.push(entry)
    }
    const presses = pressesOf(records)
    const byAlert = Map.groupBy(posted, ({ alert }) => alert)
    return {
      handled: responseTo(posted, presses),
      of: (alert) => progressOf(byAlert.get(alert) ?? [], presses, deps.now()),
    }
  } catch {
    return unknown
  }
}
