import { announce, firstPage, lookFirst } from './first-look.ts'
import { move, save } from './keep.ts'
import type { TurnDeps } from './ports.ts'
import { type Recovery, recover } from './recover.ts'
import { channelKey, channelTrouble, historyKey, historyTrouble } from './slack-troubles.ts'
import { takeUpStorm } from './storm/take-up.ts'
import { postingTime, type TurnTime } from './time.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/** Finds where a subscription is: in the store, else in its channel's receipts; where neither knows, this is its first look. */
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

/** Without a bookmark the channel's newest receipt gives it; only a channel without any makes this the first look. */
async function recoverOrLookFirst(
  deps: TurnDeps,
  watch: Watch,
  time: TurnTime,
  damage: string | undefined,
): Promise<Leave | undefined> {
  const told = await recoverAfterJoining(deps, watch)
  switch (told.kind) {
    case 'unreachable':
      return leave(told.reason, deps.now() + told.afterMs)
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
  return damage === undefined ? beginHere(deps, watch, time) : placeLost(deps, watch, damage)
}

async function takeUp(
  deps: TurnDeps,
  watch: Watch,
  { bookmark, messages }: Extract<Recovery, { kind: 'recovered' }>,
): Promise<void> {
  move(watch, bookmark)
  await takeUpStorm(deps, watch, messages)
  await save(deps, watch)
  watch.memory.confirmed = true
  const { through } = bookmark
  deps.log.info({ ...watch.key, through }, 'no bookmark: the channel’s receipts give it')
}

async function beginHere(deps: TurnDeps, watch: Watch, { signal }: TurnTime): Promise<Leave | undefined> {
  const newest = await deps.service.newest(watch.alert.id, firstPage, { priority: 'poll', signal })
  await lookFirst(deps, watch, newest)
  watch.memory.confirmed = true
  return announce(deps, watch, newest, deps.now() + postingTime)
}

/** The bot joins a public channel once, before its first look; someone who removes it later means it. */
async function recoverAfterJoining(deps: TurnDeps, watch: Watch): Promise<Recovery> {
  const told = await recover(deps, watch)
  if (told.kind !== 'unreadable' || told.reason !== 'not_in_channel') return told
  await deps.channels.join(watch.channel)
  return recover(deps, watch)
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
