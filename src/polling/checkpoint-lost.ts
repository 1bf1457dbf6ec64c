import type { PollDeps } from './poll-deps.ts'
import { type Deferral, defer, type SubscriptionRun } from './subscription-run.ts'

/** Subscriptions that cannot find out how far they got: a person has to choose. */

/** The channel is looked through again after this, in ms: that takes many calls, and seldom tells more. */
const readAgainAfterMs = 60 * 60_000

/** The key of the trouble that a subscription does not know how far it got. */
const lostProblemKey = ({ subscription }: Pick<SubscriptionRun, 'subscription'>) =>
  `bookmark ${subscription.name}`

/** What a person can choose. Nothing was ever posted under another name, so that begins anew. */
const choices =
  'Choose: to start from now, give the subscription another name in the configuration (if it was made in Slack: unsubscribe, and subscribe again); with `backfill` the newest mentions are posted, too, and some may come twice. To go on where it was, restore DATA_DIR, or the database, from a newer copy. Then restart.'

/** Stops a subscription that lost its place, visibly; `what`: a sentence. */
function stop(
  { problems, now }: PollDeps,
  run: SubscriptionRun,
  what: string,
  hadBookmark: boolean,
): Deferral {
  const { subscription, state } = run
  state.placeLost = { at: now(), hadBookmark }
  problems.raise(lostProblemKey(run), {
    subscription: subscription.name,
    channel: subscription.channel,
    code: 'place_lost',
    what,
    whatToDo: choices,
  })
  return waiting(now() + readAgainAfterMs)
}

const waiting = (again: number) => defer('how far it got cannot be told', again)

/**
 * Whether a subscription waits for a person: until then the channel is not looked through at every turn. A bookmark that is there again
 * ends it.
 */
export function waitsForChoice(
  { now }: PollDeps,
  { state: { placeLost } }: SubscriptionRun,
  hasBookmark: boolean,
): Deferral | undefined {
  if (placeLost === undefined || placeLost.hadBookmark !== hasBookmark) return undefined
  const isFresh = Math.abs(now() - placeLost.at) < readAgainAfterMs
  return isFresh ? waiting(placeLost.at + readAgainAfterMs) : undefined
}

/** Its place is known. */
export function checkpointFound({ problems }: PollDeps, run: SubscriptionRun): void {
  delete run.state.placeLost
  problems.clear(lostProblemKey(run))
}

/** There is no bookmark, and the channel has more messages than a look may read: which mentions were posted cannot be told. */
export function lostWithoutBookmark(
  deps: PollDeps,
  run: SubscriptionRun,
  damage: string | undefined,
): Deferral {
  const { name, channel } = run.subscription
  const checkpoint =
    damage === undefined ? 'There is no bookmark' : `There is only a damaged bookmark (${damage})`
  const what = `${checkpoint} for ${name}, and ${channel} has more messages than can be looked through for its receipts: which mentions were posted cannot be told.`
  return stop(deps, run, what, false)
}

/** The bookmark is damaged, and the channel has no receipt at all. */
export function lostWithDamage(deps: PollDeps, run: SubscriptionRun, damage: string): Deferral {
  const what = `The bookmark of ${run.subscription.name} is damaged, and no receipt in the channel replaces it: ${damage}.`
  return stop(deps, run, what, false)
}

/** The bookmark is an old copy, and the channel has more messages since than a look may read. */
export function lostBehindCopy(deps: PollDeps, run: SubscriptionRun): Deferral {
  const { name, channel } = run.subscription
  const what = `The bookmark of ${name} is an old copy, and ${channel} has more messages since than can be looked through: which mentions were posted cannot be told.`
  return stop(deps, run, what, true)
}
