import { z } from 'zod'
import type { Post } from '../deliver/poster.ts'
import { cannotBeDone } from '../messages/refusals.ts'
import { say } from '../messages/say.ts'
import type { Asker, Reply } from './reply.ts'

/** Tells the log, and who asked, that something failed, as it does where the store cannot be written. `payload`: as Slack brought it. Never rejects. */
type Apology = (payload: unknown, error: unknown) => Promise<void>

const id = z.string()
const command = z
  .object({ user_id: id, channel_id: id, response_url: z.string() })
  .transform(
    (asked): Asker => ({ user: asked.user_id, channel: asked.channel_id, responseUrl: asked.response_url }),
  )
const press = z
  .object({ user: z.object({ id }), channel: z.object({ id }), response_url: z.string() })
  .transform(
    ({ user, channel, ...asked }): Asker => ({
      user: user.id,
      channel: channel.id,
      responseUrl: asked.response_url,
    }),
  )
const asker = z.union([command, press])
const person = z.object({ user: z.object({ id }) })

/** Beside what was typed or pressed; what was asked on the home tab or in a modal has no such place: as a direct message. */
export function createApology(deps: {
  reply: Reply
  post: Post
  /** Half a sentence of an error: why. */
  reasonFor: (error: unknown) => string
  log: { error(fields: object, sentence: string): void }
}): Apology {
  return async (payload, error) => {
    deps.log.error({ err: error }, 'what was asked for from Slack failed')
    const content = say(cannotBeDone(deps.reasonFor(error)))
    const asked = asker.safeParse(payload)
    if (asked.success) return deps.reply(asked.data, content, 'beside')
    const who = person.safeParse(payload)
    if (who.success) await deps.post({ channel: who.data.user.id, content })
  }
}
