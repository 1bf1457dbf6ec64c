import { announced, settle, withdraw } from '../decide/bookmark.ts'
import { runningStorm, stormTold, withoutStorm } from '../decide/storm.ts'
import type { Bookmark } from '../model/bookmark.ts'
import { type DraftEnd, goOn } from './conclude.ts'
import type { Draft } from './draft.ts'
import type { TurnDeps } from './ports.ts'
import { keep, type Watch } from './watch.ts'

/** Without a live card there is no storm for the channel, and mentions go up as ever; without the call it goes on. */
function withoutSaying(bookmark: Bookmark, said: 'card' | 'call'): Bookmark {
  const storm = runningStorm(bookmark)
  if (said === 'call' || storm === undefined) return stormTold(bookmark, 'call', '')
  const { toldAt, loudAt, tale } = storm.state
  return withoutStorm(bookmark, {
    kind: 'calm',
    before: { toldAt, endedAt: loudAt, peak: tale.peak.count },
  })
}

/** How long a refused mention stays visible as a trouble, in ms: it happened once, nothing takes it back. */
const rejectionStands = 86_400_000

/** A message of several mentions is tried one by one; a mention that is refused in every form is settled, visibly. */
export async function giveUp(
  deps: TurnDeps,
  watch: Watch,
  { mentions, place }: Draft,
  reason: string,
): Promise<DraftEnd> {
  const ids = mentions.map(({ id }) => id)
  if (place.kind === 'parent' || ids.length > 1) {
    const opens = place.kind === 'parent' ? place.opens : []
    for (const id of ids.length > 0 ? ids : opens) watch.singly.add(id)
    await keep(deps, watch, withdraw(watch.bookmark))
    return goOn
  }
  if (place.kind === 'storm') {
    deps.log.error({ ...watch.key, reason }, 'Slack takes what is to be said of a storm in no form')
    await keep(deps, watch, withoutSaying(withdraw(watch.bookmark), place.said))
    return goOn
  }
  if (ids.length === 0) {
    deps.log.error({ ...watch.key, reason }, 'Slack takes the line of the first look in no form')
    await keep(deps, watch, announced(withdraw(watch.bookmark)))
    return goOn
  }
  for (const { id, url } of mentions) {
    watch.unrecorded.push({ at: deps.now(), ...watch.key, id, url, became: 'rejected', reason })
  }
  await keep(deps, watch, settle(withdraw(watch.bookmark), ids, deps.now(), watch.turnStart))
  deps.log.error(
    { subscription: watch.subscription.name, ids, reason },
    'Slack takes this mention in no form',
  )
  deps.troubles.raise(`rejected ${ids.join()}`, {
    subscription: watch.subscription.name,
    channel: watch.subscription.channel,
    what: `Slack took mention ${ids.join()} in no form: ${reason}.`,
    whatToDo: 'Look at it in the mention service; the mentions after it go on.',
    until: deps.now() + rejectionStands,
  })
  return goOn
}
