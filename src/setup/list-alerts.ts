import { createRequestRateLimiter } from '../mentions/allowance.ts'
import { createRequestBudget } from '../mentions/budget.ts'
import { MentionServiceError } from '../mentions/error.ts'
import type { Now, Sleep } from '../mentions/ports.ts'
import { createMentionService } from '../mentions/service.ts'
import type { ListAlerts } from './mention-service-step.ts'

/** Lists alerts with a client made for one question: address and token may be others at the next. `random` in [0, 1). */
export function createListAlerts(deps: { now: Now; sleep: Sleep; random: () => number }): ListAlerts {
  return async (baseUrl, token, signal) => {
    const budget = createRequestBudget({ allowance: createRequestRateLimiter(deps.now), sleep: deps.sleep })
    const service = createMentionService({ ...deps, baseUrl, token, budget, log: { warn: () => undefined } })
    try {
      const { alerts } = await service.listAlerts({ priority: 'command', signal })
      return { kind: 'listed', alerts }
    } catch (error) {
      if (error instanceof MentionServiceError) return { kind: 'refused', error }
      throw error
    } finally {
      await service.close()
    }
  }
}
