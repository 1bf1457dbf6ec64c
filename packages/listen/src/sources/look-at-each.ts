import type { Item, Removal, Tools } from '../source.ts'
import { asksToWait } from './searching/ask-json.ts'

type Found = { items?: Item[]; removals?: Removal[] }
type Looked<Thing> = Required<Found> & { failures: { thing: Thing; error: unknown }[] }

/** Asks for one thing after the other, and goes on if one fails. Rejects only if the host asks to wait, or if the channel ends. */
export async function lookAtEach<Thing>(
  things: Iterable<Thing>,
  tools: Tools,
  lookAt: (thing: Thing) => Promise<Found>,
): Promise<Looked<Thing>> {
  const looked: Looked<Thing> = { items: [], removals: [], failures: [] }
  for (const thing of things)
    try {
      const { items = [], removals = [] } = await lookAt(thing)
      looked.items.push(...items)
      looked.removals.push(...removals)
    } catch (error) {
      if (tools.signal.aborted || asksToWait(error)) throw error
      looked.failures.push({ thing, error })
    }
  return looked
}

/**
 * The same for a `Recheck`: what cannot be looked at is left out, so that it does not keep all others from being looked at. It is not taken
 * for deleted, because walls and faults answer in the same way. Rejects if there was nothing else.
 */
export async function lookAgainAtEach<Thing>(
  things: readonly Thing[],
  tools: Tools,
  lookAt: (thing: Thing) => Promise<Found>,
): Promise<Required<Found>> {
  const { failures, ...looked } = await lookAtEach(things, tools, lookAt)
  const [first] = failures
  if (first !== undefined && failures.length === things.length) throw first.error
  if (first !== undefined)
    tools.log.warn(
      { failed: failures.length, reason: first.error instanceof Error ? first.error.message : 'unknown' },
      'some items could not be looked at again',
    )
  return looked
}
