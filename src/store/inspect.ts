import type { z } from 'zod'
import { type CollectionKind, type MessageKey, openCollection } from '../model/collection.ts'
import type { Store } from './store.ts'

type Kinds = readonly CollectionKind<unknown>[]

/** Reads everything that is stored, so that `damage` has all that is damaged. */
export async function inspectStore(
  store: Pick<Store, 'checkpoints' | 'collection' | 'messages' | 'decisions'>,
  kinds: Kinds,
  messageSchemas: Readonly<Record<string, z.ZodType<MessageKey>>>,
): Promise<void> {
  for (const kind of kinds) await openCollection(store, kind).inspect()
  for await (const _ of store.checkpoints.all());
  for (const [name, schema] of Object.entries(messageSchemas))
    for await (const _ of store.messages(name, schema).since(0));
  for await (const _ of store.decisions.entries(0));
}

/**
 * Reads the collections at the start, also those that are used only rarely, so that a person learns of damage before it matters. Leaves out
 * those that can be large.
 */
export async function inspectCollections(store: Pick<Store, 'collection'>, kinds: Kinds): Promise<void> {
  const small = kinds.filter(({ isLarge }) => isLarge === undefined)
  // All of them together are one statement.
  await Promise.all(small.map((kind) => openCollection(store, kind).readAll()))
}
