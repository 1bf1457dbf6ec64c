import type { SteadyClock } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import { receiptMarkOf } from '../../src/engine/post/post-receipt.ts'
import type { PendingPost } from '../../src/engine/progress/checkpoint-changes.ts'
import type { Checkpoint, CheckpointKey } from '../../src/model/checkpoint.ts'
import type { Observers } from '../../src/start/launch.ts'

/** What a trace needs of a checkpoint. */
export type Stored = Pick<Checkpoint, 'watermark' | 'done'> & {
  isAnnounced: boolean
  /** Absent if there is no spike, or its card is not posted. */
  spikeThread?: string
  hasSpike: boolean
  isNotified: boolean
  pending?: Sent
}

/** A message: what it covers, the mark in its first block, and which of its tries this is. */
export type Sent = Pick<PendingPost, 'ids' | 'spike' | 'thread'> & { mark: string; at: Time }

/**
 * An effect of a process, written before it (`begins`) and after it (`ends`), because a process can die in between. `at` is the time of its
 * steady clock.
 */
export type Line = { process: string; at?: Ms } & (
  | { begins: number; what: 'loads'; key: CheckpointKey }
  | { begins: number; what: 'saves'; key: CheckpointKey; stored: Stored }
  | { begins: number; what: 'posts'; channel: string; mark: string }
  | { begins: number; what: 'searches'; channel: string }
  /** The first page of a search of a channel, or of a thread in it. */
  | { begins: number; what: 'reads'; channel: string; thread?: string }
  | { begins: number; what: 'takes' | 'renews' | 'releases' }
  | { dies: true }
  | { ends: number; result: string; stored?: Stored; marks?: string[] }
)

/** Returns functions that wrap ports: each effect is the same, and is written down. `process` tells the processes of a trace apart. */
export function createRecorder(process: string, write: (line: Line) => void, steady: SteadyClock): Observers {
  let count = 0
  async function around<T>(
    begins: BeginsOf<Line>,
    effect: () => Promise<T>,
    resultOf: (result: T) => { result: string; stored?: Stored; marks?: string[] },
  ): Promise<T> {
    const effectNumber = ++count
    write({ process, at: steady(), begins: effectNumber, ...begins } as Line)
    try {
      const result = await effect()
      write({ process, ends: effectNumber, ...resultOf(result) })
      return result
    } catch (error) {
      write({
        process,
        ends: effectNumber,
        result: error instanceof Error ? error.constructor.name : 'failed',
      })
      throw error
    }
  }
  return {
    polls: (ports) => ({
      ...ports,
      post: (posting) =>
        around(
          { what: 'posts', channel: posting.channel, mark: posting.content.blocks[0]?.block_id ?? '' },
          () => ports.post(posting),
          ({ kind }) => ({ result: kind }),
        ),
      readHistory: (range, enough) =>
        around(
          { what: 'searches', channel: range.channel },
          () => ports.readHistory(range, enough),
          (history) => ({
            result: history.kind,
            ...(history.kind === 'seen' ? { marks: history.messages.flatMap(({ mark }) => mark ?? []) } : {}),
          }),
        ),
    }),
    pages: (read) => (range, cursor) =>
      cursor === undefined
        ? around(
            { what: 'reads', channel: range.channel, ...defined({ thread: range.thread }) },
            () => read(range),
            ({ kind }) => ({ result: kind }),
          )
        : read(range, cursor),
    checkpoints: (store) => ({
      ...store,
      load: (key) =>
        around(
          { what: 'loads', key },
          () => store.load(key),
          (found) =>
            found.kind === 'kept'
              ? { result: 'kept', stored: storedOf(key, found.checkpoint) }
              : { result: found.kind },
        ),
      save: (key, checkpoint) =>
        around(
          { what: 'saves', key, stored: storedOf(key, checkpoint) },
          () => store.save(key, checkpoint),
          (result) => ({ result }),
        ),
    }),
    lease: (lease) => ({
      take: () =>
        around({ what: 'takes' }, lease.take, (taken) => ({
          result: taken === undefined ? 'denied' : 'taken',
        })),
      renew: () => around({ what: 'renews' }, lease.renew, (result) => ({ result })),
      release: () => around({ what: 'releases' }, lease.release, () => ({ result: 'released' })),
    }),
  }
}

type BeginsOf<L> = L extends { begins: number } ? Omit<L, 'begins' | 'process' | 'at'> : never

function storedOf(key: CheckpointKey, { watermark, done, unannounced, spike, pending }: Checkpoint): Stored {
  const isRunning = spike?.state.kind === 'spike'
  return {
    watermark,
    done,
    isAnnounced: unannounced !== true,
    hasSpike: isRunning,
    isNotified: spike?.notified === true,
    ...(isRunning && spike.thread !== undefined ? { spikeThread: spike.thread } : {}),
    ...(pending === undefined
      ? {}
      : {
          pending: {
            ids: pending.ids,
            at: pending.at,
            ...defined({ thread: pending.thread }),
            ...(pending.spike === undefined ? {} : { spike: pending.spike }),
            mark: receiptMarkOf(key, pending),
          },
        }),
  }
}
