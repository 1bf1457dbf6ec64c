import type { SetTimer } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import { rejectOnAbort, TimedOutError, withTimeout } from '@overheard/base/timeout'
import { ZodError } from 'zod'
import { type FetchSession, withoutMemory } from '../fetch/polite-fetch.ts'
import type { Ingest } from '../ingest.ts'
import { SourceSettingsError } from '../settings.ts'
import {
  type Channel,
  type Fetch,
  FetchError,
  type GivenItem,
  type Item,
  type Log,
  type OpenSocket,
  type PlannedAlert,
  type PollChannel,
  type PushChannel,
  type PushHead,
  type PushReply,
  type PushRequest,
  type Search,
  type Source,
  type StreamChannel,
  type StreamTools,
  type Tools,
} from '../source.ts'
import type { ChannelState } from '../store/channels.ts'
import type { Store } from '../store/store.ts'
import { recheckChannel } from './recheck.ts'
import { afterFailure, afterSuccess, beforePoll, endOf, reopenMs, replanned } from './schedule.ts'
import { type ChannelSession, openSession } from './session.ts'
import { withWorkingTime } from './working-time.ts'

export type RunnerDeps = {
  store: Store
  ingest: Ingest
  now: () => number
  setTimer: SetTimer
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
  politeFetch: (session: FetchSession) => Fetch
  openSocket: (signal: AbortSignal) => OpenSocket
  log: Log
}

/** A source that is switched on. */
export type ActiveSource = { source: Source; settings: unknown }

/** What `doctor` and the status page show of a channel. */
export type ChannelStatus = ChannelState & {
  source: string
  channel: string
  kind: Channel['kind']
  plan?: PlannedAlert[]
}

export type Runner = ReturnType<typeof createRunner>

/**
 * Polls at the same time; a source of which none runs may always begin one more. Polls that wait for their host do not count, because they would
 * keep others from hosts that are free.
 */
const maxPolls = 8
/** A source that never ends must not block the others. The time in which it waits for its host does not count. */
const maxPollMs = 10 * 60 * 1000
/** A poll with more pages than this goes on after a pause (ms), so that a source without an end does not keep the others from the disk. */
const maxPages = 50
const pauseMs = 60_000
/** So many items of before are compared with those of a document, which has at most 500. */
const maxGiven = 2000
/** Somebody waits for a preview. */
const maxPreviewMs = 10_000
/** The runner looks at the clock at least this often, in ms, because clocks jump. */
const longestNapMs = 5 * 60_000

type Due = { one: Running; at: number }

type Pushed = { one: Running; channel: PushChannel; place: Pick<PushHead, 'below'> }

type Running = {
  source: Source
  channel: Channel
  session: ChannelSession
  stopping: AbortController
  /** A poll or a stream that is under way. */
  work: Promise<void> | undefined
  /** True while the poll waits for its host. */
  waits: boolean
}

/** Asks all channels at their times, and keeps streams open. A failure of one channel never delays another. */
export function createRunner(deps: RunnerDeps) {
  const { now, setTimer, random, log } = deps
  const running = new Map<string, Running>()
  /** What waits for its poll, the next first. A poll that ends changes one place, because there may be thousands. */
  let waiting: Due[] = []
  const polling = new Set<Running>()
  /** By source: items of channels that are not asked any more. */
  const left = new Map<string, GivenItem[]>()
  let active: readonly ActiveSource[] = []
  let stopped = false
  const closing = new AbortController()
  let cancelTimer = (): void => undefined

  function toolsFor(
    { source, stopping: { signal } }: Pick<Running, 'source' | 'stopping'>,
    session: FetchSession,
  ): Tools {
    return {
      now,
      random,
      signal,
      sleep: (ms) => deps.sleep(ms, signal),
      log,
      fetch: deps.politeFetch(session),
      socket: deps.openSocket(signal),
      given: (idPrefix) => deps.store.items.given(source.name, idPrefix, maxGiven),
      givenAs: (ids) => deps.store.items.givenAs(source.name, ids),
      removedAt: (idPrefix, times) => deps.store.items.removedAt(source.name, idPrefix, times),
      authorOf: (id) => deps.store.items.authorOf(source.name, id),
      left: () => leftOf(source.name),
    }
  }

  /** Nothing is added to channels that are not asked any more. So the first looks at thousands of new ones search for them once. */
  function leftOf(source: string): GivenItem[] {
    const known = left.get(source)
    if (known !== undefined) return known
    const asked = [...running.values()].filter((one) => one.source.name === source)
    const keys = asked.map(({ channel }) => channel.key)
    const found = deps.store.items.left(source, keys, maxGiven)
    left.set(source, found)
    return found
  }

  /** Tools of a stream or push. Pages are stored with the next batch. */
  function streamTools(one: Running): StreamTools {
    const pages = one.session.fetchSession(one.stopping.signal, () => undefined)
    return {
      ...toolsFor(one, pages),
      async store(batch) {
        const result = await one.session.store(batch, pages.learned, {})
        pages.learned.clear()
        return result
      },
    }
  }

  function fail(one: Running, error: unknown, plan: (failures: number) => Partial<ChannelState>): void {
    const { source, channel, session } = one
    const state = session.state()
    const failures = state.failures + 1
    const failingSince = state.failingSince ?? now()
    const message = sentenceOf(error)
    const ended = endOf(now(), { ...state, failures, failingSince }, error)
    session.note({
      ...plan(failures),
      failures,
      failingSince,
      error: message,
      ...defined({ ended, waitsUntil: error instanceof FetchError ? error.retryAt : undefined }),
    })
    const fields = { source: source.name, channel: channel.key, failures, reason: message }
    if (ended === undefined) log.warn(fields, 'a source failed')
    else log.error(fields, 'a source has ended')
  }

  async function poll(one: Running, channel: PollChannel): Promise<void> {
    const { session } = one
    const startedAt = now()
    try {
      session.write({ ...beforePoll(startedAt, channel.everyMs, random()), startedAt })
      await withWorkingTime(
        deps,
        maxPollMs,
        (signal, pauseTime) => {
          const waiting = (isWaiting: boolean) => {
            pauseTime(isWaiting)
            if (one.waits === isWaiting) return
            one.waits = isWaiting
            // Later, because the poll may be about to begin within a tick.
            if (isWaiting) queueMicrotask(tick)
          }
          return pollPages(one, channel, startedAt, { signal, waiting })
        },
        one.stopping.signal,
      )
    } catch (error) {
      if (one.stopping.signal.aborted) return
      fail(one, error, (failures) => afterFailure(now(), channel.everyMs, failures, error, random()))
    }
  }

  async function pollPages(
    one: Running,
    channel: PollChannel,
    startedAt: number,
    { signal, waiting }: Pick<FetchSession, 'signal' | 'waiting'>,
  ): Promise<void> {
    for (let page = 1; ; page++) {
      const pages = one.session.fetchSession(signal, waiting)
      const asked = channel.poll(one.session.cursor(), { ...toolsFor(one, pages), signal })
      const polled = await rejectOnAbort(asked, signal)
      const goesOn = polled.more === true && page < maxPages
      const answered = {
        startedAt,
        everyMs: channel.everyMs,
        nextAt: polled.more === true ? now() + pauseMs : polled.nextAt,
        freshUntil: polled.more === true ? 0 : pages.freshUntil,
      }
      await one.session.store(polled, pages.learned, afterSuccess(now(), answered, random()))
      if (!goesOn) return
    }
  }

  async function stream(one: Running, channel: StreamChannel): Promise<void> {
    const { signal } = one.stopping
    while (!signal.aborted && one.session.state().ended === undefined) {
      try {
        await openStream(one, channel)
      } catch (error) {
        if (signal.aborted) return
        fail(one, error, (failures) => {
          const waitMs = waitOf(error, failures)
          return { waitMs, nextAt: now() + waitMs }
        })
      }
    }
  }

  /** Waits until the stream may be opened: its host may have asked for that before a restart, too. Always rejects in the end. */
  async function openStream(one: Running, channel: StreamChannel): Promise<never> {
    const { signal } = one.stopping
    const waitMs = dueAt(one.session) - now()
    if (waitMs > 0) await deps.sleep(waitMs, signal)
    one.session.note({ startedAt: now() })
    await rejectOnAbort(channel.open(one.session.cursor(), streamTools(one)), signal)
    throw new FetchError('unreachable', 'the stream ended')
  }

  function waitOf(error: unknown, failures: number): number {
    const retryAt = error instanceof FetchError ? error.retryAt : undefined
    return Math.max(reopenMs(failures - 1, error, random()), (retryAt ?? 0) - now())
  }

  const isWaiting = ({ channel, session, work }: Running) =>
    channel.kind === 'poll' && work === undefined && session.state().ended === undefined

  function dueAt(session: ChannelSession): number {
    const corrected = replanned(now(), session.state())
    if (corrected !== undefined) session.note(corrected)
    return session.state().nextAt
  }

  /** Reads all plans anew, because channels have changed, or perhaps the clock. */
  function planAll(): void {
    waiting = [...running.values()]
      .filter(isWaiting)
      .map((one) => ({ one, at: dueAt(one.session) }))
      .sort((a, b) => a.at - b.at)
  }

  function plan(one: Running): void {
    const at = dueAt(one.session)
    let [from, to] = [0, waiting.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((waiting[middle]?.at ?? 0) <= at) from = middle + 1
      else to = middle
    }
    waiting.splice(from, 0, { one, at })
  }

  /** Starts what is due, and sets the timer for the rest. */
  function tick(): void {
    if (stopped) return
    cancelTimer()
    const [at, asking] = [now(), [...polling].filter(({ waits }) => !waits)]
    // A source whose polls hang takes no place that another one needs. The end of a poll calls again.
    const hasPlace = ({ source }: Running) =>
      asking.length < maxPolls || !asking.some((one) => one.source === source)
    let place = 0
    for (let next = waiting[0]; next !== undefined && next.at <= at; next = waiting[place]) {
      if (hasPlace(next.one)) {
        waiting.splice(place, 1)
        asking.push(next.one)
        start(next.one)
      } else place += 1
    }
    const napMs = Math.min((waiting[place]?.at ?? Number.POSITIVE_INFINITY) - at, longestNapMs)
    cancelTimer = setTimer(napMs < longestNapMs ? tick : lookAtClock, napMs)
  }

  function lookAtClock(): void {
    planAll()
    tick()
  }

  function start(one: Running): void {
    const { channel } = one
    if (channel.kind === 'push') return
    const task = channel.kind === 'poll' ? poll(one, channel) : stream(one, channel)
    if (channel.kind === 'poll') polling.add(one)
    one.work = task.finally(() => {
      one.work = undefined
      one.waits = false
      if (!polling.delete(one)) return
      if (running.get(nameOf(one.source.name, one.channel.key)) === one && isWaiting(one)) plan(one)
      tick()
    })
  }

  async function stop(one: Running): Promise<void> {
    one.stopping.abort(new Error('the channel was stopped'))
    await one.work
    try {
      one.session.flush()
    } catch (error) {
      log.warn({ source: one.source.name, reason: sentenceOf(error) }, 'a cursor could not be written')
    }
  }

  function runOrUpdate(name: string, source: Source, channel: Channel): void {
    const known = running.get(name)
    if (known !== undefined) {
      known.channel = channel
      return
    }
    const session = openSession(source, channel, deps)
    const one = { source, channel, session, stopping: new AbortController(), work: undefined, waits: false }
    running.set(name, one)
    if (channel.kind === 'stream') start(one)
  }

  function pushed(path: string): Pushed | undefined {
    for (const one of running.values()) {
      const { channel } = one
      if (channel.kind !== 'push') continue
      if (channel.path === path) return { one, channel, place: {} }
      if (channel.hasBelow && path.startsWith(`${channel.path}/`))
        return { one, channel, place: { below: path.slice(channel.path.length + 1) } }
    }
    return undefined
  }

  return {
    /** Starts new channels and stops those that no source names any more. Throws if settings are invalid. */
    async sync(sources: readonly ActiveSource[], searches: readonly Search[]): Promise<void> {
      active = sources
      const wanted = new Map<string, { source: Source; channel: Channel }>()
      for (const { source, settings } of sources)
        for (const channel of [
          ...channelsOf(source, settings, searches),
          ...rechecksOf(source, settings, deps),
        ])
          wanted.set(nameOf(source.name, channel.key), { source, channel })
      const gone = [...running].filter(([name]) => !wanted.has(name))
      for (const [name] of gone) running.delete(name)
      planAll()
      await Promise.all(gone.map(([, one]) => stop(one)))
      deps.store.channels.reviveExcept((source, key) => wanted.has(nameOf(source, key)))
      for (const [name, { source, channel }] of wanted) runOrUpdate(name, source, channel)
      left.clear()
      lookAtClock()
    },
    /** Judges a request by its headers; undefined if no channel has its path. */
    admit(path: string, head: PushHead): PushReply | { isProven: boolean } | undefined {
      const found = pushed(path)
      return found && (found.channel.admit?.({ ...head, ...found.place }, now()) ?? { isProven: false })
    },
    /** Gives a request to the channel that has its path; undefined if none has. */
    async receive(path: string, request: PushRequest): Promise<PushReply | undefined> {
      const found = pushed(path)
      return found?.channel.receive(
        { ...request, ...found.place },
        streamTools(found.one),
        found.one.session.cursor(),
      )
    },
    /** Asks the sources that can search, and `others`, what they have lately for a query. One that fails or takes too long gives nothing. */
    async lately(
      search: Search,
      others: readonly ActiveSource[] = [],
    ): Promise<{ source: Source; items: Item[]; failed: boolean }[]> {
      const { signal } = closing
      const asked = [...active, ...others].map(async ({ source, settings }) => {
        const { lately } = source
        if (lately === undefined) return []
        const items = await withTimeout(
          setTimer,
          maxPreviewMs,
          async (late) => {
            const tools = { ...toolsFor({ source, stopping: closing }, withoutMemory(late)), signal: late }
            return rejectOnAbort(lately(search, tools, settings), late)
          },
          signal,
        ).catch(() => undefined)
        return [{ source, items: items ?? [], failed: items === undefined }]
      })
      return (await Promise.all(asked)).flat()
    },
    status: (): ChannelStatus[] =>
      [...running.values()].map(({ source, channel, session }) => ({
        source: source.name,
        channel: channel.key,
        kind: channel.kind,
        ...session.state(),
        ...(channel.kind === 'poll' && channel.plan && { plan: channel.plan(session.cursor(), now()) }),
      })),
    async close(): Promise<void> {
      stopped = true
      closing.abort(new Error('the service stops'))
      cancelTimer()
      await Promise.all([...running.values()].map(stop))
    },
  }
}

const nameOf = (source: string, key: string) => `${source}\0${key}`

/** Throws SourceSettingsError. */
export function channelsOf(source: Source, settings: unknown, searches: readonly Search[]): Channel[] {
  try {
    return source.channels(settings, searches)
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    const [issue] = error.issues
    throw new SourceSettingsError(`${[source.name, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`)
  }
}

function rechecksOf(source: Source, settings: unknown, deps: RunnerDeps): Channel[] {
  const { recheck } = source
  if (recheck === undefined) return []
  return [recheckChannel(source, typeof recheck === 'function' ? recheck(settings) : recheck, deps)]
}

/** What the operator reads. Errors of sources and of SQLite have no secrets in their messages. */
function sentenceOf(error: unknown): string {
  if (error instanceof TimedOutError) return 'the source did not end its poll in time'
  return error instanceof Error ? error.message : 'an unknown failure'
}
