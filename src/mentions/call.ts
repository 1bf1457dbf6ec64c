import { longestPauseMs } from './allowance.ts'
import type { Budget } from './budget.ts'
import { refusalOf } from './classify.ts'
import { type ErrorKind, MentionServiceError } from './error.ts'
import { parseExact } from './exact-json.ts'
import type { Ask } from './ports.ts'
import { type RetryDeps, withRetries } from './retry.ts'
import type { Scrub } from './secret.ts'
import type { Answer, Transport } from './transport.ts'

/** One GET: the path after `v1.0/`, its encoded parameters without the token, and the alert it is about. */
type Request = { operation: string; query: string; alert?: string }

/**
 * Sends a request within the budget, again where that helps, and returns the answer as parsed JSON, unchecked.
 * Throws MentionServiceError, or the reason of `ask.signal`.
 */
export type Call = (request: Request, ask: Ask) => Promise<unknown>

/** How one request ended, for whoever counts them. `given_up`: the caller did not wait for its end. */
export type RequestEnd = {
  priority: Ask['priority']
  outcome: 'answered' | 'given_up' | ErrorKind
  /** From its sending to its end. */
  ms: number
}

/** What a call needs. `observe` is told of each request that was sent. */
type CallDeps = RetryDeps & {
  transport: Transport
  budget: Budget
  scrub: Scrub
  observe?: (end: RequestEnd) => void
}

/** Puts budget, transport, retries and the reading of refusals together. */
export function createCall(deps: CallDeps): Call {
  const { transport, budget, now, scrub, observe = () => undefined } = deps
  const send = async (request: Request, ask: Ask): Promise<unknown> => {
    const answer = await transport(request.operation, request.query, ask.signal)
    const body = bodyOf(answer)
    if (body !== undefined) return body.json
    const error = refusalOf(answer, { forAlert: request.alert !== undefined, nowMs: now(), scrub })
    if (error.kind === 'rate_limited')
      await budget.pause(now() + Math.min(error.afterMs ?? 0, longestPauseMs))
    throw error
  }
  const once = async (request: Request, ask: Ask): Promise<unknown> => {
    const { priority } = ask
    await budget.take({ ...ask, alert: request.alert ?? '' })
    const sentAt = now()
    try {
      const json = await send(request, ask)
      observe({ priority, outcome: 'answered', ms: now() - sentAt })
      return json
    } catch (error) {
      const outcome = error instanceof MentionServiceError ? error.kind : 'given_up'
      observe({ priority, outcome, ms: now() - sentAt })
      throw error
    }
  }
  return (request, ask) => withRetries(() => once(request, ask), deps, ask)
}

/** The body of a success; nothing where the answer is a refusal. Throws `malformed` where a success is no JSON. */
function bodyOf(answer: Answer): { json: unknown } | undefined {
  if (answer.status < 200 || answer.status > 299) return undefined
  const json = parse(answer)
  const isError = typeof json === 'object' && json !== null && 'error' in json && !('limits' in json)
  return isError ? undefined : { json }
}

function parse(answer: Answer): unknown {
  try {
    return parseExact(answer.text)
  } catch {
    // The SyntaxError is not kept as the cause: it quotes the answer.
    throw new MentionServiceError({
      kind: 'malformed',
      retry: 'later',
      what: `The mention service sent ${unreadable(answer.text)}`,
      status: answer.status,
    })
  }
}

function unreadable(text: string): string {
  if (text.trim() === '') return 'an empty answer'
  return /^\s*</.test(text) ? 'an HTML page instead of JSON' : 'JSON that is broken or cut off'
}
