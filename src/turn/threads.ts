import { closeBurst } from '../decide/bookmark.ts'
import { runningStorm, stormWithoutCard, withoutStorm } from '../decide/storm.ts'
import type { Bookmark } from '../model/bookmark.ts'
import { hasNoThreads, wasParentDeleted } from '../model/outcome.ts'
import type { Watch } from './watch.ts'

/** After so many parents in a row that took no reply, a subscription does without threads for a while. */
const mostParents = 2

/** For how long, in ms: a channel without threads stays so; whoever locks each thread may stop. */
const [aDay, anHour] = [24 * 60 * 60_000, 60 * 60_000]

/** Whether a subscription may post into threads. Without them mentions get cards of their own, and nothing is called a storm. */
export function mayUseThreads({ memory, turnStart }: Pick<Watch, 'memory' | 'turnStart'>): boolean {
  const { noThreads } = memory
  // A clock that was set back far must not make it last longer.
  return noThreads === undefined || Math.abs(turnStart - noThreads.since) >= noThreads.forMs
}

/** Notes that a thread has refused a reply, and why (Slack's code). A new parent for each would never end. */
export function noteThreadRefused({ memory }: Watch, reason: string, now: number): void {
  if (wasParentDeleted(reason)) return
  memory.refusedThreads = (memory.refusedThreads ?? 0) + 1
  if (hasNoThreads(reason)) memory.noThreads = { since: now, forMs: aDay }
  else if (memory.refusedThreads >= mostParents) memory.noThreads = { since: now, forMs: anHour }
}

/** Notes that a thread has taken a reply. */
export function noteReplyTaken(watch: Watch): void {
  watch.repliesTaken += 1
  delete watch.memory.refusedThreads
}

/** The `ts` of the parent of the thread that is open: that of a burst, or of the card of a storm. */
export function openThread({ bookmark }: Watch): string | undefined {
  return bookmark.burst?.thread ?? runningStorm(bookmark)?.thread
}

/**
 * The bookmark without a thread that takes no replies. What is left gets a new parent: the live card of a storm, or that of a burst.
 * Where there are no threads, the storm is over, and mentions go up as ever.
 */
export function withoutThread(watch: Watch, parent: string, now: number): Bookmark {
  const { bookmark } = watch
  const storm = runningStorm(bookmark)
  if (storm?.thread !== parent) return closeBurst(bookmark)
  if (mayUseThreads(watch)) return stormWithoutCard(bookmark)
  const { toldAt, tale } = storm.state
  const before = { toldAt, endedAt: now, peak: tale.peak.count }
  return withoutStorm(bookmark, { kind: 'calm', before }, { thread: parent, tale, endedAt: now })
}
