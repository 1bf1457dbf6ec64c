import type { WebClient } from '@slack/web-api'
import type { Content } from '../model/message.ts'
import { outcomeOf } from './outcome.ts'

/** How a whisper ended; a reason is Slack's code. */
type EphemeralResult = { kind: 'shown' } | { kind: 'refused'; reason: string }

/** Shows something to one person in a channel. */
export type PostEphemeral = (
  to: { channel: string; user: string },
  content: Content,
) => Promise<EphemeralResult>

/** Makes the whisper, for answers whose response URL works no more. Twice is no harm here, so nothing is in doubt. */
export function createPostEphemeral(client: WebClient): PostEphemeral {
  return async ({ channel, user }, { text, blocks }) => {
    try {
      await client.chat.postEphemeral({
        channel,
        user,
        text,
        ...(blocks.length > 0 ? { blocks } : { parse: 'none' as const }),
      })
      return { kind: 'shown' }
    } catch (error) {
      return { kind: 'refused', reason: outcomeOf(error, false).reason }
    }
  }
}
