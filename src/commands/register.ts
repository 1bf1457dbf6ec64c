import type { App } from '@slack/bolt'

/** What the commands need; each command declares its own part. */
export type CommandDeps = Record<string, never>

/** Everything Slack can ask of us, as a table of contents. The only place besides the connection that knows Bolt. */
export function register(app: App, _deps: CommandDeps): void {
  app.command('/mentions-stats', async ({ ack }) => {
    await ack()
  })
}
