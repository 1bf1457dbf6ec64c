import { FetchError, type OpenSocket } from '../../src/source.ts'
import type { VirtualTime } from '../virtual-time.ts'

const postCollection = 'app.bsky.feed.post'

export type FakeEvent =
  | {
      kind: 'commit'
      did: string
      operation: 'create' | 'update'
      rkey: string
      record: object
      collection?: string
    }
  | { kind: 'commit'; did: string; operation: 'delete'; rkey: string; collection?: string }
  | { kind: 'account'; did: string; active: boolean; status?: string }
  | { kind: 'identity'; did: string }

type Kept = { timeUs: number; event: FakeEvent } | { timeUs: number; raw: string }

/** The new dialect says that it cannot go back so far, and goes back as far as it can. */
const outdatedCursor = JSON.stringify({
  $type: 'message',
  payload: { $type: 'network.bsky.jetstream.subscribeEvents#info', name: 'OutdatedCursor', message: '…' },
})

const hourUs = 60 * 60 * 1_000_000

/**
 * A server of Jetstream by its documentation (github.com/bluesky-social/jetstream, docs/README.md § 5), in both dialects. It goes back 36
 * hours, and only the new dialect says so if the cursor is older; the cursor is inclusive; account and identity events come whatever collections are wanted.
 */
export function createFakeJetstream(time: VirtualTime, { lookbackUs = 36 * hourUs } = {}) {
  const kept: Kept[] = []
  const connections: { url: URL; at: number }[] = []
  const open = new Set<Connection>()
  let refusalBy: (hostname: string) => FetchError | undefined = () => undefined
  let isSilent = false

  const openSocket =
    (signal: AbortSignal): OpenSocket =>
    (address, { silenceMs = 60_000 } = {}) => {
      const url = new URL(address)
      connections.push({ url, at: time.now() })
      return { [Symbol.asyncIterator]: () => listen(url, silenceMs, signal) }
    }

  function listen(url: URL, silenceMs: number, signal: AbortSignal): AsyncIterator<string> {
    const connection = new Connection(url, silenceMs, time)
    signal.addEventListener('abort', () => connection.end(signal.reason), { once: true })
    const problem = refusalBy(url.hostname) ?? problemOf(url)
    if (problem !== undefined) connection.end(problem)
    else {
      open.add(connection)
      connection.setSilent(isSilent)
      if (isNewDialect(url) && isTooOld(url)) connection.give({ timeUs: 0, raw: outdatedCursor })
      if (!isSilent) for (const one of replayed(url)) connection.give(one)
    }
    return connection
  }

  const isTooOld = ({ searchParams }: URL) =>
    Number(searchParams.get('cursor') ?? Number.POSITIVE_INFINITY) < time.now() * 1000 - lookbackUs

  function replayed(url: URL): Kept[] {
    const cursor = url.searchParams.get('cursor')
    if (cursor === null || Number(cursor) > time.now() * 1000) return []
    const floor = Math.max(Number(cursor), time.now() * 1000 - lookbackUs)
    return kept.filter(({ timeUs }) => timeUs >= floor)
  }

  function put(one: Kept): void {
    kept.push(one)
    if (!isSilent) for (const connection of open) connection.give(one)
  }

  return {
    openSocket,
    connections,
    /** The time is that of the clock unless it is given. */
    emit: (event: FakeEvent, timeUs = time.now() * 1000): void => put({ timeUs, event }),
    /** A frame as it is, for what no server should send. */
    emitRaw: (raw: string): void => put({ timeUs: time.now() * 1000, raw }),
    /** Connections break; with an error, unless the server says goodbye. */
    cut(error: Error | undefined = new FetchError('unreachable', 'the connection broke')): void {
      for (const connection of open) connection.end(error)
      open.clear()
    },
    /** Connections stay, and nothing comes. Otherwise there is always something on the network, although the fake does not send it. */
    setSilent(silent: boolean): void {
      isSilent = silent
      for (const connection of open) connection.setSilent(silent)
    },
    /** New connections fail with this error. */
    refuse: (error: FetchError | undefined | typeof refusalBy): void => {
      refusalBy = typeof error === 'function' ? error : () => error
    },
    connected: () => [...open].filter(({ isOpen }) => isOpen).length,
  }
}

/** One client, as a queue of frames. */
class Connection implements AsyncIterator<string> {
  readonly #url: URL
  readonly #silenceMs: number
  readonly #time: VirtualTime
  readonly #frames: string[] = []
  #waiting:
    | { resolve: (result: IteratorResult<string>) => void; reject: (error: unknown) => void }
    | undefined
  #ending: { error: unknown } | undefined
  #isSilent = false
  #cancelSilence = (): void => undefined

  constructor(url: URL, silenceMs: number, time: VirtualTime) {
    this.#url = url
    this.#silenceMs = silenceMs
    this.#time = time
  }

  get isOpen(): boolean {
    return this.#ending === undefined
  }

  give(one: Kept): void {
    const frame = 'raw' in one ? one.raw : frameFor(this.#url, one.event, one.timeUs)
    if (frame === undefined) return
    this.#frames.push(frame)
    this.#serve()
  }

  end(error?: unknown): void {
    this.#ending ??= { error }
    this.#serve()
  }

  setSilent(silent: boolean): void {
    this.#isSilent = silent
    if (this.#waiting !== undefined) this.#watchSilence()
  }

  #watchSilence(): void {
    this.#cancelSilence()
    const giveUp = () => this.end(new FetchError('timeout', `silent for ${this.#silenceMs / 1000} s`))
    if (this.#isSilent) this.#cancelSilence = this.#time.setTimer(giveUp, this.#silenceMs)
  }

  next(): Promise<IteratorResult<string>> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#watchSilence()
      this.#serve()
    })
  }

  async return(): Promise<IteratorResult<string>> {
    this.end()
    return { done: true, value: undefined }
  }

  #serve(): void {
    const waiting = this.#waiting
    const frame = this.#frames[0]
    if (waiting === undefined || (frame === undefined && this.#ending === undefined)) return
    this.#waiting = undefined
    this.#cancelSilence()
    if (frame !== undefined) {
      this.#frames.shift()
      waiting.resolve({ done: false, value: frame })
    } else if (this.#ending?.error === undefined) waiting.resolve({ done: true, value: undefined })
    else waiting.reject(this.#ending.error)
  }
}

const isNewDialect = ({ pathname }: URL) => pathname.endsWith('/network.bsky.jetstream.subscribeEvents')

function problemOf(url: URL): FetchError | undefined {
  const names = new Set(url.searchParams.keys())
  const allowed = isNewDialect(url)
    ? ['cursor', 'kinds', 'collections', 'dids', 'maxMessageSizeBytes']
    : ['cursor', 'wantedCollections', 'wantedDids', 'maxMessageSizeBytes', 'compress', 'requireHello']
  const isFine =
    (isNewDialect(url) || url.pathname === '/subscribe') && [...names].every((name) => allowed.includes(name))
  return isFine ? undefined : new FetchError('refused', `${url.hostname} answers 400`, { status: 400 })
}

/** Undefined if this client has not asked for it. */
function frameFor(url: URL, event: FakeEvent, timeUs: number): string | undefined {
  const isNew = isNewDialect(url)
  const collections = url.searchParams.getAll(isNew ? 'collections' : 'wantedCollections')
  const kinds = isNew ? url.searchParams.getAll('kinds') : []
  const { collection = postCollection } = event.kind === 'commit' ? event : {}
  if (event.kind === 'commit' && !collections.includes(collection)) return undefined
  if (kinds.length > 0 && !kinds.includes(event.kind)) return undefined
  const frame = JSON.stringify(isNew ? newFrame(event, timeUs) : oldFrame(event, timeUs))
  const most = Number(url.searchParams.get('maxMessageSizeBytes') ?? 0)
  return most > 0 && frame.length > most ? undefined : frame
}

function partsOf(event: FakeEvent, timeUs: number) {
  const upstream = { did: event.did, seq: 30340180350, time: new Date(timeUs / 1000).toISOString() }
  switch (event.kind) {
    case 'account': {
      const { active, status } = event
      return { account: { ...upstream, active, ...(status && { status }) } }
    }
    case 'identity':
      return { identity: upstream }
    case 'commit': {
      const { operation, rkey, collection = postCollection } = event
      const commit = { rev: '3mmoojpaqkn2z', operation, collection, rkey }
      return event.operation === 'delete'
        ? { commit }
        : { commit: { ...commit, record: event.record, cid: 'bafyrei' } }
    }
  }
}

function oldFrame(event: FakeEvent, timeUs: number): object {
  return { did: event.did, time_us: timeUs, kind: event.kind, ...partsOf(event, timeUs), cursor: 12345 }
}

function newFrame(event: FakeEvent, timeUs: number): object {
  const { commit, ...others } = partsOf(event, timeUs) as { commit?: object }
  const time = `${new Date(timeUs / 1000).toISOString().slice(0, -1)}${String(timeUs % 1000).padStart(3, '0')}Z`
  const $type = `network.bsky.jetstream.subscribeEvents#${event.kind}`
  return { $type: 'message', payload: { $type, seq: 12345, did: event.did, time, ...commit, ...others } }
}
