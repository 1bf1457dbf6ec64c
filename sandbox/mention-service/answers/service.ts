import { seriesTypes, totalTypes } from '../../../src/model/insight.ts'
import type { Archive } from '../archive/archive.ts'
import type { AlertRequest } from './alert-request.ts'
import type { Deployment } from './deployment.ts'
import { alertHead, limitsOf } from './envelope.ts'
import { seriesAnswer, totalAnswer } from './insights.ts'
import { mentionsAnswer } from './mentions.ts'
import type { Parameters } from './parameters.ts'
import { Refusal } from './refusal.ts'

/** A request without its transport. `path` as it stands in the URL, without the query string. */
export type ServiceRequest = { method: string; path: string; parameters: Parameters; address: string }

type ServiceOptions = {
  archive: Archive
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
  ['mentions', mentionsAnswer],
  ...totalTypes.map(
    (type) => [`insights/total/${type}`, (request: AlertRequest) => totalAnswer(request, type)] as const,
  ),
  ...seriesTypes.map(
    (type) =>
      [`insights/time_series/${type}`, (request: AlertRequest) => seriesAnswer(request, type)] as const,
  ),
])

const alertPath = /^\/v1\.0\/alerts\/([^/]+)\/(.+)$/

/**
 * The answer to every request, as the body of a success; everything else is thrown as Refusal. The order matters to
 * clients: an unknown method is one for everybody, and a wrong token learns nothing about which alerts there are.
 */
export function createService(options: ServiceOptions): (request: ServiceRequest) => object {
  const { archive, deployment, now } = options
  return ({ method, path, parameters, address }) => {
    options.admitAddress(address)
    const [, alertId = '', rest = ''] = alertPath.exec(path) ?? []
    const operation = operations.get(rest)
    if (method !== 'GET' || !(operation || path === '/v1.0/alerts/list')) throw new Refusal(1)
    options.admitToken(parameters.access_token)
    const limits = limitsOf(archive.limit())
    if (!operation) return { limits, alerts: archive.alerts().map(alertHead) }
    const alert = archive.alert(alertId)
    if (!alert) throw new Refusal(30)
    return { limits, alert_data: operation({ archive, alert, parameters, deployment, now: now() }) }
  }
}
