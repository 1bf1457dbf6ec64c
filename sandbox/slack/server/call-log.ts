import type { Context } from '../context.ts'
import type { CallRecord } from '../events.ts'
import type { Ending } from './ending.ts'

/** Calls and envelopes that are kept at most, so that a long demo does not grow. */
export const mostKept = 5000

/** Notes a call with how it ended. The token never gets here. */
export function noteCall(
  context: Context,
  call: { method: string; args: Record<string, unknown> },
  at: number,
  ending: Ending,
): void {
  const { token: _token, ...args } = call.args
  const reply = ending.kind === 'answered' ? ending.reply : ending.unsent
  const record: CallRecord = {
    id: (context.state.calls.at(-1)?.id ?? 0) + 1,
    method: call.method,
    args,
    at,
    endedAt: context.clock.now(),
    ending: ending.kind,
    status: ending.kind === 'answered' ? ending.reply.status : 0,
    answer: reply?.answer ?? null,
  }
  context.state.calls.push(record)
  if (context.state.calls.length > mostKept) context.state.calls.shift()
  context.emit({ type: 'call', call: record })
}
