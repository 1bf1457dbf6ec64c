import { freePort } from '../free-port.ts'
import type { WorldOptions } from './bot-world.ts'

/** HTTP mode for a world: Slack sends signed requests to the bot's port. */

export const secret = 'sandbox-signing-secret'

/** World options for HTTP mode on a free port. */
export async function inHttpMode(): Promise<Partial<WorldOptions> & { address: string }> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/slack/events`
  return {
    address,
    environment: { SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: secret, PORT: String(port) },
    slack: { requestUrl: address, signingSecret: secret },
  }
}
