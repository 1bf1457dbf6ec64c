import { asksToWait, type Item, type Removal, type Tools } from '../source.ts'

type Found = { items?: Item[]; removals?: Removal[] }
type Failure<Thing> = { thing: Thing; error: unknown }
type Looked<Thing> = Required<Found> & { failures: Failure<Thing>[] }
type LookAt<Thing> = (thing: Thing) => Promise<Found>

/** Asks one host for one thing after the other, and goes on if one fails. Rejects if the host asks to wait, or if the channel ends. */
export async function lookAtEach<Thing>(
  things: readonly Thing[],
  tools: Tools,
  lookAt: LookAt<Thing>,
): Promise<Looked<Thing>> {
  const looked = await untilWait(things, tools, lookAt)
  const waits = looked.failures.find(({ error }) => asksToWait(error))
  if (waits !== undefined) throw waits.error
  return looked
}

/** If the host asks to wait, all that is left fails for that reason. */
async function untilWait<Thing>(
  things: readonly Thing[],
  tools: Tools,
  lookAt: LookAt<Thing>,
): Promise<Looked<Thing>> {
  const looked: Looked<Thing> = { items: [], removals: [], failures: [] }
  for (const [place, thing] of things.entries())
    try {
      const { items = [], removals = [] } = await lookAt(thing)
      looked.items.push(...items)
      looked.removals.push(...removals)
    } catch (error) {
      if (tools.signal.aborted) throw error
      const failed = asksToWait(error) ? things.slice(place) : [thing]
      looked.failures.push(...failed.map((one) => ({ thing: one, error })))
      if (failed.length > 1) break
    }
  return looked
}

/**
 * The same for a `Recheck`: what cannot be looked at is left out, so that it does not keep all others from being looked at. It is not taken
 * for deleted, because walls and faults answer in the same way. Rejects if there was nothing else, or if the host asks to wait.
 */
export async function lookAgainAtEach<Thing>(
  things: readonly Thing[],
  tools: Tools,
  lookAt: LookAt<Thing>,
): Promise<Required<Found>> {
  return withoutFailures(things, await lookAtEach(things, tools, lookAt), tools)
}

/**
 * The same for items of several hosts. Those of hosts that ask to wait are `waiting`. Rejects if there was nothing else, or if the only host asks
 * to wait.
 */
export async function lookAgainAtHosts(
  ids: readonly string[],
  tools: Tools,
  lookAt: LookAt<string>,
  hostOf: (id: string) => string,
): Promise<Required<Found> & { waiting: string[] }> {
  const looked: Looked<string> = { items: [], removals: [], failures: [] }
  const hosts = [...Map.groupBy(ids, hostOf).values()]
  const look = hosts.length > 1 ? untilWait<string> : lookAtEach<string>
  for (const some of hosts) {
    const { items, removals, failures } = await look(some, tools, lookAt)
    looked.items.push(...items)
    looked.removals.push(...removals)
    looked.failures.push(...failures)
  }
  const waiting = looked.failures.filter(({ error }) => asksToWait(error)).map(({ thing }) => thing)
  return { ...withoutFailures(ids, looked, tools), waiting }
}

function withoutFailures<Thing>(
  things: readonly Thing[],
  { items, removals, failures }: Looked<Thing>,
  tools: Tools,
): Required<Found> {
  const [first] = failures
  if (first === undefined) return { items, removals }
  // A wait is the better reason, because it has an end.
  const { error } = failures.find((one) => asksToWait(one.error)) ?? first
  if (failures.length === things.length) throw error
  const reason = error instanceof Error ? error.message : 'an unknown failure'
  tools.log.warn({ failed: failures.length, reason }, 'some items could not be looked at again')
  return { items, removals }
}
