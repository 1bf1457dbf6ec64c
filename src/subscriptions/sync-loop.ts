import type { SetTimer } from '@overheard/base/clock'
import { coalesced, type Loop, startLoop } from '@overheard/base/serial'
import { rejectOnAbort, withTimeout } from '@overheard/base/timeout'
import type { Announcements } from '../model/announcements.ts'
import type { Log } from '../model/log.ts'
import type { SubscriptionRegistry } from './subscription-registry.ts'

/** `refresh`, `sync` and `refreshProblems` reject if the store fails. */
type SyncedState = {
  mutes: { refresh(): Promise<void> }
  originalCards: { refresh(): Promise<void> }
  registry: Pick<SubscriptionRegistry, 'sync'>
  otherInstallations: { refresh(): Promise<void> }
  refreshProblems: () => Promise<void>
  /** Raises the problems of stored records that are damaged, and ends those that are over. */
  tellDamage: () => void
  redraw: () => void
}

export type SyncLoop = {
  /**
   * Reads everything once, then every five seconds and when another process changed something. Rejects if the first read fails. Later
   * failures are logged.
   */
  start(): Promise<void>
  /** Reads what the last leader left. Rejects if the store fails. */
  prepare(): Promise<void>
  /** Reads everything soon. */
  soon(): void
  /** Reads mutes and subscriptions now, because a person must not get outdated answers. Waits at most a second. Never rejects. */
  now(): Promise<void>
  stop(): void
}

type SyncDeps = { setTimer: SetTimer; announcements: Pick<Announcements, 'on'>; log: Pick<Log, 'warn'> }

const syncEveryMs = 5000
/** An answer to a person waits at most this long for a read of the store, in ms, because Slack demands the answer within three seconds. */
const maxWaitMs = 1000

/** True for the changes of records that this loop reads. */
const isRead = (topic: string) => /^(records|messages) (?!webhook|leader-progress|announced)/.test(topic)

export function createSyncLoop(state: SyncedState, { setTimer, announcements, log }: SyncDeps): SyncLoop {
  const { mutes, originalCards, registry, otherInstallations, tellDamage, redraw } = state
  let loop: Loop | undefined
  let isStopped = false
  // The reads run one after the other, because otherwise an older read could be applied last.
  // The mutes are applied before the subscriptions, because a new subscription is polled at once.
  const readChanges = coalesced(() => registry.sync(mutes.refresh()))

  async function readAll(): Promise<void> {
    await originalCards.refresh()
    const reading = Promise.all([readChanges(), otherInstallations.refresh()])
    redraw()
    await reading
    tellDamage()
    await state.refreshProblems()
  }

  const logFailure = (error: Error) =>
    log.warn(
      { reason: error.message },
      'could not read the subscriptions that people changed in Slack from the store; retrying',
    )

  announcements.on((topic, isOwn) => {
    if (!isOwn && (topic === undefined || isRead(topic))) loop?.soon()
  })

  return {
    async prepare() {
      await originalCards.refresh()
      await readChanges()
    },
    soon: () => loop?.soon(),
    async start() {
      await readAll()
      if (!isStopped) loop = startLoop(() => readAll().catch(logFailure), syncEveryMs, setTimer)
    },
    async now() {
      if (loop === undefined || isStopped) return
      const reading = readChanges().catch(logFailure)
      await withTimeout(setTimer, maxWaitMs, (signal) => rejectOnAbort(reading, signal)).catch(
        () => undefined,
      )
    },
    stop() {
      isStopped = true
      void loop?.stop()
    },
  }
}
