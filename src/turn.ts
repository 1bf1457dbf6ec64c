import type { Alert } from './model/alert.ts'
import type { BookmarkKey } from './model/bookmark.ts'
import { readForward } from './turn/forward.ts'
import { isFreed } from './turn/hold.ts'
import type { TurnDeps } from './turn/ports.ts'
import { type Due, ready } from './turn/ready.ts'
import { nextLookAtStorm } from './turn/storm/next-look.ts'
import { inTime, type TurnTime } from './turn/time.ts'
import type { Failure, Leave, Watch } from './turn/watch.ts'
import { concludeWeather, takeUpWeather } from './turn/weather.ts'

/** A settling that could not be written is tried again after this, in ms. */
const settleAgainAfter = 10_000

/** What came of one subscription's part of a turn. `again` (UTC, ms): it wants to go on before its schedule says so. */
export type Part = { subscription: string; left?: string; again?: number; error?: unknown }

/**
 * One round for one alert. Each due subscription is made ready (its doubt resolved, its first look taken); then those that are
 * abreast read forward together, and each that is behind by itself. What a subscription does with a mention is its own
 * decision, and its bookmark moves only after the post. One that is stuck leaves, and holds back no other.
 */
export function turn(deps: TurnDeps, alert: Alert, due: Due[]): Promise<Part[]> {
  return inTime(deps, (time) => round(deps, alert, due, time))
}

async function round(deps: TurnDeps, alert: Alert, due: Due[], time: TurnTime): Promise<Part[]> {
  const parts = new Map<string, Part>()
  const tell = (subscription: string, part: Omit<Part, 'subscription'>) =>
    parts.set(subscription, { subscription, ...part })
  const watches: Watch[] = []
  await Promise.all(
    due.map(async (entry) => {
      const name = entry.subscription.name
      tell(name, {})
      try {
        const found = await ready(deps, alert, entry, time)
        if (isLeave(found)) tell(name, leftPart(found))
        else watches.push(found)
      } catch (error) {
        tell(name, failedPart(deps, { subscription: name, alert: alert.id }, error))
      }
    }),
  )
  const heard = await takeUpWeather(deps, alert, watches)
  await Promise.all(
    together(watches).map(async (group) => {
      const ended = await readForward(deps, alert.id, group, time)
      for (const watch of group) watch.memory.behind = isBehind(watch, ended.get(watch))
      for (const [{ key }, end] of ended)
        tell(key.subscription, end.kind === 'leave' ? leftPart(end) : failedPart(deps, key, end.error))
    }),
  )
  const noticesAt = heard && (await concludeWeather(deps, heard, time))
  for (const watch of watches) {
    const { name } = watch.subscription
    const again = comesBackAt(watch, deps.now(), noticesAt)
    if (again !== undefined && hasRead(parts.get(name) ?? {})) tell(name, { again })
  }
  return [...parts.values()]
}

/** One that left for a reason of its own is behind; those whom the time of the turn ended at the same page are as abreast as before. */
function isBehind({ memory }: Watch, end: Leave | Failure | undefined): boolean {
  return end?.kind === 'leave' && (memory.behind || end.abreast !== true)
}

/** Who reads together: all that are abreast; each one that is behind, or has a hold behind it, reads alone. */
function together(watches: Watch[]): Watch[][] {
  const isAlone = (watch: Watch) => watch.memory.behind || isFreed(watch)
  const abreast = watches.filter((watch) => !isAlone(watch))
  const alone = watches.filter(isAlone).map((watch) => [watch])
  return abreast.length > 0 ? [abreast, ...alone] : alone
}

/**
 * When one that has read to the end wants to go on before its schedule says so: a hold ends, or a storm, or its channel may take
 * the notice (`noticesAt`) that it had no room for. UTC, ms.
 */
function comesBackAt(watch: Watch, now: number, noticesAt: number | undefined): number | undefined {
  const wishes = [watch.holdsUntil, nextLookAtStorm(watch, now), noticesAt].filter((at) => at !== undefined)
  return wishes.length === 0 ? undefined : Math.min(...wishes)
}

/** Whether one has read to the end. */
export const hasRead = ({ left, error }: Omit<Part, 'subscription'>) =>
  left === undefined && error === undefined

const isLeave = (found: Watch | Leave): found is Leave => 'kind' in found

/** What Slack has taken and the store has not settles soon, not at the next slot of a schedule that may be a day away. */
function failedPart(
  { answers, now }: TurnDeps,
  key: BookmarkKey,
  error: unknown,
): Omit<Part, 'subscription'> {
  return answers.waits(key) ? { error, again: now() + settleAgainAfter } : { error }
}

function leftPart({ why, again }: Leave): Omit<Part, 'subscription'> {
  return again === undefined ? { left: why } : { left: why, again }
}
