import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import { decideFor, type IsOwn, notifiedBy, type Sensitivity } from '../../engine/index.ts'
import type { SpikeHistory } from '../../model/spike-card.ts'
import { spikeHistoryOf } from '../../model/spike-history.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { CalledSpikes, SpikeWatcher } from './spike-replay.ts'
import type { StoredSpikes } from './stored-spikes.ts'

/** What the rule would have called for a subscription, and what became of the spikes that the bot posted in the same time. */
export type SpikeRecord = CalledSpikes & { sensitivity: Sensitivity; posted: PostedSpikes }
type PostedSpikes = ({ kind: 'known' } & SpikeHistory) | { kind: 'unknown'; why: string }

type SpikeRecordDeps = { stored: StoredSpikes; isOwn: IsOwn; now: Time }

/** Returns undefined if the subscription wants no spikes. */
export function planSpikeRecord(
  subscription: Subscription,
  alert: Id,
  { stored, isOwn, now }: SpikeRecordDeps,
): { watcher: SpikeWatcher; toRecord: (called: CalledSpikes) => SpikeRecord } | undefined {
  const { name, spike: sensitivity = 'normal', burst, burstWithin } = subscription
  if (sensitivity === 'off') return undefined
  const posted: PostedSpikes =
    stored.kind === 'unreadable'
      ? { kind: 'unknown', why: stored.why }
      : { kind: 'known', ...spikeHistoryOf(stored.value, { subscription: name, alert }, now) }
  const decide = decideFor(subscription, { isOwn })
  const watcher: SpikeWatcher = {
    sensitivity,
    burst,
    burstWithin,
    falseAlarms: posted.kind === 'known' ? (posted.strict?.falseAlarms ?? 0) : 0,
    post: (mention) =>
      decide(mention, mention.date).kind === 'deliver'
        ? { isUrgent: notifiedBy(subscription, [mention]).notify !== undefined }
        : undefined,
  }
  return { watcher, toRecord: (called) => ({ ...called, sensitivity, posted }) }
}
