import { MentionServiceError } from './error.ts'
import type { RedactToken } from './secret.ts'

type NetworkFailure = Pick<MentionServiceError, 'kind' | 'retry'> & { what: string }

const timeout = (what: string): NetworkFailure => ({ kind: 'timeout', retry: 'later', what })
const unreachable = (what: string): NetworkFailure => ({ kind: 'unreachable', retry: 'later', what })

const connectionLost = unreachable('The connection to the mention service broke off')
const noAnswer = timeout('The mention service did not answer in time')
const hostNotFound = unreachable(
  'The name of the mention service cannot be found; MENTIONS_API_URL may be wrong',
)
const noRoute = unreachable('There is no way through the network to the mention service')
const badCertificate: NetworkFailure = {
  kind: 'unreachable',
  retry: 'never',
  what: 'The certificate of the mention service is not accepted',
}

const notHttp: NetworkFailure = {
  kind: 'malformed',
  retry: 'later',
  what: 'What answers at the address of the mention service does not speak HTTP',
}

/** What the codes of undici, of the operating system and of TLS mean to us; where undici has none, the error's name. */
const networkFailures: Readonly<Record<string, NetworkFailure>> = {
  UND_ERR_CONNECT_TIMEOUT: timeout('The mention service did not take our connection in time'),
  UND_ERR_HEADERS_TIMEOUT: noAnswer,
  UND_ERR_BODY_TIMEOUT: timeout('The mention service stopped in the middle of its answer'),
  ETIMEDOUT: noAnswer,
  UND_ERR_SOCKET: connectionLost,
  ECONNRESET: connectionLost,
  EPIPE: connectionLost,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: connectionLost,
  ECONNREFUSED: unreachable('The mention service takes no connections'),
  ENOTFOUND: hostNotFound,
  EAI_AGAIN: hostNotFound,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  CERT_HAS_EXPIRED: badCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: badCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: badCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate,
  HTTPParserError: notHttp,
}

/**
 * The typed error of a request without an answer. The cause is a copy with name, code and scrubbed message only:
 * undici's own errors can carry the socket and pieces of the answer, and with them the token.
 */
export function networkError(error: unknown, scrub: RedactToken): MentionServiceError {
  if (error instanceof MentionServiceError) return error
  const name = error instanceof Error ? error.name : 'Error'
  const message = error instanceof Error ? error.message : 'not an error'
  const code = errorCodeOf(error)
  const fault =
    networkFailures[code] ?? networkFailures[name] ?? unreachable('The mention service cannot be reached')
  const cause = Object.assign(new Error(scrub(message)), { name, code: scrub(code) })
  return new MentionServiceError({ ...fault, cause })
}

/** The error of an answer beyond the bound, in bytes. */
export function responseTooLarge(bound: number): MentionServiceError {
  const what = `The mention service sent more than ${Math.round(bound / 1024 / 1024)} MB in one answer`
  return new MentionServiceError({ kind: 'malformed', retry: 'never', what })
}

function errorCodeOf(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error
  return hasCode && typeof error.code === 'string' ? error.code : ''
}
