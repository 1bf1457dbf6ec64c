import { errorBody, jsonReply, type Reply } from '@overheard/listen/api/protocol'
import { z } from 'zod'

/** Faults that replace a request's answer, or damage or delay it (truncated, slow). */
const fault = z.discriminatedUnion('kind', [
  /**
   * An error status. The body is the service's error body if `code` is given, else empty. `retryAfter` is the
   * header's value.
   */
  z.object({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    code: z.int().optional(),
    message: z.string().optional(),
    retryAfter: z.string().optional(),
  }),
  /** The HTML error page of a proxy. */
  z.object({ kind: z.literal('html'), status: z.int().default(502) }),
  /** The first half of the right answer. */
  z.object({ kind: z.literal('truncated') }),
  /** Status 200 with this JSON. */
  z.object({ kind: z.literal('json'), body: z.unknown() }),
  /** The connection is reset without an answer. */
  z.object({ kind: z.literal('reset') }),
  /** The right answer after `ms`. */
  z.object({ kind: z.literal('slow'), ms: z.int().nonnegative() }),
  /** No answer; the connection stays open. */
  z.object({ kind: z.literal('hang') }),
])
type Fault = z.infer<typeof fault>

/** A fault for requests whose path matches. `*` in `path` matches any text. */
export const plannedFault = z.object({
  fault,
  path: z.string().default('*'),
  /** The number of requests to hit. Without it, the fault stays until it is cleared. */
  count: z.int().positive().optional(),
})
export type PlannedFault = z.input<typeof plannedFault>

function patternOf(path: string): RegExp {
  const literal = path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll('*', '.*')}$`)
}

export type Faults = ReturnType<typeof createFaults>

/** Creates an empty list of planned faults. They apply in the order of planning, one to a request. */
export function createFaults() {
  let plans: { fault: Fault; pattern: RegExp; left: number }[] = []
  return {
    /** Returns a function that clears the fault. Throws ZodError for an invalid plan. */
    plan(input: PlannedFault): () => void {
      const { fault, path, count = Number.POSITIVE_INFINITY } = plannedFault.parse(input)
      const plan = { fault, pattern: patternOf(path), left: count }
      plans.push(plan)
      return () => {
        plans = plans.filter((other) => other !== plan)
      }
    },
    /** Returns the fault for this request and counts it down. */
    next(path: string): Fault | undefined {
      const plan = plans.find(({ pattern }) => pattern.test(path))
      if (!plan) return undefined
      plan.left -= 1
      if (plan.left <= 0) plans = plans.filter((other) => other !== plan)
      return plan.fault
    },
    clear(): void {
      plans = []
    },
  }
}

/** The effect of a fault on a request. */
type FaultOutcome =
  | { kind: 'reply'; reply: Reply; afterMs: number }
  /** The connection is reset. */
  | { kind: 'reset' }
  /** No answer is ever sent. */
  | { kind: 'silence' }

const proxyPage = '<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'

function statusReply(fault: Extract<Fault, { kind: 'status' }>): Reply {
  const { status, code, message = 'A planned fault', retryAfter } = fault
  const reply = code === undefined ? { status, text: '' } : jsonReply(status, errorBody(code, message))
  return { ...reply, headers: { ...reply.headers, ...(retryAfter && { 'retry-after': retryAfter }) } }
}

/** Cuts the answer in half. The headers then describe the shorter text, so the response is complete as HTTP. */
function truncate({ text, ...reply }: Reply): Reply {
  return { ...reply, text: text.slice(0, Math.floor(text.length / 2)) }
}

/** Applies a fault. `answer` computes the right answer, for faults that only damage or delay it. */
export function applyFault(fault: Fault, answer: () => Reply): FaultOutcome {
  switch (fault.kind) {
    case 'reset':
      return { kind: 'reset' }
    case 'hang':
      return { kind: 'silence' }
    case 'slow':
      return { kind: 'reply', reply: answer(), afterMs: fault.ms }
    case 'truncated':
      return { kind: 'reply', reply: truncate(answer()), afterMs: 0 }
    case 'status':
      return { kind: 'reply', reply: statusReply(fault), afterMs: 0 }
    case 'json':
      return { kind: 'reply', reply: jsonReply(200, fault.body), afterMs: 0 }
    case 'html': {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      return { kind: 'reply', reply: { status: fault.status, text: proxyPage, headers }, afterMs: 0 }
    }
  }
}
