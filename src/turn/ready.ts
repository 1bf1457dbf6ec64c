import { movedTo, nothingRead } from '../decide/bookmark.ts'
import type { Decide } from '../decide/decide.ts'
import { createFirsts } from '../decide/firsts.ts'
import { holdsUntil } from '../decide/quiet.ts'
import type { Alert } from '../model/alert.ts'
import type { Subscription } from '../model/subscription.ts'
import { confirm } from './confirm.ts'
import { resolveDoubt } from './doubt.ts'
import { findBookmark } from './find-bookmark.ts'
import { announce, firstPage } from './first-look.ts'
import { move } from './keep.ts'
import type { TurnDeps } from './ports.ts'
import { postingTime, type TurnTime } from './time.ts'
import { isLineRefused } from './unclear.ts'
import { usableChannel } from './usable-channel.ts'
import type { Leave, TurnMemory, Watch } from './watch.ts'

/** A subscription that is due, with its rules made ready. */
export type Due = { subscription: Subscription; decide: Decide; memory: TurnMemory }

/** Makes a subscription ready to read on: its channel is known and usable, its bookmark found, its doubt resolved, its first look taken. */
export async function ready(deps: TurnDeps, alert: Alert, due: Due, time: TurnTime): Promise<Watch | Leave> {
  const channel = await usableChannel(deps, due.subscription)
  if (typeof channel !== 'string') return channel
  const watch = newWatch(alert, due, channel, time.start)
  const lost = await findBookmark(deps, watch, time)
  if (lost !== undefined) return lost
  const inDoubt = watch.bookmark.intent === undefined ? undefined : await resolveDoubt(deps, watch)
  if (inDoubt !== undefined) return inDoubt
  const here = movedTo(watch.bookmark, channel, deps.now())
  if (here !== watch.bookmark) move(watch, here)
  const unsaid =
    watch.bookmark.unannounced && !isLineRefused(deps, watch)
      ? await announceLate(deps, watch, time)
      : undefined
  return unsaid ?? watch
}

/** Says what is now watched where an earlier process died before it could, or could not. */
async function announceLate(deps: TurnDeps, watch: Watch, time: TurnTime): Promise<Leave | undefined> {
  const unconfirmed = await confirm(deps, watch)
  if (unconfirmed !== undefined || !watch.bookmark.unannounced) return unconfirmed
  const newest = await deps.service.newest(watch.alert.id, firstPage, {
    priority: 'poll',
    signal: time.signal,
  })
  return announce(deps, watch, newest, deps.now() + postingTime)
}

function newWatch(
  alert: Alert,
  { subscription, decide, memory }: Due,
  channel: string,
  turnStart: number,
): Watch {
  const held = holdsUntil(subscription, turnStart)
  // A hold that ends within the turn ends with it: what is new must not go up before what was held.
  const within = (now: number) => (held === undefined ? now : Math.min(now, held - 1))
  return {
    subscription,
    alert,
    channel,
    key: { subscription: subscription.name, alert: alert.id },
    decide: (mention, now) => decide(mention, within(now), channel),
    turnStart,
    ...(held === undefined ? {} : { holdsUntil: held }),
    bookmark: nothingRead,
    unsaved: false,
    memory,
    waiting: [],
    joining: [],
    expected: createFirsts(),
    comingUp: new Map(),
    unrecorded: [],
    singly: new Set(),
    refused: new Map(),
    repliesTaken: 0,
  }
}
