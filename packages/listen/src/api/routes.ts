import { timingSafeEqual } from 'node:crypto'
import type { SteadyClock } from '@overheard/base/clock'
import { nameKey } from '@overheard/base/name'
import { isRetired, type StoredAlert } from '../store/alerts.ts'
import type { Store } from '../store/store.ts'
import { writeExact } from './exact-json.ts'
import { answerSeries, answerTotal, seriesTypes, totalTypes } from './insights.ts'
import { answerMentions } from './mention-list.ts'
import {
  type AlertRequest,
  ApiError,
  alertHead,
  limitsOf,
  type Parameters,
  type PlanLimit,
  type Reply,
  replyOf,
} from './protocol.ts'

/** A request without its transport. `path` has no query string. */
export type ServiceRequest = { method: string; path: string; parameters: Parameters; address: string }

export type InterfaceDeps = {
  store: () => Pick<Store, 'alerts' | 'mentions' | 'removals' | 'rollUps'>
  /** UTC ms: the end of default ranges of insights. */
  now: () => number
  /** The clock of the request limits. */
  steady: SteadyClock
  /** The only accepted access token. Without it, any token that is not empty is accepted. */
  token?: string
  limits?: Partial<Limits>
  clientHasRead?: AlertRequest['clientHasRead']
  /** The state of the monthly limit. This service has none, so by default it is never reached. */
  planLimit?: () => PlanLimit
}

/** The handlers of one alert, by the rest of the path. Each returns the JSON of `alert_data`. */
const operations = new Map<string, (request: AlertRequest) => string>([
  ['mentions', answerMentions],
  ...totalTypes.map(
    (type) =>
      [`insights/total/${type}`, (request: AlertRequest) => writeExact(answerTotal(request, type))] as const,
  ),
  ...seriesTypes.map(
    (type) =>
      [
        `insights/time_series/${type}`,
        (request: AlertRequest) => writeExact(answerSeries(request, type)),
      ] as const,
  ),
])

const alertPath = /^\/v1\.0\/alerts\/([^/]+)\/(.+)$/

/**
 * Answers requests of the interface. The order of the checks matters to clients: an unknown method is error 1 even without a token, and a
 * client with a wrong token does not learn which alerts exist.
 */
export function createInterface(deps: InterfaceDeps): (request: ServiceRequest) => Reply {
  const { now, steady, token, clientHasRead = () => undefined } = deps
  const { admitAddress, admitToken } = createAdmission({ ...documentedLimits, ...deps.limits }, token, steady)
  const planLimit = deps.planLimit ?? (() => ({ reached: false }))

  function answer({ method, path, parameters, address }: ServiceRequest): string {
    admitAddress(address)
    const [, alertId = '', rest = ''] = alertPath.exec(path) ?? []
    const operation = operations.get(rest)
    if (method !== 'GET' || !(operation || path === '/v1.0/alerts/list')) throw new ApiError(1)
    admitToken(parameters.access_token)
    const limits = limitsOf(planLimit())
    const store = deps.store()
    if (!operation) return writeExact({ limits, alerts: listed(store.alerts.all()).map(alertHead) })
    const alert = store.alerts.get(alertId)
    if (!alert) throw new ApiError(30)
    return `{"limits":${writeExact(limits)},"alert_data":${operation({ store, alert, parameters, now: now(), clientHasRead })}}`
  }
  return (request) => replyOf(() => answer(request))
}

/** An alert that was taken out of the configuration is left out while another one has its name, because the name would mean both. */
function listed(all: StoredAlert[]): StoredAlert[] {
  const byName = Map.groupBy(all, ({ alert_name }) => nameKey(alert_name))
  return all.filter((alert) => {
    if (!isRetired(alert)) return true
    const sameNamed = byName.get(nameKey(alert.alert_name)) ?? []
    return sameNamed.every(isRetired) && sameNamed.at(-1) === alert
  })
}

/** The request limits of one token and of one IP address. */
export type Limits = { perToken: RateLimit; perAddress: RateLimit }

/** The limits of the public deployment: 300 requests a minute per token, 100 a second per IP address. */
export const documentedLimits: Limits = {
  perToken: { requests: 300, windowMs: 60_000 },
  perAddress: { requests: 100, windowMs: 1000 },
}

/** Checks tokens and request limits. */
function createAdmission(limits: Limits, token: string | undefined, steady: SteadyClock) {
  const tokenLimiter = createRateLimiter(limits.perToken)
  const addressLimiter = createRateLimiter(limits.perAddress)
  return {
    /** Throws ApiError 12. */
    admitAddress(address: string): void {
      if (!addressLimiter(address, steady())) throw new ApiError(12)
    },
    /** Throws ApiError 20 or 11. */
    admitToken(given: string | undefined): void {
      if (!given || (token !== undefined && !isSame(given, token))) throw new ApiError(20)
      if (!tokenLimiter(given, steady())) throw new ApiError(11)
    },
  }
}

/** Takes the same time wherever two tokens differ. */
export function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** At most `requests` within any `windowMs`. */
type RateLimit = { requests: number; windowMs: number }

/** Is a request of this key at `now` (ms of a steady clock) allowed? Refused requests do not count. */
type RateLimiter = (key: string, now: number) => boolean

/** The largest number of keys in memory, so that invented tokens cannot fill it. */
const rememberedKeys = 1000

/** A sliding window for each key. */
function createRateLimiter({ requests, windowMs }: RateLimit): RateLimiter {
  const admitted = new Map<string, number[]>()
  return (key, now) => {
    const recent = (admitted.get(key) ?? []).filter((time) => time > now - windowMs)
    const admits = recent.length < requests
    if (admits) recent.push(now)
    if (admitted.size >= rememberedKeys && !admitted.has(key)) admitted.clear()
    admitted.set(key, recent)
    return admits
  }
}
