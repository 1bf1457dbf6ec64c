import { findChannel } from '../channels.ts'
import type { Context } from '../context.ts'
import { stringAt } from '../json.ts'

/**
 * What goes wrong. `after: true` does the call's work first and fails then, so that the caller cannot know.
 * - `rateLimit`: 429 with Retry-After in seconds. - `status`: that HTTP status. - `error`: `ok: false` with that code.
 * - `reset`: the connection breaks. - `hang`: no answer at all. - `slow`: the answer comes so many ms later.
 * - `storeLate`: no answer, and the work is done so many ms later. - `dropMetadata`: a message is kept without it.
 * - `historyLag`: a message is kept at once, but history shows it only so many ms later.
 */
export type Act =
  | { do: 'rateLimit'; retryAfter: number; after?: boolean | undefined }
  | { do: 'status'; status: number; after?: boolean | undefined }
  | { do: 'error'; error: string; after?: boolean | undefined }
  | { do: 'reset'; after?: boolean | undefined }
  | { do: 'hang'; after?: boolean | undefined }
  | { do: 'slow'; ms: number; after?: boolean | undefined }
  | { do: 'storeLate'; ms: number }
  | { do: 'dropMetadata' }
  | { do: 'historyLag'; ms: number }

/** A fault that is ordered: for a method (`*`: every one, `response_url`: those), perhaps for one channel. */
export type Fault = {
  id: number
  method: string
  /** A channel id or name; without it, every call. */
  channel?: string | undefined
  /** How many calls are still to be hit; without it, until it is cleared. */
  times?: number | undefined
  act: Act
}

/** What the faults mean for one call: how it ends, and how its message is kept. */
export type Trouble = {
  act: Exclude<Act, { do: 'dropMetadata' | 'historyLag' }> | undefined
  dropMetadata: boolean
  lagMs: number
}

/** Takes the faults that hit a call: the first that ends it, and every one that changes how a message is kept. */
export function takeTrouble(context: Context, method: string, args: Record<string, unknown>): Trouble {
  const trouble: Trouble = { act: undefined, dropMetadata: false, lagMs: 0 }
  const hits = context.state.faults.filter((fault) => isHit(context, fault, method, args))
  for (const fault of hits) {
    if (fault.act.do === 'dropMetadata') trouble.dropMetadata = true
    else if (fault.act.do === 'historyLag') trouble.lagMs = fault.act.ms
    else if (trouble.act === undefined) trouble.act = fault.act
    else continue
    spend(context, fault)
  }
  if (hits.length > 0) context.emit({ type: 'faults', faults: context.state.faults })
  return trouble
}

function isHit(context: Context, fault: Fault, method: string, args: Record<string, unknown>): boolean {
  if (fault.method !== '*' && fault.method !== method) return false
  if (fault.channel === undefined) return true
  const named = stringAt(args, 'channel')
  const wanted = findChannel(context, fault.channel)?.id ?? fault.channel
  return named !== undefined && (findChannel(context, named)?.id ?? named) === wanted
}

function spend(context: Context, fault: Fault): void {
  if (fault.times === undefined) return
  fault.times -= 1
  if (fault.times <= 0) context.state.faults = context.state.faults.filter((one) => one !== fault)
}
