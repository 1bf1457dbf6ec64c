import { z } from 'zod'
import type { Checkpoint, CheckpointKey } from '../model/checkpoint.ts'
import type { Collection, CollectionKind } from '../model/collection.ts'
import type { Log } from '../model/log.ts'
import { entryOf, nameInList, type Subscription } from '../model/subscription.ts'

/** The names of the subscriptions of an entry that has, or had, several channels, by the ids of the channels. */
type ChannelNames = Record<string, string>

/** The key is the name of an entry of the configuration file. */
export const listedChannelKind: CollectionKind<ChannelNames> = {
  name: 'listed-channels',
  schema: z.record(z.string(), z.string()),
}

type Deps = {
  stored: Pick<Collection<ChannelNames>, 'entries' | 'change'>
  checkpoints: () => AsyncIterable<{ key: CheckpointKey; checkpoint: Checkpoint }>
  /** Returns the id of a channel that is written by id or by name; undefined if it cannot be found now. */
  idOf: (written: string) => Promise<string | undefined>
  log: Pick<Log, 'warn'>
}

/**
 * Gives each subscription of an entry with several channels the name that it keeps, because checkpoints, receipts, pauses and the decision log
 * are found by it. The channel that had the checkpoint before keeps the name of the entry. A name belongs to the id of a channel, so it
 * stays if the list gets another order, or if the channel is written in another way. Rejects if the store fails.
 */
export async function nameListedChannels(
  subscriptions: readonly Subscription[],
  deps: Deps,
): Promise<Subscription[]> {
  const stored = new Map((await deps.stored.entries()).map(({ key, value }) => [key, value]))
  const entries = Map.groupBy(subscriptions, ({ name }) => entryOf(name))
  const named = await Promise.all(
    [...entries].map(async ([entry, ofEntry]) => {
      const known = stored.get(entry)
      const isListed = known !== undefined || ofEntry.some(({ name }) => name !== entry)
      return isListed ? nameEntry(deps, entry, ofEntry, known ?? {}) : ofEntry
    }),
  )
  return named.flat()
}

async function nameEntry(
  deps: Deps,
  entry: string,
  subscriptions: Subscription[],
  known: ChannelNames,
): Promise<Subscription[]> {
  const places = await Promise.all(
    subscriptions.map(async (subscription) => ({ subscription, id: await deps.idOf(subscription.channel) })),
  )
  const names = await namesOf(deps, entry, places, known)
  const named = new Map<string, Subscription>()
  for (const { subscription, id } of places) {
    const { channel } = subscription
    const name = (id === undefined ? undefined : names[id]) ?? nameInList(entry, channel)
    if (!named.has(name)) named.set(name, { ...subscription, name })
    else deps.log.warn({ subscription: entry, channel }, 'a channel is twice in the list; it counts once')
  }
  return [...named.values()]
}

type Place = { subscription: Subscription; id: string | undefined }

async function namesOf(
  deps: Deps,
  entry: string,
  places: Place[],
  known: ChannelNames,
): Promise<ChannelNames> {
  const found = places.flatMap(({ subscription: { channel }, id }) =>
    id === undefined ? [] : [{ channel, id }],
  )
  if (found.every(({ id }) => known[id] !== undefined)) return known
  const before = await namesInCheckpoints(deps, entry)
  const changed = await deps.stored.change(entry, (current = {}) => {
    const next = { ...before, ...current }
    for (const { channel, id } of found) next[id] ??= freeName(entry, { channel, id }, Object.values(next))
    return next
  })
  return changed ?? known
}

function freeName(entry: string, { channel, id }: { channel: string; id: string }, taken: string[]): string {
  const name = nameInList(entry, channel)
  return taken.includes(name) ? nameInList(entry, id) : name
}

/** Returns the names under which the entry has posted to channels until now. A name belongs to the channel of its newest post. */
async function namesInCheckpoints({ checkpoints }: Deps, entry: string): Promise<ChannelNames> {
  const found: { channel: string; name: string; ts: string }[] = []
  for await (const { key, checkpoint } of checkpoints()) {
    const { channel, lastTs: ts = '' } = checkpoint
    if (channel !== undefined && entryOf(key.subscription) === entry)
      found.push({ channel, name: key.subscription, ts })
  }
  const names = new Map<string, string>()
  for (const { channel, name } of found.sort((a, b) => (a.ts < b.ts ? 1 : -1)))
    if (!names.has(channel) && ![...names.values()].includes(name)) names.set(channel, name)
  return Object.fromEntries(names)
}
