import type { SetTimer } from '../async/clock.ts'
import { rejectOnAbort, withTimeout } from '../async/timeout.ts'
import type { Log } from '../model/log.ts'
import type { SubscriptionRegistry } from './subscription-registry.ts'

/** What is read again and again. All of it rejects if the store cannot be read. */
type SyncedState = {
  mutes: { refresh(): Promise<void> }
  originalCards: { refresh(): Promise<void> }
  registry: Pick<SubscriptionRegistry, 'sync'>
  prune: () => Promise<void>
}

/** Reads what any process was told in Slack. */
export type SyncLoop = {
  /** Reads everything once, and then again and again. Rejects if the first read fails; later failures are logged. */
  start(): Promise<void>
  /** Reads at once: a person must not hear from one process what another knows to be over. Never rejects. */
  now(): Promise<void>
  stop(): void
}

/** The state is read so often, in ms: no poll decides by older rules. */
const syncEveryMs = 5000
/** So many reads pass between two prunings: one hour. */
const syncsPerPruning = 720
/** An answer in Slack waits so long for the state, in ms: Slack wants an answer within three seconds. */
const longestWaitMs = 1000

export function createSyncLoop(
  { mutes, originalCards, registry, prune }: SyncedState,
  setTimer: SetTimer,
  log: Pick<Log, 'warn'>,
): SyncLoop {
  let syncs = 0
  let cancel: () => void = () => undefined
  let state: 'new' | 'started' | 'stopped' = 'new'
  const readChanges = oneAtATime(async () => {
    await mutes.refresh()
    await registry.sync()
  })

  async function readAll(): Promise<void> {
    await originalCards.refresh()
    await readChanges()
    if (syncs++ % syncsPerPruning === 0) await prune()
  }

  const logFailure = (error: Error) =>
    log.warn({ reason: error.message }, 'could not read the changes made in Slack from the store; retrying')
  const readAndWait = () => void readAll().catch(logFailure).then(wait)
  function wait(): void {
    if (state !== 'stopped') cancel = setTimer(readAndWait, syncEveryMs)
  }

  return {
    async start() {
      await readAll()
      if (state === 'new') state = 'started'
      wait()
    },
    async now() {
      if (state !== 'started') return
      const reading = readChanges().catch(logFailure)
      await withTimeout(setTimer, longestWaitMs, (signal) => rejectOnAbort(reading, signal)).catch(
        () => undefined,
      )
    },
    stop() {
      state = 'stopped'
      cancel()
    },
  }
}

/**
 * Runs one read after the other: otherwise an older read could be applied last. A read that has not started yet serves everybody who
 * waits.
 */
function oneAtATime(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  return () => {
    waiting ??= running.then(() => {
      const started = read()
      waiting = undefined
      running = started.catch(() => undefined)
      return started
    })
    return waiting
  }
}
