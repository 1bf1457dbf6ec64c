import type { Ms } from '@overheard/base/time'

export type MentionServiceErrorKind =
  | 'rate_limited'
  | 'busy'
  | 'unauthorized'
  | 'alert_not_found'
  | 'no_such_method'
  | 'bad_parameter'
  | 'leads_alert'
  | 'unexpected'
  | 'unreachable'
  | 'timeout'
  | 'malformed'
  | 'too_large'

/**
 * `never` means that a retry cannot help, `later` that it can help after `afterMs` (if that is known), and `when_replaced` that it can help
 * after a person has replaced the token or fixed the account.
 */
type RetryAdvice = 'never' | 'later' | 'when_replaced'

type MentionServiceErrorDetails = {
  kind: MentionServiceErrorKind
  retry: RetryAdvice
  what: string
  afterMs?: Ms | undefined
  /** Set if a smaller page may succeed: the answer was too large, took too long, or broke off. */
  isTooMuch?: true
  status?: number
  code?: number | undefined
  /** The field of the response that has an unexpected value, for example `alert_data.mentions: expected array`. */
  field?: string
  parameter?: string | undefined
  /**
   * The service's own message, which strangers may have written: one line, at most 200 characters, without the token.
   */
  detail?: string | undefined
  cause?: Error
}

/** The message is a sentence for people. The message and the causes never contain the access token. */
export class MentionServiceError extends Error {
  override readonly name = 'MentionServiceError'
  readonly kind: MentionServiceErrorKind
  readonly retry: RetryAdvice
  readonly afterMs: number | undefined
  readonly isTooMuch: boolean
  readonly status: number | undefined
  readonly code: number | undefined
  readonly field: string | undefined
  readonly parameter: string | undefined
  readonly detail: string | undefined

  constructor(facts: MentionServiceErrorDetails) {
    super(
      `${facts.what}${statusSuffix(facts)}. ${advice(facts)}`,
      facts.cause === undefined ? {} : { cause: facts.cause },
    )
    this.kind = facts.kind
    this.retry = facts.retry
    this.afterMs = facts.afterMs
    this.isTooMuch = facts.isTooMuch === true
    this.status = facts.status
    this.code = facts.code
    this.field = facts.field
    this.parameter = facts.parameter
    this.detail = facts.detail
  }
}

function statusSuffix({ status, code }: MentionServiceErrorDetails): string {
  if (status === undefined) return ''
  return code === undefined ? ` (HTTP ${status})` : ` (HTTP ${status}, code ${code})`
}

function advice({ retry, afterMs }: MentionServiceErrorDetails): string {
  if (retry === 'never') return 'Trying the same again does not help.'
  if (retry === 'when_replaced')
    return 'It works again once the access token or its account is in order (MENTIONS_API_TOKEN).'
  return afterMs === undefined
    ? 'Trying again later can help.'
    : `Trying again helps in ${formatWait(afterMs)}.`
}

function formatWait(ms: Ms): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}
