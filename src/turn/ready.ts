import { emptyCheckpoint, moveToChannel } from '../decide/bookmark.ts'
import type { Decide } from '../decide/decide.ts'
import { createOriginalIndex } from '../decide/firsts.ts'
import { holdsUntil } from '../decide/quiet.ts'
import type { Alert } from '../model/alert.ts'
import type { Subscription } from '../model/subscription.ts'
import { verifyCheckpoint } from './confirm.ts'
import { resolveUnconfirmed } from './doubt.ts'
import { loadCheckpoint } from './find-bookmark.ts'
import { announceSubscription, initialSyncPage } from './first-look.ts'
import { setCheckpoint } from './keep.ts'
import type { PollDeps } from './ports.ts'
import { type PollTime, postingTimeMs } from './time.ts'
import { isLineRefused } from './unclear.ts'
import { findUsableChannel } from './usable-channel.ts'
import type { Deferral, RunState, SubscriptionRun } from './watch.ts'

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
