/** Subscriptions that cannot find out how far they got: a person has to choose. */
import type { TurnDeps } from './ports.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/** The channel is looked through again after this, in ms: that takes many calls, and seldom tells more. */
const lookAgainAfter = 60 * 60_000

/** The key of the trouble that a subscription does not know how far it got. */
const keyOf = ({ subscription }: Pick<Watch, 'subscription'>) => `bookmark ${subscription.name}`

/** What a person can choose. Nothing was ever posted under another name, so that begins anew. */
const choices =
  'Choose: to start from now, give the subscription another name in the configuration (if it was made in Slack: unsubscribe, and subscribe again); with `backfill` the newest mentions are posted, too, and some may come twice. To go on where it was, restore DATA_DIR, or the database, from a newer copy. Then restart.'

/** Stops a subscription that lost its place, visibly; `what`: a sentence. */
function stop({ troubles, now }: TurnDeps, watch: Watch, what: string, hadBookmark: boolean): Leave {
  const { subscription, memory } = watch
  memory.placeLost = { at: now(), hadBookmark }
  troubles.raise(keyOf(watch), {
    subscription: subscription.name,
    channel: subscription.channel,
    code: 'place_lost',
    what,
    whatToDo: choices,
  })
  return waiting(now() + lookAgainAfter)
}

const waiting = (again: number) => leave('how far it got cannot be told', again)

/**
 * Whether a subscription waits for a person: until then the channel is not looked through at every turn. A bookmark that is there again
 * ends it.
 */
export function waitsForChoice(
  { now }: TurnDeps,
  { memory: { placeLost } }: Watch,
  hasBookmark: boolean,
): Leave | undefined {
  if (placeLost === undefined || placeLost.hadBookmark !== hasBookmark) return undefined
  const isFresh = Math.abs(now() - placeLost.at) < lookAgainAfter
  return isFresh ? waiting(placeLost.at + lookAgainAfter) : undefined
}

/** Its place is known. */
export function placeFound({ troubles }: TurnDeps, watch: Watch): void {
  delete watch.memory.placeLost
  troubles.clear(keyOf(watch))
}

/** There is no bookmark, and the channel has more messages than a look may read: which mentions were posted cannot be told. */
export function lostWithoutBookmark(deps: TurnDeps, watch: Watch, damage: string | undefined): Leave {
  const { name, channel } = watch.subscription
  const bookmark =
    damage === undefined ? 'There is no bookmark' : `There is only a damaged bookmark (${damage})`
  const what = `${bookmark} for ${name}, and ${channel} has more messages than can be looked through for its receipts: which mentions were posted cannot be told.`
  return stop(deps, watch, what, false)
}

/** The bookmark is damaged, and the channel has no receipt at all. */
export function lostWithDamage(deps: TurnDeps, watch: Watch, damage: string): Leave {
  const what = `The bookmark of ${watch.subscription.name} is damaged, and no receipt in the channel replaces it: ${damage}.`
  return stop(deps, watch, what, false)
}

/** The bookmark is an old copy, and the channel has more messages since than a look may read. */
export function lostBehindCopy(deps: TurnDeps, watch: Watch): Leave {
  const { name, channel } = watch.subscription
  const what = `The bookmark of ${name} is an old copy, and ${channel} has more messages since than can be looked through: which mentions were posted cannot be told.`
  return stop(deps, watch, what, true)
}
