/**
 * Refusals with codes that nobody knows. One of them says nothing about whose fault it is, so another message is tried: if Slack takes
 * that one and refuses the first again, the first is to blame. If Slack takes none, nothing is given up, and all of it is tried again
 * after a pause that grows. What is known of this is kept in memory only: a restart begins to observe anew.
 */
import type { Mention } from '../model/mention.ts'
import type { Draft } from './draft.ts'
import { keep } from './keep.ts'
import type { TurnDeps } from './ports.ts'
import { unclearKey, unclearTrouble } from './slack-troubles.ts'
import { noteThreadRefused, openThread, withoutThread } from './threads.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/** So many different messages are tried one after the other; if Slack takes none of them, it takes none at all. */
const mostInARow = 3

/** The pause after the first try that came to nothing, doubled each time, and the longest pause, in ms. */
const [firstPause, longestPause] = [5000, 5 * 60_000]

/** After so many tries in a row a thread that took nothing is left: a message to the channel shows which of the two is to blame. */
const triesInThread = 3

/** So many mentions are remembered in the order in which they were tried. */
const mostTried = 1000

/** By what the process knows a message again: its mention, or what it is. */
function nameOf({ mentions, place }: Pick<Draft, 'mentions' | 'place'>): string {
  if (place.kind === 'storm') return `storm ${place.said}`
  if (place.kind === 'parent') return 'parent'
  const [only, ...others] = mentions
  if (only === undefined) return firstLine
  return others.length > 0 ? 'thread' : only.id
}

/** The name of the line that says what is watched. */
const firstLine = 'first look'

/**
 * Who is to blame for the refusal of a message that Slack has refused before. Undefined where no other message was taken in between. A
 * reply is to blame only where its thread took another one: otherwise it may be the thread.
 */
export function blame({ accepted }: TurnDeps, watch: Watch, draft: Draft): 'message' | 'thread' | undefined {
  const { memory, refused, channel } = watch
  const name = nameOf(draft)
  const { unclear } = memory
  const earlier = unclear?.alone === name ? { accepted: unclear.accepted, replies: 0 } : undefined
  const before = refused.get(name) ?? earlier
  if (before === undefined || accepted(channel) === before.accepted) return undefined
  return draft.place.kind === 'thread' && watch.repliesTaken === before.replies ? 'thread' : 'message'
}

/** Sets a message aside that Slack has refused, until Slack takes another one. */
export function setAside({ accepted }: TurnDeps, watch: Watch, draft: Draft, reason: string): void {
  const { repliesTaken, channel } = watch
  const inThread = draft.place.kind === 'thread'
  watch.refused.set(nameOf(draft), { accepted: accepted(channel), replies: repliesTaken, inThread, reason })
}

/** What Slack has refused in this turn without having taken any other message for the channel since. */
export function asideOf({ accepted }: TurnDeps, { refused, channel }: Watch): Set<string> {
  const present = accepted(channel)
  return new Set([...refused].filter(([, one]) => one.accepted === present).map(([name]) => name))
}

/** The mention that is tried next while others are set aside: one that was tried longest ago, or never. */
export function nextProbe({ memory, bookmark, waiting }: Watch, aside: Set<string>): Mention | undefined {
  if (aside.size >= mostInARow) return undefined
  const tried = memory.unclear?.tried ?? []
  const free = waiting.filter(({ id }) => !aside.has(id))
  const ofBurst = free.filter(({ id }) => bookmark.burst?.ids.includes(id))
  const candidates = ofBurst.length > 0 ? ofBurst : free
  return candidates.toSorted((a, b) => tried.indexOf(a.id) - tried.indexOf(b.id))[0]
}

/** Until when nothing is tried (UTC, ms), and why. Slack's taking another message for the channel ends the pause. */
export function pauseOf(
  { now, accepted }: TurnDeps,
  { memory: { unclear }, channel, refused }: Watch,
): Leave | undefined {
  if (unclear === undefined || refused.size > 0 || accepted(channel) !== unclear.accepted) return undefined
  const left = unclear.again - now()
  // A clock that was set back must not make the pause longer.
  return left > 0 && left <= longestPause ? waitFor(unclear) : undefined
}

const waitFor = ({ reason, again }: { reason: string; again: number }): Leave => ({
  ...leave(reason, again),
  needsPost: true,
})

/** Ends a subscription's tries of this turn: where Slack has taken nothing since it refused something, that is made visible. */
export async function concludeTries(
  deps: TurnDeps,
  watch: Watch,
  left: Leave | undefined,
): Promise<Leave | undefined> {
  const { refused, memory, turnStart } = watch
  const [first, ...others] = [...refused]
  if (first === undefined || deps.stopping.aborted) return left
  const before = memory.unclear
  const isNew = before?.turn !== turnStart
  const isStuck = asideOf(deps, watch).size > 0
  const tries = isStuck ? Math.max(1, (before?.tries ?? 0) + (isNew ? 1 : 0)) : 0
  const again = isStuck ? deps.now() + Math.min(longestPause, firstPause * 2 ** (tries - 1)) : 0
  const tried = [...(before?.tried ?? []).filter((name) => !refused.has(name)), ...refused.keys()]
  // Several different messages in a row are nobody's fault: who was refused among them is no suspect.
  const alone = others.length === 0 ? { alone: first[0] } : {}
  const [name, { accepted }] = first
  const reason = [...refused.values()].at(-1)?.reason ?? ''
  const unclear = { tries, again, turn: turnStart, reason, tried: tried.slice(-mostTried) }
  memory.unclear = { ...unclear, ...alone, accepted: isStuck ? deps.accepted(watch.channel) : accepted }
  if (!isStuck) return left
  deps.troubles.raise(
    unclearKey(watch.subscription.name),
    unclearTrouble(watch, reason, others.length === 0 ? name : undefined),
  )
  if (tries >= triesInThread) await leaveThread(deps, watch)
  return left ?? waitFor(unclear)
}

/** Leaves a thread in which nothing was taken, so that the next try is a message to the channel. */
async function leaveThread(deps: TurnDeps, watch: Watch): Promise<void> {
  const parent = openThread(watch)
  const wasInThread = [...watch.refused.values()].some(({ inThread }) => inThread)
  if (parent === undefined || !wasInThread) return
  noteThreadRefused(watch, 'unclear', deps.now())
  await keep(deps, watch, withoutThread(watch, parent, deps.now()))
}

/** Leaves a thread that is to blame: what it refused is to be judged anew in another place. */
export async function blameThread(deps: TurnDeps, watch: Watch, parent: string, reason: string) {
  for (const [name, { inThread }] of watch.refused) if (inThread) watch.refused.delete(name)
  noteThreadRefused(watch, reason, deps.now())
  await keep(deps, watch, withoutThread(watch, parent, deps.now()))
}

/** Slack has taken a message, or it was given up: it is no suspect any more. */
export function noLongerRefused(
  deps: TurnDeps,
  watch: Watch,
  draft: Pick<Draft, 'mentions' | 'place'>,
): void {
  const { memory, refused } = watch
  const name = nameOf(draft)
  refused.delete(name)
  if (memory.unclear?.alone === name) delete memory.unclear
  if (memory.unclear !== undefined) memory.unclear = { ...memory.unclear, tries: 0, again: 0 }
  if (asideOf(deps, watch).size === 0) deps.troubles.clear(unclearKey(watch.subscription.name))
}

/** Forgets refusals of what waits no longer: a rule that changed skips it now, say. */
export function forgetRefused({ troubles }: TurnDeps, { memory, bookmark, refused, subscription }: Watch) {
  if (memory.unclear === undefined || refused.size > 0 || bookmark.unannounced) return
  delete memory.unclear
  troubles.clear(unclearKey(subscription.name))
}

/** Whether the line that says what is watched was refused in this turn already, or waits for the end of a pause. */
export function isLineRefused(deps: TurnDeps, watch: Watch): boolean {
  return watch.refused.has(firstLine) || pauseOf(deps, watch) !== undefined
}
