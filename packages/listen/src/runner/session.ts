import type { FetchSession, Page } from '../fetch/polite-fetch.ts'
import type { Ingest } from '../ingest.ts'
import type { Batch, Channel, Json, Source, Stored } from '../source.ts'
import type { ChannelState } from '../store/channels.ts'
import type { Store } from '../store/store.ts'

/** How many lost stretches are remembered for the operator. */
const maxGaps = 5
/** A cursor that brought nothing new is written after this time, in ms: a process that dies before just asks again. */
const unwrittenMs = 60_000
/** A plan that is later than the one on the disk by more than this share is written at once, because a host may have asked for it. */
const laterShare = 0.2

export type SessionDeps = { store: Store; ingest: Ingest; now: () => number }

type Given = Batch & { also?: () => void; faults?: string[] }

export type ChannelSession = ReturnType<typeof openSession>

/**
 * The state of one channel while it is asked. Everything that a batch changes is written in one transaction: items, mentions, cursor, the
 * validators of pages, and the schedule.
 */
export function openSession(source: Source, channel: Channel, { store, ingest, now }: SessionDeps) {
  const { channels } = store
  const stored = channels.read(source.name, channel.key)
  let { cursor, state } = stored
  /** Since when the cursor differs from the one on the disk. */
  let unwrittenSince: number | undefined

  function write(change: Partial<ChannelState>): void {
    const next = { ...state, ...change }
    if (unwrittenSince !== undefined && Math.abs(now() - unwrittenSince) >= unwrittenMs) flush()
    channels.writeState(source.name, channel.key, next)
    state = next
  }

  function flush(): void {
    if (unwrittenSince !== undefined && cursor !== undefined)
      channels.writeCursor(source.name, channel.key, cursor)
    unwrittenSince = undefined
  }

  /** True if nothing is lost when the answer is forgotten. */
  const isQuiet = ({ items, removals = [], gap, also, faults }: Given, learned: ReadonlyMap<string, Page>) =>
    items.length + removals.length + learned.size + state.failures === 0 &&
    [gap, also, faults, state.error].every((one) => one === undefined)

  return {
    cursor: (): Json | undefined => cursor,
    state: (): ChannelState => state,
    write,
    /** Writes the cursor if it is not on the disk. Before the end, because that need not be asked again. */
    flush,
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
      batch: Given,
      learned: ReadonlyMap<string, Page>,
      plan: Partial<ChannelState>,
    ): Promise<Stored> {
      const changed = {
        ...state,
        ...plan,
        failures: 0,
        okAt: now(),
        ...((batch.items.length > 0 || batch.cursor !== undefined) && { givenAt: now() }),
        ...(batch.gap !== undefined && {
          gaps: [...state.gaps, { at: now(), what: batch.gap }].slice(-maxGaps),
        }),
      }
      if (batch.faults !== undefined) changed.faults = batch.faults
      delete changed.error
      delete changed.failingSince
      const { nextAt = Number.POSITIVE_INFINITY } = plan
      if (isQuiet(batch, learned) && nextAt <= state.nextAt + laterShare * state.waitMs) {
        state = changed
        if (batch.cursor !== undefined) {
          cursor = batch.cursor
          unwrittenSince ??= now()
        }
        return { items: [] }
      }
      const result = await ingest.store(batch, {
        source,
        channel: channel.key,
        keepsAll: channel.kind !== 'stream',
        also(items) {
          Object.assign(changed, freshness(batch, items, now()))
          const written = batch.cursor ?? (unwrittenSince === undefined ? undefined : cursor)
          if (written !== undefined) channels.writeCursor(source.name, channel.key, written)
          for (const [url, page] of learned) channels.writePage(source.name, channel.key, url, page)
          channels.writeState(source.name, channel.key, changed)
          batch.also?.()
        },
      })
      state = changed
      unwrittenSince = undefined
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
