import type { AlertDirectory } from '../alerts.ts'
import type { ChartSupport } from '../charts.ts'
import { createReply } from '../commands/reply.ts'
import { loadChannelAlerts } from '../commands/stats/channel-alerts.ts'
import { createStatsListeners, type StatsListeners } from '../commands/stats/stats.ts'
import type { Subscription } from '../model/subscription.ts'
import type { StatsSource } from '../statistics/source.ts'
import { createStatistics } from '../statistics/statistics.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'
import type { createSlack } from './slack.ts'

type Parts = {
  service: StatsSource
  alerts: AlertDirectory
  slack: ReturnType<typeof createSlack>
  charts: ChartSupport
  subscriptions: () => Subscription[]
}

/** Everything behind `/mentions-stats`. */
export function createStats(
  { service, alerts, slack, charts, subscriptions }: Parts,
  { now, setTimer }: Runtime,
  log: Log,
): StatsListeners {
  const { channels, respond, postEphemeral, post } = slack
  return createStatsListeners({
    statistics: createStatistics({ source: service, now, setTimer }),
    alerts,
    channelAlerts: (place) => loadChannelAlerts({ subscriptions, channels, alerts }, place),
    reply: createReply({ respond, postEphemeral, charts, log }),
    now,
    setTimer,
    post,
    charts,
  })
}
