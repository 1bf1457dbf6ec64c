import type { Mention } from '../model/mention.ts'
import type { NextMessage } from './next-message.ts'
import type { PollDeps } from './poll-deps.ts'
import { saveCheckpoint } from './save-checkpoint.ts'
import { unclearKey, unclearTrouble } from './slack-problems.ts'
import { type Deferral, defer, type SubscriptionRun } from './subscription-run.ts'
import { openThread, recordThreadRefused, withoutThread } from './threads.ts'

/**
 * Refusals with codes that nobody knows. One of them says nothing about whose fault it is, so another message is tried: if Slack takes
 * that one and refuses the first again, the first is to blame. If Slack takes none, nothing is given up, and all of it is tried again
 * after a pause that grows. What is known of this is kept in memory only: a restart begins to observe anew.
 */

/** So many different messages are tried one after the other; if Slack takes none of them, it takes none at all. */
const mostInARow = 3

/** The pause after the first try that came to nothing, doubled each time, and the longest pause, in ms. */
const [firstPause, longestPause] = [5000, 5 * 60_000]

/** After so many tries in a row a thread that took nothing is left: a message to the channel shows which of the two is to blame. */
const triesInThread = 3

/** So many mentions are remembered in the order in which they were tried. */
const mostTried = 1000

/** By what the process knows a message again: its mention, or what it is. */
function nameOf({ mentions, place }: Pick<NextMessage, 'mentions' | 'place'>): string {
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
export function blame(
  { accepted }: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
): 'message' | 'thread' | undefined {
  const { state, refused, channel } = run
  const name = nameOf(message)
  const { unclear } = state
  const earlier = unclear?.alone === name ? { accepted: unclear.accepted, replies: 0 } : undefined
  const before = refused.get(name) ?? earlier
  if (before === undefined || accepted(channel) === before.accepted) return undefined
  return message.place.kind === 'thread' && run.repliesTaken === before.replies ? 'thread' : 'message'
}

/** Sets a message aside that Slack has refused, until Slack takes another one. */
export function setAside(
  { accepted }: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  reason: string,
): void {
  const { repliesTaken, channel } = run
  const inThread = message.place.kind === 'thread'
  run.refused.set(nameOf(message), { accepted: accepted(channel), replies: repliesTaken, inThread, reason })
}

/** What Slack has refused in this turn without having taken any other message for the channel since. */
export function asideOf({ accepted }: PollDeps, { refused, channel }: SubscriptionRun): Set<string> {
  const present = accepted(channel)
  return new Set([...refused].filter(([, one]) => one.accepted === present).map(([name]) => name))
}

/** The mention that is tried next while others are set aside: one that was tried longest ago, or never. */
export function nextProbe(
  { state, checkpoint, waiting }: SubscriptionRun,
  aside: Set<string>,
): Mention | undefined {
  if (aside.size >= mostInARow) return undefined
  const tried = state.unclear?.tried ?? []
  const free = waiting.filter(({ id }) => !aside.has(id))
  const ofBurst = free.filter(({ id }) => checkpoint.burst?.ids.includes(id))
  const candidates = ofBurst.length > 0 ? ofBurst : free
  return candidates.toSorted((a, b) => tried.indexOf(a.id) - tried.indexOf(b.id))[0]
}

/** Until when nothing is tried (UTC, ms), and why. Slack's taking another message for the channel ends the pause. */
export function pauseOf(
  { now, accepted }: PollDeps,
  { state: { unclear }, channel, refused }: SubscriptionRun,
): Deferral | undefined {
  if (unclear === undefined || refused.size > 0 || accepted(channel) !== unclear.accepted) return undefined
  const left = unclear.again - now()
  // A clock that was set back must not make the pause longer.
  return left > 0 && left <= longestPause ? waitFor(unclear) : undefined
}

const waitFor = ({ reason, again }: { reason: string; again: number }): Deferral => ({
  ...defer(reason, again),
  needsPost: true,
})

/** Ends a subscription's tries of this turn: where Slack has taken nothing since it refused something, that is made visible. */
export async function concludeTries(
  deps: PollDeps,
  run: SubscriptionRun,
  left: Deferral | undefined,
): Promise<Deferral | undefined> {
  const { refused, state, pollStart } = run
  const [first, ...others] = [...refused]
  if (first === undefined || deps.stopping.aborted) return left
  const before = state.unclear
  const isNew = before?.turn !== pollStart
  const isStuck = asideOf(deps, run).size > 0
  const tries = isStuck ? Math.max(1, (before?.tries ?? 0) + (isNew ? 1 : 0)) : 0
  const again = isStuck ? deps.now() + Math.min(longestPause, firstPause * 2 ** (tries - 1)) : 0
  const tried = [...(before?.tried ?? []).filter((name) => !refused.has(name)), ...refused.keys()]
  // Several different messages in a row are nobody's fault: who was refused among them is no suspect.
  const alone = others.length === 0 ? { alone: first[0] } : {}
  const [name, { accepted }] = first
  const reason = [...refused.values()].at(-1)?.reason ?? ''
  const unclear = { tries, again, turn: pollStart, reason, tried: tried.slice(-mostTried) }
  state.unclear = { ...unclear, ...alone, accepted: isStuck ? deps.accepted(run.channel) : accepted }
  if (!isStuck) return left
  deps.problems.raise(
    unclearKey(run.subscription.name),
    unclearTrouble(run, reason, others.length === 0 ? name : undefined),
  )
  if (tries >= triesInThread) await leaveThread(deps, run)
  return left ?? waitFor(unclear)
}

/** Leaves a thread in which nothing was taken, so that the next try is a message to the channel. */
async function leaveThread(deps: PollDeps, run: SubscriptionRun): Promise<void> {
  const parent = openThread(run)
  const wasInThread = [...run.refused.values()].some(({ inThread }) => inThread)
  if (parent === undefined || !wasInThread) return
  recordThreadRefused(run, 'unclear', deps.now())
  await saveCheckpoint(deps, run, withoutThread(run, parent, deps.now()))
}

/** Leaves a thread that is to blame: what it refused is to be judged anew in another place. */
export async function blameThread(deps: PollDeps, run: SubscriptionRun, parent: string, reason: string) {
  for (const [name, { inThread }] of run.refused) if (inThread) run.refused.delete(name)
  recordThreadRefused(run, reason, deps.now())
  await saveCheckpoint(deps, run, withoutThread(run, parent, deps.now()))
}

/** Slack has taken a message, or it was given up: it is no suspect any more. */
export function noLongerRefused(
  deps: PollDeps,
  run: SubscriptionRun,
  message: Pick<NextMessage, 'mentions' | 'place'>,
): void {
  const { state, refused } = run
  const name = nameOf(message)
  refused.delete(name)
  if (state.unclear?.alone === name) delete state.unclear
  if (state.unclear !== undefined) state.unclear = { ...state.unclear, tries: 0, again: 0 }
  if (asideOf(deps, run).size === 0) deps.problems.clear(unclearKey(run.subscription.name))
}

/** Forgets refusals of what waits no longer: a rule that changed skips it now, say. */
export function forgetRefused(
  { problems }: PollDeps,
  { state, checkpoint, refused, subscription }: SubscriptionRun,
) {
  if (state.unclear === undefined || refused.size > 0 || checkpoint.unannounced) return
  delete state.unclear
  problems.clear(unclearKey(subscription.name))
}

/** Whether the line that says what is watched was refused in this turn already, or waits for the end of a pause. */
export function isLineRefused(deps: PollDeps, run: SubscriptionRun): boolean {
  return run.refused.has(firstLine) || pauseOf(deps, run) !== undefined
}
