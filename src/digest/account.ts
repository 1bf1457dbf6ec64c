import type { StatsValue } from '../insights/needs.ts'
import type { DeliveryReport } from '../model/accounting.ts'
import type { DateRange } from '../model/insight.ts'
import { countOutcomes } from './accounting.ts'
import { loadFoundMentions } from './found.ts'
import type { ComposeDeps } from './ports.ts'

/** What became until now of what was found for a channel's subscriptions within UTC dates; nothing where it has none. Never rejects. */
export async function reportDeliveries(
  deps: ComposeDeps,
  channel: string,
  range: DateRange,
): Promise<StatsValue<DeliveryReport> | undefined> {
  try {
    const found = await loadFoundMentions(deps, channel, range)
    return found && { kind: 'known', value: countOutcomes(found) }
  } catch {
    return { kind: 'missing', reason: 'what was kept of it cannot be read' }
  }
}
