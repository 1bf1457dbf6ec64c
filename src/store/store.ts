import type { SetTimer } from '@overheard/base/clock'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Checkpoint, CheckpointKey, CheckpointStore } from '../model/checkpoint.ts'
import type { Collection, Records } from '../model/collection.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Log } from '../model/log.ts'
import type { DamageLog } from './damage.ts'

/** Both backends have this interface: a folder of files for one process, or a PostgreSQL database for any number of processes. */
export type Store = Records & {
  checkpoints: Pick<CheckpointStore, 'load'> & {
    /** Leaves out damaged checkpoints. */
    all(): AsyncIterable<FoundCheckpoint>
  }
  /** What the leader writes with: each write fails if another process leads. In a folder, its process always leads. */
  leading: LeadingStore
  decisions: DecisionLog
  /** What is damaged, as far as the store was read. */
  damage: DamageLog
  setAside: {
    /** Names the places of damaged values that had to be replaced. */
    list(): Promise<string[]>
    /** Removes what was set aside before a time (UTC, ms). */
    prune(before: number): Promise<void>
  }
  close(): Promise<void>
}

type LeadingStore = Records & {
  /** Opens the checkpoints until another process leads. Throws FencedError if this process does not lead. */
  checkpoints(): CheckpointStore
}

export type FoundCheckpoint = { key: CheckpointKey; checkpoint: Checkpoint }

export type StoreDeps = {
  now: () => Time
  setTimer: SetTimer
  log: Pick<Log, 'warn'>
}

export type DecisionLog = {
  record(entries: DecisionRecord[]): void
  /** Yields the entries since a time (UTC, ms), oldest first. Reads all of them, so use `of` and `latest` to answer people. */
  entries(since: Time): AsyncIterable<DecisionRecord>
  /** Returns the entries of one mention, oldest first. Without `alert`, it searches all alerts. Reads only a small part of the log. */
  of(mention: Id, alert?: Id): Promise<DecisionRecord[]>
  latest(): Promise<ReadonlyMap<string, number>>
  /** Removes the entries of UTC days before `before`. */
  prune(before: number): Promise<void>
  close(): Promise<void>
}

export function collectionFrom<T>(
  base: Pick<Collection<T>, 'find' | 'readAll' | 'inspect' | 'change' | 'put'>,
): Collection<T> {
  const entries = async () => (await base.readAll()).entries
  return {
    ...base,
    entries,
    all: async () => (await entries()).map(({ value }) => value),
  }
}
