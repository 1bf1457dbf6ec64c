import type { WebClient } from '@slack/web-api'
import type { Identity } from './history.ts'

/** Makes the question who our token says we are: asked until Slack tells, and then remembered. */
export function createIdentity(client: WebClient): () => Promise<Identity> {
  let asked: Promise<Identity> | undefined
  const ask = async () => {
    const { bot_id: botId, user_id: userId } = await client.auth.test()
    return { botId, userId }
  }
  return () => {
    asked ??= ask()
    asked.catch(() => {
      asked = undefined
    })
    return asked
  }
}
