import type { RunningSpike } from '../../decide/storm.ts'
import { withNotifiedUsers } from '../../messages/card/beside.ts'
import { type Claims, type LiveSpike, spikeCard, spikeNotice } from '../../messages/storm/storm.ts'
import type { Content } from '../../model/message.ts'
import { lastHours } from '../../weather/hourly.ts'
import { assessSpike, type SpikeAssessment } from '../../weather/storm.ts'
import type { SubscriptionRun } from '../watch.ts'

/** How many hours the live card's sparkline shows. */
const shownHours = 24

/** The card of a storm as it stands. */
export function liveSpikeCard(run: SubscriptionRun, spike: RunningSpike, claims: Claims = []): Content {
  return spikeCard(liveSpike(run, spike, claims))
}

/** The line that calls people, once a storm. */
export function spikeNoticeFor(run: SubscriptionRun, spike: RunningSpike): Content {
  const content = spikeNotice(liveSpike(run, spike, []))
  const { notify } = run.subscription
  return notify === undefined ? content : withNotifiedUsers(content, notify)
}

/** Whether it storms for a subscription, by the counts of its alert. Where there are none, nothing is loud. */
export function assessmentOf({ volume, subscription, state, pollStart }: SubscriptionRun): SpikeAssessment {
  const counts = volume?.stored?.counts
  if (counts === undefined) return { signs: [], aboveBaseline: false, inLastHour: 0, baseline: undefined }
  const sensitivity = subscription.spike ?? 'normal'
  return assessSpike(counts, { now: pollStart, sensitivity, bursts: state.bursts ?? [] })
}

function liveSpike(run: SubscriptionRun, { state }: RunningSpike, claims: Claims): LiveSpike {
  const { inLastHour, baseline } = assessmentOf(run)
  const counts = run.volume?.stored?.counts
  return {
    alertName: run.alert.name,
    summary: state.summary,
    signs: state.signs,
    inLastHour,
    baselinePerHour: baseline === undefined ? undefined : Math.round(baseline.perHour),
    hours: counts === undefined ? [] : lastHours(counts, run.pollStart, shownHours),
    claims,
    permalinks: run.state.permalinks ?? new Map(),
  }
}
