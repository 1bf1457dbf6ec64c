import { randomInt } from 'node:crypto'
import { createAllowance } from '../mentions/allowance.ts'
import { createBudget } from '../mentions/budget.ts'
import { createMentionService } from '../mentions/service.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'

type Access = { MENTIONS_API_URL: string; MENTIONS_API_TOKEN: string }

/** The client of the mention service with its request budget. */
export function connectMentionService(access: Access, { now, sleep }: Runtime, log: Pick<Log, 'warn'>) {
  const budget = createBudget({ allowance: createAllowance(now), sleep })
  const service = createMentionService({
    baseUrl: access.MENTIONS_API_URL,
    token: access.MENTIONS_API_TOKEN,
    now,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    sleep,
    log,
    budget,
  })
  return { service, budget }
}
