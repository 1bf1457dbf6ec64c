import { isRecord, numberAt, recordsAt, textAt } from '../blocks/read.ts'

/** What the demo server says of itself: its levers, the count of mentions, the bot and the service. */
export type DemoState = {
  /** `during`: said instead of the label while what was begun lasts; empty where nothing lasts. */
  levers: { id: string; label: string; hint: string; during: string }[]
  counter: { made: number; posted: number; waiting: number; lost: number; twice: number }
  bot: { state: string; pid: number | undefined; restarts: number }
  /** Whatever the service wants to tell, in its own words. */
  service: [name: string, value: string][]
}

/** Reads the demo's JSON; undefined where it is none. */
export function readDemoState(json: unknown): DemoState | undefined {
  if (!isRecord(json) || !isRecord(json.counter)) return undefined
  const { counter } = json
  const bot = isRecord(json.bot) ? json.bot : {}
  return {
    levers: recordsAt(json, 'levers').map((lever) => ({
      id: textAt(lever, 'id'),
      label: textAt(lever, 'label'),
      hint: textAt(lever, 'hint'),
      during: textAt(lever, 'during'),
    })),
    counter: {
      made: numberAt(counter, 'made') ?? 0,
      posted: numberAt(counter, 'posted') ?? 0,
      waiting: numberAt(counter, 'waiting') ?? 0,
      lost: numberAt(counter, 'lost') ?? 0,
      twice: numberAt(counter, 'twice') ?? 0,
    },
    bot: {
      state: textAt(bot, 'state') || 'unknown',
      pid: numberAt(bot, 'pid'),
      restarts: numberAt(bot, 'restarts') ?? 0,
    },
    service: isRecord(json.service) ? scalarsOf(json.service) : [],
  }
}

function scalarsOf(record: Record<string, unknown>): [string, string][] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' || value === undefined ? [] : [[name, String(value)]],
  )
}
