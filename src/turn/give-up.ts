import { announced, settle, withdraw } from '../decide/bookmark.ts'
import { runningStorm, stormCalled, withoutStorm } from '../decide/storm.ts'
import type { Bookmark } from '../model/bookmark.ts'
import type { Mention } from '../model/mention.ts'
import { type DraftEnd, goOn } from './conclude.ts'
import type { Draft } from './draft.ts'
import { keep } from './keep.ts'
import type { TurnDeps } from './ports.ts'
import type { Watch } from './watch.ts'

/** How long a refused mention stays visible as a trouble, in ms: it happened once, nothing takes it back. */
const rejectionStands = 86_400_000

/**
 * What follows where Slack takes a message in no form: one of several mentions is tried one by one, a mention is settled as rejected,
 * visibly, and what covers no mention is left unsaid.
 */
export async function giveUp(deps: TurnDeps, watch: Watch, draft: Draft, reason: string): Promise<DraftEnd> {
  const { mentions, place } = draft
  const [only, ...others] = mentions
  if (place.kind === 'parent' || others.length > 0) await takeApart(deps, watch, draft)
  else if (place.kind === 'storm') await leaveUnsaid(deps, watch, place.said, reason)
  else if (only === undefined) await leaveUnannounced(deps, watch, reason)
  else await reject(deps, watch, only, reason)
  return goOn
}

async function takeApart(deps: TurnDeps, watch: Watch, { mentions, place }: Draft): Promise<void> {
  const opens = place.kind === 'parent' ? place.opens : []
  const ids = mentions.length > 0 ? mentions.map(({ id }) => id) : opens
  for (const id of ids) watch.singly.add(id)
  await keep(deps, watch, withdraw(watch.bookmark))
}

async function leaveUnsaid(deps: TurnDeps, watch: Watch, said: 'card' | 'call', reason: string) {
  deps.log.error({ ...watch.key, reason }, 'Slack takes what is to be said of a storm in no form')
  await keep(deps, watch, withoutSaying(withdraw(watch.bookmark), said))
}

/** Without a live card there is no storm for the channel, and mentions go up as ever; without the call it goes on. */
function withoutSaying(bookmark: Bookmark, said: 'card' | 'call'): Bookmark {
  const storm = runningStorm(bookmark)
  if (said === 'call' || storm === undefined) return stormCalled(bookmark)
  const { toldAt, loudAt, tale } = storm.state
  return withoutStorm(bookmark, {
    kind: 'calm',
    before: { toldAt, endedAt: loudAt, peak: tale.peak.count },
  })
}

async function leaveUnannounced(deps: TurnDeps, watch: Watch, reason: string): Promise<void> {
  deps.log.error({ ...watch.key, reason }, 'Slack takes the line of the first look in no form')
  await keep(deps, watch, announced(withdraw(watch.bookmark)))
}

async function reject(deps: TurnDeps, watch: Watch, { id, url }: Mention, reason: string): Promise<void> {
  const { name, channel } = watch.subscription
  watch.unrecorded.push({ at: deps.now(), ...watch.key, id, url, became: 'rejected', reason })
  await keep(deps, watch, settle(withdraw(watch.bookmark), [id], deps.now(), watch.turnStart))
  deps.log.error({ subscription: name, mention: id, reason }, 'Slack takes this mention in no form')
  deps.troubles.raise(`rejected ${id}`, {
    subscription: name,
    channel,
    what: `Slack took mention ${id} in no form: ${reason}.`,
    whatToDo: 'Look at it in the mention service; the mentions after it go on.',
    until: deps.now() + rejectionStands,
  })
}
