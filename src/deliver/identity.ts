import type { WebClient } from '@slack/web-api'
import type { Identity } from './history.ts'

/** Who our token says we are; asked once and remembered until `forget`, because a replaced token may be another bot's. */
export function createIdentity(client: WebClient): { self: () => Promise<Identity>; forget: () => void } {
  let asked: Promise<Identity> | undefined
  const ask = async () => {
    const { bot_id: botId, user_id: userId } = await client.auth.test()
    return { botId, userId }
  }
  const forget = () => {
    asked = undefined
  }
  return {
    self() {
      asked ??= ask()
      asked.catch(forget)
      return asked
    },
    forget,
  }
}
