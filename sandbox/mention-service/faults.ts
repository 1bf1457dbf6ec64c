import { z } from 'zod'
import { errorBody, jsonReply, type Reply } from './protocol.ts'

/** What goes wrong with a request instead of its answer, or (slow, truncated) on the way to it. */
const fault = z.discriminatedUnion('kind', [
  /** An error status, with the service's error body where `code` is given, else without a body. `retryAfter` as the header has it. */
  z.object({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    code: z.int().optional(),
    message: z.string().optional(),
    retryAfter: z.string().optional(),
  }),
  /** A page of a proxy. */
  z.object({ kind: z.literal('html'), status: z.int().default(502) }),
  /** The right answer, cut off in its middle. */
  z.object({ kind: z.literal('truncated') }),
  /** Status 200 with this JSON. */
  z.object({ kind: z.literal('json'), body: z.unknown() }),
  /** The connection breaks without an answer. */
  z.object({ kind: z.literal('reset') }),
  /** The right answer, late. */
  z.object({ kind: z.literal('slow'), ms: z.int().nonnegative() }),
  /** No answer, and the connection stays open. */
  z.object({ kind: z.literal('hang') }),
])
type Fault = z.infer<typeof fault>

/** A fault for the requests whose path matches: `*` stands for anything. */
export const plannedFault = z.object({
  fault,
  path: z.string().default('*'),
  /** For so many requests; until it is cleared where absent. */
  count: z.int().positive().optional(),
})
export type PlannedFault = z.input<typeof plannedFault>

function patternOf(path: string): RegExp {
  const literal = path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll('*', '.*')}$`)
}

/** The faults that are still to come. */
export type Faults = ReturnType<typeof createFaults>

/** No faults yet. They apply in the order in which they were planned, one to a request. */
export function createFaults() {
  let plans: { fault: Fault; pattern: RegExp; left: number }[] = []
  return {
    /** Throws ZodError where the plan is not sound. */
    plan(input: PlannedFault): void {
      const { fault, path, count = Number.POSITIVE_INFINITY } = plannedFault.parse(input)
      plans.push({ fault, pattern: patternOf(path), left: count })
    },
    /** The fault that this request meets; uses it up by one. */
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

/** What becomes of a request that meets a fault. */
type FaultOutcome =
  | { kind: 'reply'; reply: Reply; afterMs: number }
  /** The connection breaks. */
  | { kind: 'reset' }
  /** Nothing ever comes. */
  | { kind: 'silence' }

const proxyPage = '<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'

function statusReply(fault: Extract<Fault, { kind: 'status' }>): Reply {
  const { status, code, message = 'A planned fault', retryAfter } = fault
  const reply = code === undefined ? { status, text: '' } : jsonReply(status, errorBody(code, message))
  return { ...reply, headers: { ...reply.headers, ...(retryAfter && { 'retry-after': retryAfter }) } }
}

/** Half of an answer, as if it were whole. */
function truncate({ text, ...reply }: Reply): Reply {
  return { ...reply, text: text.slice(0, Math.floor(text.length / 2)) }
}

/** What a fault makes of a request. `answer` gives the right answer, for the faults that only spoil or delay it. */
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
