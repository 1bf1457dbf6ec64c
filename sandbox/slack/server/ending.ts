import type { Context } from '../context.ts'
import { type Answer, refuse } from '../wire.ts'
import type { Trouble } from './faults.ts'

/** An answer with its HTTP status and headers. */
export type Reply = { status: number; headers: Record<string, string>; answer: Answer }

/** How a call ends for whoever made it. `unsent`: the answer that was worked out but never sent. */
export type Ending =
  | { kind: 'answered'; reply: Reply }
  | { kind: 'reset'; unsent: Reply | undefined }
  | { kind: 'hung'; unsent: Reply | undefined }

/** Slack's answer to whoever is too fast. */
export function tooFast(seconds: number): Reply {
  return { status: 429, headers: { 'retry-after': String(seconds) }, answer: refuse('ratelimited') }
}

/** Ends a call as the ordered fault wants it, doing its work before, after, or not at all. */
export async function endCall(context: Context, act: Trouble['act'], perform: () => Reply): Promise<Ending> {
  if (act === undefined) return answered(perform())
  switch (act.do) {
    case 'slow':
      return slow(context, act, perform)
    case 'storeLate':
      context.clock.setTimer(() => void perform(), act.ms)
      return { kind: 'hung', unsent: undefined }
    case 'reset':
      return { kind: 'reset', unsent: act.after ? perform() : undefined }
    case 'hang':
      return { kind: 'hung', unsent: act.after ? perform() : undefined }
    default:
      if (act.after) perform()
      return answered(replyOf(act))
  }
}

async function slow(
  context: Context,
  act: { ms: number; after?: boolean | undefined },
  perform: () => Reply,
) {
  const done = act.after ? perform() : undefined
  await context.clock.wait(act.ms)
  return answered(done ?? perform())
}

type Failing =
  | { do: 'rateLimit'; retryAfter: number }
  | { do: 'status'; status: number }
  | { do: 'error'; error: string }

function replyOf(act: Failing): Reply {
  if (act.do === 'error') return { status: 200, headers: {}, answer: refuse(act.error) }
  if (act.do === 'status') return { status: act.status, headers: {}, answer: refuse('service_unavailable') }
  return tooFast(act.retryAfter)
}

function answered(reply: Reply): Ending {
  return { kind: 'answered', reply }
}
