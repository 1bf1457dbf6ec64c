import { errorBody } from '../answers/refusal.ts'
import type { Fault } from './faults.ts'
import { jsonReply, type Reply } from './reply.ts'

/** What becomes of a request that meets a fault. */
type Faulted =
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
export function applyFault(fault: Fault, answer: () => Reply): Faulted {
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
