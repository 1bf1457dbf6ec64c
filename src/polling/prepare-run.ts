import { createOriginalIndex } from '../dedupe/original-index.ts'
import type { Alert } from '../model/alert.ts'
import { emptyCheckpoint, moveToChannel } from '../model/checkpoint.ts'
import type { Subscription } from '../model/subscription.ts'
import { type Decide, holdsUntil } from '../rules/rules.ts'
import { announceSubscription, initialSyncPage } from './initial-sync.ts'
import { type PollTime, postingTimeMs } from './poll.ts'
import type { PollDeps } from './poll-deps.ts'
import { loadCheckpoint, verifyCheckpoint } from './recovery.ts'
import { setCheckpoint } from './save-checkpoint.ts'
import { channelProblem, channelProblemKey, probeShowsEnd, workspaceProblemKey } from './slack-problems.ts'
import { type Deferral, defer, type RunState, type SubscriptionRun } from './subscription-run.ts'
import { resolveUnconfirmed } from './unconfirmed.ts'
import { isLineRefused } from './unknown-errors.ts'

/** A subscription that is due, with its rules made ready. */
export type DueSubscription = { subscription: Subscription; decide: Decide; state: RunState }

/** Makes a subscription ready to read on: its channel is known and usable, its bookmark found, its doubt resolved, its first look taken. */
export async function prepareRun(
  deps: PollDeps,
  alert: Alert,
  due: DueSubscription,
  time: PollTime,
): Promise<SubscriptionRun | Deferral> {
  const channel = await findUsableChannel(deps, due.subscription)
  if (typeof channel !== 'string') return channel
  const run = newRun(alert, due, channel, time.start)
  const lost = await loadCheckpoint(deps, run, time)
  if (lost !== undefined) return lost
  const inDoubt = run.checkpoint.pending === undefined ? undefined : await resolveUnconfirmed(deps, run)
  if (inDoubt !== undefined) return inDoubt
  const here = moveToChannel(run.checkpoint, channel, deps.now())
  if (here !== run.checkpoint) setCheckpoint(run, here)
  const unsaid =
    run.checkpoint.unannounced && !isLineRefused(deps, run) ? await announceLate(deps, run, time) : undefined
  return unsaid ?? run
}

/** Says what is now watched where an earlier process died before it could, or could not. */
async function announceLate(
  deps: PollDeps,
  run: SubscriptionRun,
  time: PollTime,
): Promise<Deferral | undefined> {
  const unconfirmed = await verifyCheckpoint(deps, run)
  if (unconfirmed !== undefined || !run.checkpoint.unannounced) return unconfirmed
  const newest = await deps.service.newest(run.alert.id, initialSyncPage, {
    priority: 'poll',
    signal: time.signal,
  })
  return announceSubscription(deps, run, newest, deps.now() + postingTimeMs)
}

function newRun(
  alert: Alert,
  { subscription, decide, state }: DueSubscription,
  channel: string,
  pollStart: number,
): SubscriptionRun {
  const held = holdsUntil(subscription, pollStart)
  // A hold that ends within the turn ends with it: what is new must not go up before what was held.
  const within = (now: number) => (held === undefined ? now : Math.min(now, held - 1))
  return {
    subscription,
    alert,
    channel,
    key: { subscription: subscription.name, alert: alert.id },
    decide: (mention, now) => decide(mention, within(now), channel),
    pollStart,
    ...(held === undefined ? {} : { holdsUntil: held }),
    checkpoint: emptyCheckpoint,
    unsaved: false,
    state,
    waiting: [],
    duplicates: [],
    queuedOriginals: createOriginalIndex(),
    resurfacing: new Map(),
    decisions: [],
    singly: new Set(),
    refused: new Map(),
    repliesTaken: 0,
  }
}

/** The id of a subscription's channel, if it takes messages as far as is known; what is in trouble is probed first. */
async function findUsableChannel(deps: PollDeps, subscription: Subscription): Promise<string | Deferral> {
  const isRaised = (key: string) => deps.problems.find(key) !== undefined
  if (
    isRaised(workspaceProblemKey) &&
    !(await isProblemOver(deps, workspaceProblemKey, () => deps.channels.probeToken()))
  )
    return defer('Slack refuses our token')
  const found = await deps.channels.find(subscription.channel)
  const key = channelProblemKey(subscription.channel)
  if (found.kind === 'unreachable') return defer(found.reason, deps.now() + found.afterMs)
  if (found.kind !== 'found') {
    const code = found.kind === 'missing' ? 'channel_not_found' : found.reason
    deps.problems.raise(key, channelProblem({ subscription, channel: subscription.channel }, code))
    return defer(code)
  }
  if (found.id !== subscription.channel) deps.problems.clear(key)
  const idKey = channelProblemKey(found.id)
  if (isRaised(idKey) && !(await isProblemOver(deps, idKey, () => deps.channels.probe(found.id))))
    return defer('the channel takes no messages')
  return found.id
}

/** Whether a trouble is over, or may be: then the next post shows. A token or channel that is still unusable is left alone. */
async function isProblemOver(
  deps: PollDeps,
  key: string,
  probe: () => Promise<'usable' | 'unusable' | 'unsure'>,
): Promise<boolean> {
  const problem = deps.problems.find(key)
  if (problem === undefined) return true
  const found = await probe()
  if (found === 'usable' && probeShowsEnd.has(problem.code ?? '')) deps.problems.clear(key)
  return found !== 'unusable'
}
