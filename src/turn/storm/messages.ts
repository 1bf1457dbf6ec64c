import type { RunningStorm } from '../../decide/storm.ts'
import { withCall } from '../../messages/card/beside.ts'
import { type Claims, type LiveStorm, stormCard, stormNotice } from '../../messages/storm/storm.ts'
import type { Content } from '../../model/message.ts'
import { lastHours } from '../../weather/hourly.ts'
import { judgeStorm, type StormVerdict } from '../../weather/storm.ts'
import type { Watch } from '../watch.ts'

/** How many hours the live card's sparkline shows. */
const shownHours = 24

/** The card of a storm as it stands. */
export function liveCard(watch: Watch, storm: RunningStorm, claims: Claims = []): Content {
  return stormCard(liveStorm(watch, storm, claims))
}

/** The line that calls people, once a storm. */
export function stormCall(watch: Watch, storm: RunningStorm): Content {
  const content = stormNotice(liveStorm(watch, storm, []))
  const { notify } = watch.subscription
  return notify === undefined ? content : withCall(content, notify)
}

/** Whether it storms for a subscription, by the counts of its alert. Where there are none, nothing is loud. */
export function verdictOf({ weather, subscription, memory, turnStart }: Watch): StormVerdict {
  const counts = weather?.kept?.counts
  if (counts === undefined) return { signs: [], loud: false, inLastHour: 0, usual: undefined }
  const sensitivity = subscription.storm ?? 'normal'
  return judgeStorm(counts, { now: turnStart, sensitivity, bursts: memory.bursts ?? [] })
}

function liveStorm(watch: Watch, { state }: RunningStorm, claims: Claims): LiveStorm {
  const { inLastHour, usual } = verdictOf(watch)
  const counts = watch.weather?.kept?.counts
  return {
    alertName: watch.alert.name,
    tale: state.tale,
    signs: state.signs,
    inLastHour,
    usualPerHour: usual === undefined ? undefined : Math.round(usual.perHour),
    hours: counts === undefined ? [] : lastHours(counts, watch.turnStart, shownHours),
    claims,
    permalinks: watch.memory.permalinks ?? new Map(),
  }
}
