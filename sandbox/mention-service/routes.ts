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

/** A request without its transport. `path` as it stands in the URL, without the query string. */
export type ServiceRequest = { method: string; path: string; parameters: Parameters; address: string }

type ServiceOptions = {
  mentionStore: MentionStore
  deployment: Deployment
  /** UTC ms. */
  now: () => number
  /** Throws Refusal 12 where this address asks too often. */
  admitAddress: (address: string) => void
  /** Throws Refusal 20 where the token is missing or wrong, 11 where it is used too often. */
  admitToken: (token: string | undefined) => void
}

/** What can be asked about one alert, by the rest of the path. */
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
 * The answer to every request, as the body of a success; everything else is thrown as Refusal. The order matters to
 * clients: an unknown method is one for everybody, and a wrong token learns nothing about which alerts there are.
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

/** How much one token, and one IP address, may ask. */
export type Limits = { perToken: RateLimit; perAddress: RateLimit }

/** What the public deployment documents: 300 requests a minute per token, 100 a second per IP address. */
export const documentedLimits: Limits = {
  perToken: { requests: 300, windowMs: 60_000 },
  perAddress: { requests: 100, windowMs: 1000 },
}

/** Who may ask, and how often. Without a `token` any token that is not empty is good. `now` in UTC ms. */
export function createAdmission(limits: Limits, token: string | undefined, now: () => number) {
  const tokenLimiter = createRateLimiter(limits.perToken)
  const addressLimiter = createRateLimiter(limits.perAddress)
  return {
    /** Throws Refusal 12. */
    admitAddress(address: string): void {
      if (!addressLimiter(address, now())) throw new ApiError(12)
    },
    /** Throws Refusal 20 or 11. */
    admitToken(given: string | undefined): void {
      if (!given || (token !== undefined && given !== token)) throw new ApiError(20)
      if (!tokenLimiter(given, now())) throw new ApiError(11)
    },
  }
}

/** At most `requests` within any `windowMs`. */
type RateLimit = { requests: number; windowMs: number }

/** What one key may ask: whether a request at `now` (ms) is admitted. Refused ones do not count. */
type RateLimiter = (key: string, now: number) => boolean

/** Keys that are remembered at most, so that a stranger's invented keys cannot fill the memory. */
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
