import { announce, firstPage, lookFirst } from './first-look.ts'
import { move, save } from './keep.ts'
import { lostWithDamage, lostWithoutBookmark, placeFound, waitsForChoice } from './place-lost.ts'
import type { TurnDeps } from './ports.ts'
import { type Recovery, recover } from './recover.ts'
import { channelKey, channelTrouble, historyKey, historyTrouble, tellHistory } from './slack-troubles.ts'
import { takeUpStorm } from './storm/take-up.ts'
import { postingTime, type TurnTime } from './time.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/** Finds where a subscription is: in the store, else in its channel's receipts; where neither knows, this is its first look. A look that was cut short knows nothing. */
export async function findBookmark(deps: TurnDeps, watch: Watch, time: TurnTime): Promise<Leave | undefined> {
  const kept = await deps.bookmarks.bookmark(watch.key)
  if (kept.kind !== 'kept')
    return recoverOrLookFirst(deps, watch, time, kept.kind === 'damaged' ? kept.reason : undefined)
  watch.bookmark = kept.bookmark
  // Another process may have settled what this one posted last.
  if (kept.bookmark.intent === undefined) deps.answers.settled(watch.key)
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

/** Without a bookmark the channel's newest receipt gives it; only a channel that surely has none makes this the first look. */
async function recoverOrLookFirst(
  deps: TurnDeps,
  watch: Watch,
  time: TurnTime,
  damage: string | undefined,
): Promise<Leave | undefined> {
  const waiting = waitsForChoice(deps, watch, false)
  if (waiting !== undefined) return waiting
  const told = await recoverAfterJoining(deps, watch)
  const isRead = told.kind !== 'unreachable' && told.kind !== 'unreadable'
  if (isRead) deps.troubles.clear(historyKey(watch.channel))
  switch (told.kind) {
    case 'unreachable':
      tellHistory(deps, watch, told)
      return leave(told.reason, deps.now() + told.afterMs)
    case 'cut-short':
      if (damage !== undefined || told.found || !(await isNewHere(deps, watch, told)))
        return lostWithoutBookmark(deps, watch, damage)
      break
    case 'recovered':
      await takeUp(deps, watch, told)
      return undefined
    case 'unreadable':
      if (told.extent === 'channel') {
        deps.troubles.raise(channelKey(watch.channel), channelTrouble(watch, told.reason))
        return leave(told.reason)
      }
      deps.troubles.raise(historyKey(watch.channel), historyTrouble(watch, told.reason))
  }
  return damage === undefined ? beginHere(deps, watch, time) : lostWithDamage(deps, watch, damage)
}

/** Whether a subscription has surely no receipt further back: our bot came into the channel since, or the store knows that it is new. */
async function isNewHere({ begun }: TurnDeps, { key }: Watch, { joined }: { joined: boolean }) {
  return joined || (await begun.isNew(key))
}

async function takeUp(
  deps: TurnDeps,
  watch: Watch,
  { bookmark, messages }: Extract<Recovery, { kind: 'recovered' }>,
): Promise<void> {
  move(watch, bookmark)
  await takeUpStorm(deps, watch, messages)
  await deps.begun.note(watch.key)
  await save(deps, watch)
  watch.memory.confirmed = true
  placeFound(deps, watch)
  const { through } = bookmark
  deps.log.info({ ...watch.key, through }, 'no bookmark: the channel’s receipts give it')
}

async function beginHere(deps: TurnDeps, watch: Watch, { signal }: TurnTime): Promise<Leave | undefined> {
  const newest = await deps.service.newest(watch.alert.id, firstPage, { priority: 'poll', signal })
  // Before the bookmark: once there is one, receipts may follow, and a look that is cut short must not take it for new.
  await deps.begun.note(watch.key)
  await lookFirst(deps, watch, newest)
  watch.memory.confirmed = true
  placeFound(deps, watch)
  return announce(deps, watch, newest, deps.now() + postingTime)
}

/** The bot joins a public channel once, before its first look; someone who removes it later means it. */
async function recoverAfterJoining(deps: TurnDeps, watch: Watch): Promise<Recovery> {
  const told = await recover(deps, watch)
  if (told.kind !== 'unreadable' || told.reason !== 'not_in_channel') return told
  await deps.channels.join(watch.channel)
  return recover(deps, watch)
}
