import { isUndecided } from '../../model/checkpoint.ts'
import type { PollDeps } from '../ports.ts'
import { leastId } from '../progress/id-order.ts'
import { defer, type Step, type SubscriptionRun, type WaitForOlder, withState } from '../subscription-run.ts'
import { verifyCheckpoint } from './recovery.ts'

/**
 * The older installation gets its polls, its burst window and some pauses of Slack's rate limit, in ms. Then its silence shows that it posts
 * no more.
 */
const waitMs = 5 * 60_000
/** The wait is longer by the interval of the polls, which may be days, but by at most this time, in ms. */
const maxIntervalMs = 55 * 60_000

/**
 * If an older installation posts for the subscription, the waiting mentions are left to it. After a wait, the channel is searched: what the
 * older installation has posted is done. If it has posted nothing, it has ended, and this run goes on.
 */
export async function waitForOlder(deps: PollDeps, run: SubscriptionRun): Promise<Step> {
  const { key } = run.input
  const { wait } = run.state
  const lastTs = deps.places.olderInstallation.lastPostOfOlder(key)
  if (lastTs === undefined) return { run: wait === undefined ? run : unverifiedNow(deps, withoutWait(run)) }
  if (wait === undefined || !run.waiting.some(({ id }) => id === wait.first)) return begin(deps, run, lastTs)
  if (wait.until > deps.steady()) return { run, end: deferral(deps, wait) }
  const verified = await verifyCheckpoint(deps, searchedAfterWait(deps, run, wait))
  if (verified.end !== undefined) return verified
  const isOpen = isUndecided(verified.run.checkpoint)
  const searched = { ...verified.run, waiting: verified.run.waiting.filter(({ id }) => isOpen(id)) }
  if (searched.waiting.length === 0) return { run: withoutWait(searched) }
  const newest = deps.places.olderInstallation.lastPostOfOlder(key)
  if (newest !== undefined && newest > wait.lastTs) return begin(deps, searched, newest)
  await deps.places.olderInstallation.olderIsGone(key)
  deps.log.info(key, 'the older installation has posted nothing for some minutes; this one posts again')
  return { run: withoutWait(searched) }
}

function begin(deps: PollDeps, run: SubscriptionRun, lastTs: string): Step {
  const first = leastId(run.waiting.map(({ id }) => id))
  if (first === undefined) return { run }
  const wait = { first, until: deps.steady() + waitOf(deps, run), lastTs }
  return { run: withState(run, { wait }), end: deferral(deps, wait) }
}

const deferral = ({ now, steady }: PollDeps, { until }: WaitForOlder) => ({
  ...defer('older-installation', now() + until - steady()),
  onlyPosts: true as const,
})

function waitOf({ pollRhythm }: PollDeps, { input: { subscription } }: SubscriptionRun): number {
  const rhythm = pollRhythm(subscription)
  return waitMs + ('every' in rhythm ? Math.min(rhythm.every, maxIntervalMs) : 0)
}

const withoutWait = (run: SubscriptionRun) => withState(run, { wait: undefined })

/** Lets the run look in the channel for posts of the older installation. A search that began after the wait is continued. */
function searchedAfterWait(deps: PollDeps, run: SubscriptionRun, { until }: WaitForOlder): SubscriptionRun {
  const { verified, unverifiedSince = Number.NEGATIVE_INFINITY } = run.state
  const hasBegun = !verified && unverifiedSince >= until
  return hasBegun ? run : unverifiedNow(deps, run)
}

/** Only a search that starts now shows what the older installation has posted up to now. */
function unverifiedNow({ steady }: PollDeps, run: SubscriptionRun): SubscriptionRun {
  return withState(run, { verified: false, unverifiedSince: steady() })
}
