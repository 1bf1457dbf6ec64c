import { movedTo, nothingRead } from '../decide/bookmark.ts'
import type { Decide } from '../decide/decide.ts'
import { createFirsts } from '../decide/firsts.ts'
import { holdsUntil } from '../decide/quiet.ts'
import type { Alert } from '../model/alert.ts'
import type { Subscription } from '../model/subscription.ts'
import { confirm, resolveDoubt } from './doubt.ts'
import { announce, firstPage, lookFirst } from './first-look.ts'
import type { TurnDeps } from './ports.ts'
import { recover } from './recover.ts'
import {
  channelKey,
  channelTrouble,
  endShowsInProbe,
  historyKey,
  historyTrouble,
  workspaceKey,
} from './slack-troubles.ts'
import { takeUpStorm } from './take-up-storm.ts'
import { postingTime, type TurnTime } from './time.ts'
import { type Leave, leave, move, save, type TurnMemory, type Watch } from './watch.ts'

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
  const unsaid = watch.bookmark.unannounced ? await announceLate(deps, watch, time) : undefined
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
  }
}

async function usableChannel(deps: TurnDeps, subscription: Subscription): Promise<string | Leave> {
  const isRaised = (key: string) => deps.troubles.find(key) !== undefined
  if (isRaised(workspaceKey) && !(await ended(deps, workspaceKey, () => deps.channels.probeToken())))
    return leave('Slack refuses our token')
  const found = await deps.channels.find(subscription.channel)
  const key = channelKey(subscription.channel)
  if (found.kind === 'unreachable') return leave(found.reason, deps.now() + found.afterMs)
  if (found.kind !== 'found') {
    const code = found.kind === 'missing' ? 'channel_not_found' : found.reason
    deps.troubles.raise(key, channelTrouble({ subscription, channel: subscription.channel }, code))
    return leave(code)
  }
  if (found.id !== subscription.channel) deps.troubles.clear(key)
  const idKey = channelKey(found.id)
  if (isRaised(idKey) && !(await ended(deps, idKey, () => deps.channels.probe(found.id))))
    return leave('the channel takes no messages')
  return found.id
}

/** Whether a trouble is over, or may be: then the next post shows. A token or channel that is still unusable is left alone. */
async function ended(
  deps: TurnDeps,
  key: string,
  probe: () => Promise<'usable' | 'unusable' | 'unsure'>,
): Promise<boolean> {
  const trouble = deps.troubles.find(key)
  if (trouble === undefined) return true
  const found = await probe()
  if (found === 'usable' && endShowsInProbe.has(trouble.code ?? '')) deps.troubles.clear(key)
  return found !== 'unusable'
}

async function findBookmark(deps: TurnDeps, watch: Watch, time: TurnTime): Promise<Leave | undefined> {
  const kept = await deps.bookmarks.bookmark(watch.key)
  if (kept.kind !== 'kept')
    return recoverOrLookFirst(deps, watch, time, kept.kind === 'damaged' ? kept.reason : undefined)
  watch.bookmark = kept.bookmark
  if (kept.unsure) watch.memory.confirmed = false
  if (kept.restored) {
    watch.memory.confirmed = false
    watch.memory.fromBackup = true
    deps.log.warn(
      { ...watch.key },
      'a bookmark was damaged: its backup is used, and the channel tells what came after',
    )
  }
  return undefined
}

/** Without a bookmark the channel's newest receipt gives it; only a channel without any makes this the first look. */
async function recoverOrLookFirst(
  deps: TurnDeps,
  watch: Watch,
  time: TurnTime,
  damage: string | undefined,
): Promise<Leave | undefined> {
  const told = await recoverAfterJoining(deps, watch)
  if (told.kind === 'unreachable') return leave(told.reason, deps.now() + told.afterMs)
  if (told.kind === 'recovered') {
    move(watch, told.bookmark)
    await takeUpStorm(deps, watch, told.messages)
    await save(deps, watch)
    watch.memory.confirmed = true
    deps.log.info(
      { ...watch.key, through: told.bookmark.through },
      'no bookmark: the channel’s receipts give it',
    )
    return undefined
  }
  if (told.kind === 'unreadable') {
    if (told.extent === 'channel') {
      deps.troubles.raise(channelKey(watch.channel), channelTrouble(watch, told.reason))
      return leave(told.reason)
    }
    deps.troubles.raise(historyKey(watch.channel), historyTrouble(watch, told.reason))
  }
  if (damage !== undefined) return placeLost(deps, watch, damage)
  const newest = await deps.service.newest(watch.alert.id, firstPage, {
    priority: 'poll',
    signal: time.signal,
  })
  await lookFirst(deps, watch, newest)
  watch.memory.confirmed = true
  return announce(deps, watch, newest, deps.now() + postingTime)
}

/** The bot joins a public channel once, before its first look; someone who removes it later means it. */
async function recoverAfterJoining(deps: TurnDeps, watch: Watch) {
  const told = await recover(deps.look, watch.channel, watch.key, deps.now())
  if (told.kind !== 'unreadable' || told.reason !== 'not_in_channel') return told
  await deps.channels.join(watch.channel)
  return recover(deps.look, watch.channel, watch.key, deps.now())
}

function placeLost(deps: TurnDeps, watch: Watch, damage: string): Leave {
  deps.troubles.raise(`bookmark ${watch.key.subscription}`, {
    subscription: watch.subscription.name,
    channel: watch.subscription.channel,
    what: `The bookmark of ${watch.subscription.name} is damaged, and no receipt in the channel replaces it: ${damage}.`,
    whatToDo: 'Restore the file from a copy, or delete it and its backup to start from now.',
  })
  return leave('the bookmark is damaged')
}
