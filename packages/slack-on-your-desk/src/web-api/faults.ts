import { findChannel } from '../channels.ts'
import type { Act, Fault } from '../events.ts'
import { stringAt } from '../json.ts'
import type { Context } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'

export type Reply = { status: number; headers: Record<string, string>; answer: Answer }

/** The outcome for the caller. `unsent` is an answer that was computed but never sent. */
export type CallOutcome =
  | { kind: 'answered'; reply: Reply }
  | { kind: 'reset'; unsent: Reply | undefined }
  | { kind: 'hung'; unsent: Reply | undefined }

export function rateLimited(seconds: number): Reply {
  return { status: 429, headers: { 'retry-after': String(seconds) }, answer: refuse('ratelimited') }
}

/** Ends a call as the fault demands, and does its work before, after, or not at all. */
export async function runWithFault(
  context: Context,
  act: FaultEffects['act'],
  perform: () => Reply,
): Promise<CallOutcome> {
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

type FailureAct =
  | { do: 'rateLimit'; retryAfter: number }
  | { do: 'status'; status: number }
  | { do: 'error'; error: string }

function replyOf(act: FailureAct): Reply {
  if (act.do === 'error') return { status: 200, headers: {}, answer: refuse(act.error) }
  if (act.do === 'status') return { status: act.status, headers: {}, answer: refuse('service_unavailable') }
  return rateLimited(act.retryAfter)
}

function answered(reply: Reply): CallOutcome {
  return { kind: 'answered', reply }
}

/** The effects of the faults on one call: how it ends, and how its message is stored. */
export type FaultEffects = {
  act: Exclude<Act, { do: 'dropMetadata' | 'historyLag' }> | undefined
  dropMetadata: boolean
  lagMs: number
}

/** Takes the faults that hit a call: the first one that ends it, and all that change how its message is stored. */
export function takeFaults(context: Context, method: string, args: Record<string, unknown>): FaultEffects {
  const effects: FaultEffects = { act: undefined, dropMetadata: false, lagMs: 0 }
  const hits = context.state.faults.filter((fault) => isHit(context, fault, method, args))
  for (const fault of hits) {
    if (fault.act.do === 'dropMetadata') effects.dropMetadata = true
    else if (fault.act.do === 'historyLag') effects.lagMs = fault.act.ms
    else if (effects.act === undefined) effects.act = fault.act
    else continue
    countDown(context, fault)
  }
  if (hits.length > 0) context.emit({ type: 'faults', faults: context.state.faults })
  return effects
}

function isHit(context: Context, fault: Fault, method: string, args: Record<string, unknown>): boolean {
  if (fault.method !== '*' && fault.method !== method) return false
  if (fault.text !== undefined && !containsText(args, fault.text)) return false
  if (fault.channel === undefined) return true
  const named = stringAt(args, 'channel')
  const wanted = findChannel(context, fault.channel)?.id ?? fault.channel
  return named !== undefined && (findChannel(context, named)?.id ?? named) === wanted
}

/** True if an argument contains a text. Blocks come as JSON, in which the text may be escaped. */
function containsText(args: Record<string, unknown>, text: string): boolean {
  const json = JSON.stringify(text).slice(1, -1)
  return Object.values(args).some((value) =>
    typeof value === 'string'
      ? value.includes(text) || value.includes(json)
      : (JSON.stringify(value)?.includes(json) ?? false),
  )
}

function countDown(context: Context, fault: Fault): void {
  if (fault.times === undefined) return
  fault.times -= 1
  if (fault.times <= 0) context.state.faults = context.state.faults.filter((one) => one !== fault)
}
