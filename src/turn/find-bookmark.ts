import { announceSubscription, initialSyncPage, runInitialSync } from './first-look.ts'
import { flushCheckpoint, setCheckpoint } from './keep.ts'
import { checkpointFound, lostWithDamage, lostWithoutBookmark, waitsForChoice } from './place-lost.ts'
import type { PollDeps } from './ports.ts'
import { type Recovery, recoverCheckpoint } from './recover.ts'
import {
  channelProblem,
  channelProblemKey,
  historyProblem,
  historyProblemKey,
  reportHistory,
} from './slack-troubles.ts'
import { recoverSpike } from './storm/take-up.ts'
import { type PollTime, postingTimeMs } from './time.ts'
import { type Deferral, defer, type SubscriptionRun } from './watch.ts'

/** Finds where a subscription is: in the store, else in its channel's receipts; where neither knows, this is its first look. A look that was cut short knows nothing. */
export async function loadCheckpoint(
  deps: PollDeps,
  run: SubscriptionRun,
  time: PollTime,
): Promise<Deferral | undefined> {
  const kept = await deps.checkpoints.load(run.key)
  if (kept.kind !== 'kept')
    return recoverOrSync(deps, run, time, kept.kind === 'damaged' ? kept.reason : undefined)
  run.checkpoint = kept.checkpoint
  // Another process may have settled what this one posted last.
  if (kept.checkpoint.pending === undefined) deps.confirmedPosts.settled(run.key)
  if (kept.unsure) run.state.confirmed = false
  if (kept.restored) {
    run.state.confirmed = false
    run.state.fromBackup = true
    deps.log.warn(
      { ...run.key },
      'a bookmark was damaged: its backup is used, and the channel tells what came after',
    )
  }
  return undefined
}

/** Without a bookmark the channel's newest receipt gives it; only a channel that surely has none makes this the first look. */
async function recoverOrSync(
  deps: PollDeps,
  run: SubscriptionRun,
  time: PollTime,
  damage: string | undefined,
): Promise<Deferral | undefined> {
  const waiting = waitsForChoice(deps, run, false)
  if (waiting !== undefined) return waiting
  const told = await recoverAfterJoining(deps, run)
  const isRead = told.kind !== 'unreachable' && told.kind !== 'unreadable'
  if (isRead) deps.problems.clear(historyProblemKey(run.channel))
  switch (told.kind) {
    case 'unreachable':
      reportHistory(deps, run, told)
      return defer(told.reason, deps.now() + told.afterMs)
    case 'cut-short':
      if (damage !== undefined || told.found || !(await isNewHere(deps, run, told)))
        return lostWithoutBookmark(deps, run, damage)
      break
    case 'recovered':
      await useRecovered(deps, run, told)
      return undefined
    case 'unreadable':
      if (told.extent === 'channel') {
        deps.problems.raise(channelProblemKey(run.channel), channelProblem(run, told.reason))
        return defer(told.reason)
      }
      deps.problems.raise(historyProblemKey(run.channel), historyProblem(run, told.reason))
  }
  return damage === undefined ? syncFromHere(deps, run, time) : lostWithDamage(deps, run, damage)
}

/** Whether a subscription has surely no receipt further back: our bot came into the channel since, or the store knows that it is new. */
async function isNewHere(
  { begun }: PollDeps,
  { key }: SubscriptionRun,
  { joined: duplicate }: { joined: boolean },
) {
  return duplicate || (await begun.isNew(key))
}

async function useRecovered(
  deps: PollDeps,
  run: SubscriptionRun,
  { bookmark: checkpoint, messages }: Extract<Recovery, { kind: 'recovered' }>,
): Promise<void> {
  setCheckpoint(run, checkpoint)
  await recoverSpike(deps, run, messages)
  await deps.begun.note(run.key)
  await flushCheckpoint(deps, run)
  run.state.confirmed = true
  checkpointFound(deps, run)
  const { watermark } = checkpoint
  deps.log.info({ ...run.key, through: watermark }, 'no bookmark: the channel’s receipts give it')
}

async function syncFromHere(
  deps: PollDeps,
  run: SubscriptionRun,
  { signal }: PollTime,
): Promise<Deferral | undefined> {
  const newest = await deps.service.newest(run.alert.id, initialSyncPage, { priority: 'poll', signal })
  // Before the bookmark: once there is one, receipts may follow, and a look that is cut short must not take it for new.
  await deps.begun.note(run.key)
  await runInitialSync(deps, run, newest)
  run.state.confirmed = true
  checkpointFound(deps, run)
  return announceSubscription(deps, run, newest, deps.now() + postingTimeMs)
}

/** The bot joins a public channel once, before its first look; someone who removes it later means it. */
async function recoverAfterJoining(deps: PollDeps, run: SubscriptionRun): Promise<Recovery> {
  const told = await recoverCheckpoint(deps, run)
  if (told.kind !== 'unreadable' || told.reason !== 'not_in_channel') return told
  await deps.channels.join(run.channel)
  return recoverCheckpoint(deps, run)
}
