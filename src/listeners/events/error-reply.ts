import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { textMessage } from '../../messages/kit/block-kit.ts'
import type { Post } from '../../model/outbox.ts'
import { pressedMessage } from '../payloads.ts'
import type { Asker, Reply } from '../reply.ts'
import { say } from '../texts/say.ts'

type ErrorReply = (payload: unknown, error: unknown) => Promise<void>

const withId = z.object({ id: z.string() })
const commandPayload = z
  .object({ user_id: z.string(), channel_id: z.string(), response_url: z.string() })
  .transform(({ user_id: user, channel_id: channel, ...rest }) => ({ user, channel, ...rest }))

const actionPayload = z
  .object({
    ...{ user: withId, channel: withId, response_url: z.string() },
    container: pressedMessage.optional().catch(undefined),
  })
  .transform(({ user, channel, container, ...rest }) => ({
    ...{ user: user.id, channel: channel.id, ...rest },
    ...defined({ thread: container?.thread }),
  }))

const askerPayload = z
  .union([commandPayload, actionPayload])
  .transform(({ response_url: responseUrl, ...place }): Asker => ({ ...place, responseUrl }))

const userPayload = z.object({ user: withId })

/**
 * Answers a failed command or button in its channel. The home tab and modals have no channel, so the person gets a
 * direct message.
 */
export function createErrorReply(deps: {
  reply: Reply
  post: Post
  reasonFor: (error: unknown) => string
  log: { error(fields: object, sentence: string): void }
}): ErrorReply {
  return async (payload, error) => {
    deps.log.error(
      { err: error },
      'a Slack command or action failed with an error; sending an error message to the person who used it',
    )
    const content = textMessage(say.failed({ reason: deps.reasonFor(error) }))
    const asked = askerPayload.safeParse(payload)
    if (asked.success) return deps.reply(asked.data, content, 'beside')
    const found = userPayload.safeParse(payload)
    if (found.success) await deps.post({ channel: found.data.user.id, content })
  }
}
