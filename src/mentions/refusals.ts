import type { MentionServiceErrorDetails } from './error.ts'

/** One row: which answers it is about, and what they mean. */
export type ErrorResponse = Pick<MentionServiceErrorDetails, 'kind' | 'retry' | 'afterMs' | 'what'>

const oneMinute = 60_000
const threeSeconds = 3_000

const tokenRefused = { kind: 'unauthorized', retry: 'when_replaced' } as const
const busy = { kind: 'busy', retry: 'later', what: 'The mention service is busy' } as const
const tooManyRequests = { kind: 'rate_limited', retry: 'later', afterMs: oneMinute } as const
const unknownMethod = {
  kind: 'no_such_method',
  retry: 'never',
  what: 'The mention service does not know this operation; MENTIONS_API_URL is probably wrong',
} as const

/**
 * What one public deployment documents: `status/code`. 403 with 11 or 12 is a rate limit there, not a matter of the
 * token. Another deployment may use the same code for something else, so both must fit.
 */
export const documentedErrors: Readonly<Record<string, ErrorResponse>> = {
  '404/1': unknownMethod,
  '503/10': busy,
  '403/11': {
    ...tooManyRequests,
    what: 'The mention service takes no more requests of this token for a minute',
  },
  '403/12': {
    ...tooManyRequests,
    afterMs: threeSeconds,
    what: 'The mention service takes no more requests of this address for a few seconds',
  },
  '401/20': { ...tokenRefused, what: 'The mention service refuses the access token' },
  '401/21': { ...tokenRefused, what: 'The account at the mention service has expired' },
  '401/22': { ...tokenRefused, what: 'The account at the mention service has been deleted' },
  '401/23': { ...tokenRefused, what: 'The plan at the mention service does not include its API' },
  '404/30': { kind: 'alert_not_found', retry: 'never', what: 'The mention service does not know this alert' },
  '400/40': { kind: 'bad_parameter', retry: 'never', what: 'The mention service refuses a parameter' },
  '400/41': {
    kind: 'leads_alert',
    retry: 'never',
    what: 'Insights exist for mention alerts only, not for leads alerts',
  },
  '503/50': { ...busy, what: 'The mention service is unavailable for the moment' },
  '503/51': { ...tokenRefused, what: 'The mention service cannot find the account of this access token' },
  '503/52': { ...busy, what: 'The mention service has trouble with its own network' },
  '503/53': {
    kind: 'timeout',
    retry: 'later',
    what: 'The mention service took too long to find the answer; a narrower range may help',
  },
  '500/54': { kind: 'unexpected', retry: 'later', what: 'The mention service met an unexpected error' },
}

/** What a bare HTTP status means, whoever sent it: the service, a proxy before it, or another deployment. */
export const errorsByStatus: Readonly<Record<number, ErrorResponse>> = {
  400: { kind: 'bad_parameter', retry: 'never', what: 'The mention service refuses the request' },
  401: { ...tokenRefused, what: 'The mention service refuses the access token' },
  403: { ...tokenRefused, what: 'The mention service forbids this access token the request' },
  404: unknownMethod,
  405: unknownMethod,
  408: { kind: 'timeout', retry: 'later', what: 'The mention service waited too long for the request' },
  410: unknownMethod,
  414: { kind: 'bad_parameter', retry: 'never', what: 'The request is too long for the mention service' },
  422: { kind: 'bad_parameter', retry: 'never', what: 'The mention service refuses the request' },
  425: busy,
  429: { ...tooManyRequests, what: 'The mention service takes no more requests for the moment' },
  431: { kind: 'bad_parameter', retry: 'never', what: 'The request is too long for the mention service' },
  500: { kind: 'unexpected', retry: 'later', what: 'The mention service met an unexpected error' },
  501: unknownMethod,
  504: { kind: 'timeout', retry: 'later', what: 'The mention service did not answer its proxy in time' },
}

/** What is left, by the hundred of the status. */
export const errorsByStatusClass: Readonly<Record<number, ErrorResponse>> = {
  3: { kind: 'unexpected', retry: 'never', what: 'The mention service redirects to another address' },
  4: { kind: 'unexpected', retry: 'never', what: 'The mention service refuses the request' },
  5: busy,
}

/** A 404 that comes as JSON for an alert is about the alert; as a page or for the list it is about the address. */
export const unknownAlert: ErrorResponse = {
  kind: 'alert_not_found',
  retry: 'never',
  what: 'The mention service does not know this alert',
}

/** A status that no other row fits: not one of an answer to GET. */
export const unexpectedStatus: ErrorResponse = {
  kind: 'unexpected',
  retry: 'later',
  what: 'The mention service answered in a way that HTTP does not foresee',
}
