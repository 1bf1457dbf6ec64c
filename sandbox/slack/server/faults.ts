import { findChannel } from '../channels.ts'
import type { Context } from '../context.ts'
import type { Act, Fault } from '../fault.ts'
import { stringAt } from '../json.ts'

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
  if (fault.text !== undefined && !holds(args, fault.text)) return false
  if (fault.channel === undefined) return true
  const named = stringAt(args, 'channel')
  const wanted = findChannel(context, fault.channel)?.id ?? fault.channel
  return named !== undefined && (findChannel(context, named)?.id ?? named) === wanted
}

/** Whether an argument holds a text. Blocks come as JSON, in which the text may be escaped. */
function holds(args: Record<string, unknown>, text: string): boolean {
  const json = JSON.stringify(text).slice(1, -1)
  return Object.values(args).some((value) =>
    typeof value === 'string'
      ? value.includes(text) || value.includes(json)
      : (JSON.stringify(value)?.includes(json) ?? false),
  )
}

function spend(context: Context, fault: Fault): void {
  if (fault.times === undefined) return
  fault.times -= 1
  if (fault.times <= 0) context.state.faults = context.state.faults.filter((one) => one !== fault)
}
