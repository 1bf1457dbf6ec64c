import { randomInt } from 'node:crypto'
import type { Log } from '../cli/log.ts'
import type { Runtime } from '../cli/runtime.ts'
import { createMentionService } from '../mention-api/mention-service-client.ts'
import type { FinishedRequest } from '../mention-api/request.ts'
import {
  createRequestBudget,
  createRequestRateLimiter,
  type RequestRateLimiter,
} from '../mention-api/request-budget.ts'

type Access = { MENTIONS_API_URL: string; MENTIONS_API_TOKEN: string }

/** `observe` is told how each request ended; `allowance` may be shared with other processes. */
type Besides = { observe?: (end: FinishedRequest) => void; allowance?: RequestRateLimiter }

/** The client of the mention service with its request budget. */
export function connectMentionService(
  access: Access,
  { now, sleep }: Runtime,
  log: Pick<Log, 'warn'>,
  { observe = () => undefined, allowance = createRequestRateLimiter(now) }: Besides = {},
) {
  const budget = createRequestBudget({ allowance, sleep })
  const service = createMentionService({
    baseUrl: access.MENTIONS_API_URL,
    token: access.MENTIONS_API_TOKEN,
    now,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    sleep,
    log,
    budget,
    observe,
  })
  return { service, budget }
}
