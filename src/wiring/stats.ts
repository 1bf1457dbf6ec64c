import type { Log } from '../cli/log.ts'
import type { Runtime } from '../cli/runtime.ts'
import {
  createStatsListeners,
  loadChannelAlerts,
  type StatsListeners,
} from '../listeners/commands/mentions-stats-command.ts'
import { createReply } from '../listeners/reply.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { ChartSupport } from '../messages/fallbacks.ts'
import type { Subscription } from '../model/subscription.ts'
import type { createSlack } from '../slack/slack.ts'
import { createStatistics, type StatsSource } from '../stats/statistics.ts'

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
