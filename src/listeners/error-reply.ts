import { z } from 'zod'
import { textMessage } from '../messages/block-kit.ts'
import { failedText } from '../messages/replies.ts'
import type { Post } from '../slack/post.ts'
import type { Asker, Reply } from './reply.ts'

type ErrorReply = (payload: unknown, error: unknown) => Promise<void>

const idSchema = z.string()
const commandPayload = z
  .object({ user_id: idSchema, channel_id: idSchema, response_url: z.string() })
  .transform(
    (asked): Asker => ({ user: asked.user_id, channel: asked.channel_id, responseUrl: asked.response_url }),
  )
const actionPayload = z
  .object({ user: z.object({ id: idSchema }), channel: z.object({ id: idSchema }), response_url: z.string() })
  .transform(
    ({ user, channel, ...asked }): Asker => ({
      user: user.id,
      channel: channel.id,
      responseUrl: asked.response_url,
    }),
  )
const askerPayload = z.union([commandPayload, actionPayload])
const userPayload = z.object({ user: z.object({ id: idSchema }) })

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
    const content = textMessage(failedText(deps.reasonFor(error)))
    const asked = askerPayload.safeParse(payload)
    if (asked.success) return deps.reply(asked.data, content, 'beside')
    const found = userPayload.safeParse(payload)
    if (found.success) await deps.post({ channel: found.data.user.id, content })
  }
}
