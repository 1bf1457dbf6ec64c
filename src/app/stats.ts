import type { AlertBook } from '../alerts.ts'
import type { Charts } from '../charts.ts'
import { createReply } from '../commands/reply.ts'
import { channelAlerts } from '../commands/stats/channel-alerts.ts'
import { createStatsCommands, type StatsCommands } from '../commands/stats/stats.ts'
import type { Subscription } from '../model/subscription.ts'
import type { StatisticsSource } from '../statistics/source.ts'
import { createStatistics } from '../statistics/statistics.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'
import type { createSlack } from './slack.ts'

type Parts = {
  service: StatisticsSource
  alerts: AlertBook
  slack: ReturnType<typeof createSlack>
  charts: Charts
  subscriptions: () => Subscription[]
}

/** Everything behind `/mentions-stats`. */
export function createStats(
  { service, alerts, slack, charts, subscriptions }: Parts,
  { now, setTimer }: Runtime,
  log: Log,
): StatsCommands {
  const { channels, respond, whisper, post } = slack
  return createStatsCommands({
    statistics: createStatistics({ source: service, now, setTimer }),
    alerts,
    channelAlerts: (place) => channelAlerts({ subscriptions, channels, alerts }, place),
    reply: createReply({ respond, whisper, charts, log }),
    now,
    setTimer,
    post,
    charts,
  })
}
