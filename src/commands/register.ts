import type { App } from '@slack/bolt'

/** Tells Bolt what we answer to. The only place besides the connection that knows Bolt. */
export function registerCommands(app: App): void {
  app.command('/mentions-stats', async ({ ack }) => {
    await ack()
  })
}
