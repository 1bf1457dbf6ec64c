import { seriesTypes, totalTypes } from '../../src/model/insight.ts'
import { answerSeries, answerTotal } from './insights.ts'
import { answerMentions } from './mention-list.ts'
import {
  type AlertRequest,
  ApiError,
  alertHead,
  type Deployment,
  limitsOf,
  type Parameters,
} from './protocol.ts'
import type { MentionStore } from './store.ts'

/** A request without its transport. `path` has no query string. */
export type ServiceRequest = { method: string; path: string; parameters: Parameters; address: string }

type ServiceOptions = {
  mentionStore: MentionStore
  deployment: Deployment
  /** UTC ms. */
  now: () => number
  /** Throws ApiError 12 if this address sends too many requests. */
  admitAddress: (address: string) => void
  /** Throws ApiError 20 for a missing or wrong token, 11 if the token is used too often. */
  admitToken: (token: string | undefined) => void
}

/** The handlers of one alert, by the rest of the path. */
const operations = new Map<string, (request: AlertRequest) => object>([
  ['mentions', answerMentions],
  ...totalTypes.map(
    (type) => [`insights/total/${type}`, (request: AlertRequest) => answerTotal(request, type)] as const,
  ),
  ...seriesTypes.map(
    (type) =>
      [`insights/time_series/${type}`, (request: AlertRequest) => answerSeries(request, type)] as const,
  ),
])

const alertPath = /^\/v1\.0\/alerts\/([^/]+)\/(.+)$/

/**
 * Returns the body of a successful answer, or throws ApiError. The order of the checks matters to clients: an unknown
 * method is error 1 even without a token, and a client with a wrong token does not learn which alerts exist.
 */
export function createRouter(options: ServiceOptions): (request: ServiceRequest) => object {
  const { mentionStore, deployment, now } = options
  return ({ method, path, parameters, address }) => {
    options.admitAddress(address)
    const [, alertId = '', rest = ''] = alertPath.exec(path) ?? []
    const operation = operations.get(rest)
    if (method !== 'GET' || !(operation || path === '/v1.0/alerts/list')) throw new ApiError(1)
    options.admitToken(parameters.access_token)
    const limits = limitsOf(mentionStore.limit())
    if (!operation) return { limits, alerts: mentionStore.alerts().map(alertHead) }
    const alert = mentionStore.alert(alertId)
    if (!alert) throw new ApiError(30)
    return { limits, alert_data: operation({ mentionStore, alert, parameters, deployment, now: now() }) }
  }
}

/** The request limits of one token and of one IP address. */
export type Limits = { perToken: RateLimit; perAddress: RateLimit }

/** The limits of the public deployment: 300 requests a minute per token, 100 a second per IP address. */
export const documentedLimits: Limits = {
  perToken: { requests: 300, windowMs: 60_000 },
  perAddress: { requests: 100, windowMs: 1000 },
}

/**
 * Checks tokens and request limits. Without `token`, any token that is not empty is accepted. `now` returns UTC ms.
 */
export function createAdmission(limits: Limits, token: string | undefined, now: () => number) {
  const tokenLimiter = createRateLimiter(limits.perToken)
  const addressLimiter = createRateLimiter(limits.perAddress)
  return {
    /** Throws ApiError 12. */
    admitAddress(address: string): void {
      if (!addressLimiter(address, now())) throw new ApiError(12)
    },
    /** Throws ApiError 20 or 11. */
    admitToken(given: string | undefined): void {
      if (!given || (token !== undefined && given !== token)) throw new ApiError(20)
      if (!tokenLimiter(given, now())) throw new ApiError(11)
    },
  }
}

/** At most `requests` within any `windowMs`. */
type RateLimit = { requests: number; windowMs: number }

/** Is a request of this key at `now` (ms) allowed? Refused requests do not count. */
type RateLimiter = (key: string, now: number) => boolean

/** The greatest number of keys in memory, so that invented tokens cannot fill it. */
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
