import type { Answer } from '../insights/needs.ts'
import type { Accounting } from '../model/accounting.ts'
import type { DateRange } from '../model/insight.ts'
import { accountFor } from './accounting.ts'
import { foundFor } from './found.ts'
import type { ComposeDeps } from './ports.ts'

/** What became until now of what was found for a channel's subscriptions within UTC dates; nothing where it has none. Never rejects. */
export async function accountOf(
  deps: ComposeDeps,
  channel: string,
  range: DateRange,
): Promise<Answer<Accounting> | undefined> {
  try {
    const found = await foundFor(deps, channel, range)
    return found && { kind: 'known', value: accountFor(found) }
  } catch {
    return { kind: 'missing', reason: 'what was kept of it cannot be read' }
  }
}
