import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { CheckpointKey } from '../../model/checkpoint.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import { doneTime } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import { commitShared, type SharedMention } from '../progress/checkpoint-changes.ts'
import { type SubscriptionRun, withCheckpoint } from '../subscription-run.ts'

/** Returns the log entry of a mention that another subscription has posted in the channel. For this subscription it is posted, too. */
export function sharedRecord(
  { subscription, alert }: CheckpointKey,
  channel: string,
  { id, url, sentiment, by, ts, inGroup }: SharedMention,
  { at, isOwn }: { at: Time; isOwn: boolean },
): DecisionRecord {
  const why = isOwn ? { reason: 'own' } : { reason: 'shared', detail: by }
  const outcome = inGroup ? 'burst' : 'posted'
  return { at, subscription, alert, id, url, outcome, channel, ...why, ts, ...defined({ sentiment }) }
}

/** Marks mentions as done that are posted by other subscriptions. */
export function withShared(
  deps: PollDeps,
  run: SubscriptionRun,
  shared: readonly SharedMention[],
): SubscriptionRun {
  const { key, channel, lookBackStart, isOwn } = run.input
  const at = deps.now()
  const ids = new Set(shared.map(({ id }) => id))
  const own = new Set(run.waiting.filter(isOwn).map(({ id }) => id))
  const records = shared.map((one) => sharedRecord(key, channel, one, { at, isOwn: own.has(one.id) }))
  const next = commitShared(run.checkpoint, { channel, shared }, doneTime(deps), lookBackStart)
  const waiting = run.waiting.filter(({ id }) => !ids.has(id))
  return withCheckpoint({ ...run, waiting, decisions: [...run.decisions, ...records] }, next)
}
