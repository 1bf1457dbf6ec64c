import type { WebClient } from '@slack/web-api'
import type { Identity } from './history.ts'
import { outcomeOf } from './outcome.ts'

/** Makes the question who our token says we are: asked until Slack tells, and then remembered. */
export function createIdentity(client: WebClient): () => Promise<Identity> {
  const self = untilKnown(() => client.auth.test())
  const appId = untilKnown(async () => appOf(client, (await self())?.bot_id))
  return async () => {
    const { bot_id: botId, user_id: userId } = (await self()) ?? {}
    return { botId, userId, appId }
  }
}

/**
 * The id of the app that a bot belongs to; undefined where Slack refuses to tell it (no `users:read`). Rejects where Slack may tell it
 * later: whose messages are ours must not be decided without it.
 */
async function appOf(client: WebClient, bot: string | undefined): Promise<string | undefined> {
  if (bot === undefined) return undefined
  try {
    return (await client.bots.info({ bot })).bot?.app_id
  } catch (error) {
    if (outcomeOf(error, false).kind === 'rejected') return undefined
    throw error
  }
}

/** Asks once for all who ask at the same time, and remembers the first answer that tells something. */
function untilKnown<Answer>(ask: () => Promise<Answer | undefined>): () => Promise<Answer | undefined> {
  let asked: Promise<Answer | undefined> | undefined
  const forget = () => {
    asked = undefined
  }
  return () => {
    if (asked === undefined) {
      asked = ask()
      asked.then((answer) => answer === undefined && forget(), forget)
    }
    return asked
  }
}
