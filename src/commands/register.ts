import type { App } from '@slack/bolt'
import { askActionPrefix, chooseActionId, postActionId } from '../messages/stats-actions.ts'
import { readPress } from './press.ts'
import type { StatsCommands } from './stats.ts'

/** What the commands need; each command declares its own part. */
export type CommandDeps = { stats: StatsCommands }

/**
 * Everything Slack can ask of us, as a table of contents. The only place besides the connection that knows Bolt. Each line
 * acknowledges at once and works later: Slack gives up after three seconds.
 */
export function register(app: App, { stats }: CommandDeps): void {
  app.command('/mentions-stats', async ({ ack, command }) => {
    await ack()
    const {
      user_id: user,
      channel_id: channel,
      channel_name: channelName,
      response_url: responseUrl,
    } = command
    await stats.command({ user, channel, channelName, responseUrl, value: command.text })
  })
  app.action(new RegExp(`^(${askActionPrefix}|${chooseActionId}$)`), async ({ ack, body }) => {
    await ack()
    await stats.press(readPress(body))
  })
  app.action(postActionId, async ({ ack, body }) => {
    await ack()
    await stats.postToChannel(readPress(body))
  })
}
