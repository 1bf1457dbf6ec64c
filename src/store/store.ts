import type { SetTimer } from '../async/clock.ts'
import { postedCardSchema } from '../model/card.ts'
import type { CheckpointStore } from '../model/checkpoint.ts'
import type { Collection, OpenCollection, OpenMessageRecords } from '../model/collection.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Log } from '../model/log.ts'
import type { ShardFence } from '../model/shard.ts'
import { spikeCardRecordSchema } from '../model/spike-card.ts'
import { dateOf } from '../model/utc-date.ts'
import { queuedEventSchema } from '../model/webhook-event.ts'

/** Both backends have this interface: a folder of files for one process, or a PostgreSQL database for any number of processes. */
export type Store = {
  checkpoints: Pick<CheckpointStore, 'load'>
  /** Returns the checkpoints of a shard for its owner. In files, one process owns all shards. */
  ownedCheckpoints(fence: ShardFence): CheckpointStore
  decisions: DecisionLog
  collection: OpenCollection
  messages: OpenMessageRecords
  close(): Promise<void>
}

/** The collections with one record for each message. `npm run migrate` moves them, and the doctor checks them. */
export const messageSchemas = {
  cards: postedCardSchema,
  'spike-cards': spikeCardRecordSchema,
  'webhook-events': queuedEventSchema,
}

export type StoreDeps = {
  now: () => number
  setTimer: SetTimer
  log: Pick<Log, 'warn'>
}

export type DecisionLog = {
  record(entries: DecisionRecord[]): void
  /** Yields the entries since a time (UTC, ms), oldest first. Reads all of them, so use `of` and `latest` to answer people. */
  entries(since: number): AsyncIterable<DecisionRecord>
  /** Returns the entries of one mention, oldest first. Without `alert`, it searches all alerts. Reads only a small part of the log. */
  of(mention: string, alert?: string): Promise<DecisionRecord[]>
  latest(): Promise<ReadonlyMap<string, number>>
  /** Removes the entries of UTC days before `before` (UTC, ms). */
  prune(before: number): Promise<void>
  close(): Promise<void>
}

export function collectionFrom<T>(base: Pick<Collection<T>, 'find' | 'entries' | 'change'>): Collection<T> {
  return {
    ...base,
    all: async () => (await base.entries()).map(({ value }) => value),
    put: async (key, value) => void (await base.change(key, () => value)),
  }
}

export function dayOfMessage(ts: string): string {
  return dateOf(Number(ts) * 1000)
}

/** This error means that a file with data from people is damaged. The bot does not start, because it must not replace such a file silently. */
export class StateDamagedError extends Error {
  override readonly name = 'StateDamagedError'
}
