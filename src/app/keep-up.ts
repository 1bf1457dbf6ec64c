import type { Roster } from '../roster.ts'
import type { FirstCards } from '../store/first-cards.ts'
import type { Mutes } from '../store/mutes.ts'
import type { Runtime } from './runtime.ts'

type Parts = {
  mutes: Pick<Mutes, 'refresh'>
  firstCards: Pick<FirstCards, 'refresh'>
  roster: Pick<Roster, 'sync'>
  prune: () => Promise<void>
}

/** How often it is looked for what another process was told in Slack, in ms: nobody there waits longer. */
const lookAgainAfter = 5000
/** How many looks pass between two clearings: an hour's. */
const looksPerPruning = 720

/**
 * Takes up all subscriptions, and from then on what is changed in Slack, whichever process was told. Returns how to stop. Rejects where
 * the state cannot be read at the start; later failures are logged, and tried again.
 */
export async function keepUpWithSlack(
  { mutes, firstCards, roster, prune }: Parts,
  setTimer: Runtime['setTimer'],
  log: { warn(fields: object, sentence: string): void },
): Promise<() => void> {
  let looks = 0
  const look = async () => {
    await Promise.all([mutes.refresh(), firstCards.refresh()])
    await roster.sync()
    if (looks++ % looksPerPruning === 0) await prune()
  }
  await look()
  let stopped = false
  let cancel: () => void
  const lookAndWait = () => {
    void look()
      .catch((error: Error) => log.warn({ reason: error.message }, 'changes made in Slack cannot be read'))
      .then(wait)
  }
  const wait = () => {
    if (!stopped) cancel = setTimer(lookAndWait, lookAgainAfter)
  }
  cancel = setTimer(lookAndWait, lookAgainAfter)
  return () => {
    stopped = true
    cancel()
  }
}
