import type { SetTimer } from '../async/clock.ts'
import type { Log } from '../model/log.ts'
import type { SubscriptionRegistry } from './subscription-registry.ts'

type Parts = {
  mutes: { refresh(): Promise<void> }
  firstCards: { refresh(): Promise<void> }
  roster: Pick<SubscriptionRegistry, 'sync'>
  prune: () => Promise<void>
}

/** Knows what was changed in Slack, whichever process was told. */
export type SyncLoop = {
  /** Takes up all subscriptions, and from then on what is changed. Rejects where the state cannot be read; later failures are logged, and tried again. */
  start(): Promise<void>
  /** Takes up at once what was changed until now: whoever asks must not hear from one process what another knows to be over. Never rejects. */
  now(): Promise<void>
  stop(): void
}

/** How often it is looked for what another process was told in Slack, in ms: no turn decides by older rules. */
const lookAgainAfter = 5000
/** How many looks pass between two clearings: an hour's. */
const looksPerPruning = 720
/** An answer waits so long for the state, in ms: Slack wants to hear of us within three seconds, whatever the state does. */
const longestWait = 1000

/** Keeps up with what is changed in Slack. */
export function createSyncLoop(
  { mutes, firstCards: originalCards, roster: registry, prune }: Parts,
  setTimer: SetTimer,
  log: Pick<Log, 'warn'>,
): SyncLoop {
  let looks = 0
  let cancel: () => void = () => undefined
  let state: 'new' | 'started' | 'stopped' = 'new'
  const takeUp = oneAtATime(async () => {
    await mutes.refresh()
    await registry.sync()
  })

  async function look(): Promise<void> {
    await originalCards.refresh()
    await takeUp()
    if (looks++ % looksPerPruning === 0) await prune()
  }

  const failed = (error: Error) => log.warn({ reason: error.message }, 'changes made in Slack cannot be read')
  const lookAndWait = () => void look().catch(failed).then(wait)
  function wait(): void {
    if (state !== 'stopped') cancel = setTimer(lookAndWait, lookAgainAfter)
  }

  return {
    async start() {
      await look()
      if (state === 'new') state = 'started'
      wait()
    },
    async now() {
      if (state !== 'started') return
      await new Promise<void>((resolve) => {
        const giveUp = setTimer(resolve, longestWait)
        void takeUp().catch(failed).then(resolve).then(giveUp)
      })
    },
    stop() {
      state = 'stopped'
      cancel()
    },
  }
}

/** One look after the other, or what was read first could be taken up last. A look that has not begun yet serves everybody who waits. */
function oneAtATime(look: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  return () => {
    waiting ??= running.then(() => {
      const begun = look()
      waiting = undefined
      running = begun.catch(() => undefined)
      return begun
    })
    return waiting
  }
}
