import type { SetTimer } from '@overheard/base/clock'
import { memoizeAsync } from '@overheard/base/memoize'
import type { Ms, Time } from '@overheard/base/time'
import { rejectOnAbort, withTimeout } from '@overheard/base/timeout'
import { z } from 'zod'
import type { Announcements } from '../../model/announcements.ts'
import { type CollectionKind, openCollection, type Records } from '../../model/collection.ts'
import type { Progress } from './poll-queue.ts'

/** Times are relative to the write (ms), because the clocks of two processes may differ by minutes. */
const storedSchema = z.array(z.tuple([z.string(), z.number().nullable(), z.number().nullable()]))

/** Has one record: the progress of the subscriptions when a process last asked the leader for it. */
export const leaderProgressKind: CollectionKind<z.output<typeof storedSchema>> = {
  name: 'leader-progress',
  schema: storedSchema,
}
const record = 'all'
const wanted = 'progress wanted'
const told = 'records leader-progress'

/** An answer is reused for this time, in ms, so that all requests for status pages share one. */
const reuseMs = 1000
/** The leader gets this time for its answer, in ms. */
const maxWaitMs = 1000

type LeaderProgressDeps = {
  store: Records & { leading: Records }
  announcements: Announcements
  leads: () => boolean
  own: () => Progress[]
  now: () => Time
  setTimer: SetTimer
}

/**
 * Returns a function that resolves with the progress of all subscriptions. A process that stands by asks the leader, which stores its answer.
 * If the leader does not answer, the last answer is returned. Never rejects.
 */
export function createLeaderProgress(deps: LeaderProgressDeps): () => Promise<Progress[]> {
  const { store, announcements, leads, own, now, setTimer } = deps
  const stored = openCollection(store, leaderProgressKind)
  const written = openCollection(store.leading, leaderProgressKind)
  let waiting = Promise.withResolvers<void>()
  let last: { at: Time; progress: Progress[] } | undefined

  announcements.on((topic) => {
    if (topic === wanted && leads()) void written.put(record, toStored(own(), now())).catch(() => undefined)
    if (topic !== told) return
    waiting.resolve()
    waiting = Promise.withResolvers()
  })

  async function ask(): Promise<void> {
    const answered = waiting.promise
    await announcements.announce(wanted)
    await answered
    const found = await stored.find(record)
    if (found !== undefined) last = { at: now(), progress: fromStored(found, now()) }
  }

  const askOnce = memoizeAsync(
    () => withTimeout(setTimer, maxWaitMs, (signal) => rejectOnAbort(ask(), signal)).catch(() => undefined),
    { now, ttlMs: reuseMs },
  )

  return async () => {
    if (leads()) return own()
    await askOnce()
    if (last === undefined) return []
    const { at, progress } = last
    return progress.map((one) => grownBy(one, Math.max(0, now() - at)))
  }
}

function grownBy({ behindMs, ...one }: Progress, ms: Ms): Progress {
  return behindMs === undefined ? one : { ...one, behindMs: behindMs + ms }
}

function toStored(progress: Progress[], now: Time): z.output<typeof storedSchema> {
  return progress.map(({ member, behindMs, caughtUpAt }) => [
    member,
    behindMs ?? null,
    caughtUpAt === undefined ? null : now - caughtUpAt,
  ])
}

function fromStored(stored: z.output<typeof storedSchema>, now: Time): Progress[] {
  return stored.map(([member, behindMs, sinceCaughtUp]) => ({
    member,
    ...(behindMs === null ? {} : { behindMs }),
    ...(sinceCaughtUp === null ? {} : { caughtUpAt: now - sinceCaughtUp }),
  }))
}
