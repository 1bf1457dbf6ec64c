import type { StormTale } from '../../model/storm.ts'
import { namedIn } from '../../weather/storm-tale.ts'
import type { TurnDeps } from '../ports.ts'
import type { Watch } from '../watch.ts'

/**
 * Finds where the mentions stand that the card of a storm names. Each address is asked for once; what another process posted
 * is named without one.
 */
export async function findPlaces(deps: TurnDeps, { memory, channel }: Watch, tale: StormTale): Promise<void> {
  const found = new Map<string, string>()
  for (const id of new Set(namedIn(tale).map((mention) => mention.id))) {
    const known = memory.permalinks?.get(id)
    const ts = memory.recent?.find(({ mention }) => mention.id === id)?.ts
    const place = ts === undefined ? undefined : { channel, ts }
    const permalink = known ?? (place && (await deps.weather?.permalink(place)))
    if (permalink !== undefined) found.set(id, permalink)
  }
  memory.permalinks = found
}
