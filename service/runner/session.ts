import type { FetchSession, Page } from '../fetch/polite-fetch.ts'
import type { Ingest } from '../ingest.ts'
import type { Batch, Channel, Json, Source, Stored } from '../source.ts'
import type { ChannelState } from '../store/channels.ts'
import type { Store } from '../store/store.ts'

/** How many lost stretches are remembered for the operator. */
const maxGaps = 5

export type SessionDeps = { store: Store; ingest: Ingest; now: () => number }

export type ChannelSession = ReturnType<typeof openSession>

/**
 * The state of one channel while it is asked. Everything that a batch changes is written in one transaction: items, mentions, cursor, the
 * validators of pages, and the schedule.
 */
export function openSession(source: Source, channel: Channel, { store, ingest, now }: SessionDeps) {
  const { channels } = store
  const stored = channels.read(source.name, channel.key)
  let { cursor, state } = stored

  function write(change: Partial<ChannelState>): void {
    const next = { ...state, ...change }
    channels.writeState(source.name, channel.key, next)
    state = next
  }

  return {
    cursor: (): Json | undefined => cursor,
    state: (): ChannelState => state,
    write,
    /** Changes the state even if it cannot be written, for example because the disk is full. */
    note(change: Partial<ChannelState>): void {
      try {
        write(change)
      } catch {
        state = { ...state, ...change }
      }
    },
    fetchSession: (signal: AbortSignal, waiting: FetchSession['waiting']): FetchSession => ({
      recall: (url) => channels.page(source.name, channel.key, url),
      learned: new Map<string, Page>(),
      freshUntil: 0,
      signal,
      waiting,
    }),
    /** Stores a batch and what was learned from its pages. `plan` is the schedule that follows from it. */
    async store(
      batch: Batch & { also?: () => void; faults?: string[] },
      learned: ReadonlyMap<string, Page>,
      plan: Partial<ChannelState>,
    ): Promise<Stored> {
      const changed = {
        ...state,
        ...plan,
        failures: 0,
        okAt: now(),
        ...(batch.gap !== undefined && {
          gaps: [...state.gaps, { at: now(), what: batch.gap }].slice(-maxGaps),
        }),
      }
      if (batch.faults !== undefined) changed.faults = batch.faults
      delete changed.error
      delete changed.failingSince
      const result = await ingest.store(batch, {
        source,
        channel: channel.key,
        keepsAll: channel.kind !== 'stream',
        also(items) {
          Object.assign(changed, freshness(batch, items, now()))
          if (batch.cursor !== undefined) channels.writeCursor(source.name, channel.key, batch.cursor)
          for (const [url, page] of learned) channels.writePage(source.name, channel.key, url, page)
          channels.writeState(source.name, channel.key, changed)
          batch.also?.()
        },
      })
      state = changed
      if (batch.cursor !== undefined) cursor = batch.cursor
      return result
    },
  }
}

/** When the channel last gave something new, and how late the newest of it was. */
function freshness(
  { items }: Batch,
  { items: outcomes }: Stored,
  now: number,
): Pick<ChannelState, 'itemAt' | 'delayMs'> {
  const published = items
    .filter((_item, place) => outcomes[place] === 'new')
    .map(({ publishedAt }) => publishedAt ?? now)
  if (published.length === 0) return {}
  return { itemAt: now, delayMs: Math.max(0, now - Math.max(...published)) }
}
