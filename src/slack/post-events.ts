import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { PostedMessage } from '../model/history.ts'
import { readProof } from './receipts.ts'

const eventType = 'message_metadata_posted'

/** `api_app_id` is the app that receives the event; `app_id` is the app that posted the message. */
const bodySchema = z.object({
  api_app_id: z.string(),
  event: z.object({
    type: z.literal(eventType),
    app_id: z.string(),
    bot_id: z.string().optional(),
    channel_id: z.string(),
    message_ts: z.string(),
    metadata: z.unknown(),
  }),
})

/**
 * Calls `note` for each message of our own bot that has a receipt, when Slack announces the message. Slack announces messages if the app
 * subscribes to `message_metadata_posted`, but may do so late or never. Call this before other listeners are registered, because the listener
 * does not pass these events on.
 */
export function onOwnPost(bolt: App, note: (channel: string, message: PostedMessage) => void): void {
  bolt.use(async ({ body, context, next }) => {
    const { event } = body as { event?: { type?: unknown } }
    if (event?.type !== eventType) return next()
    const read = bodySchema.safeParse(body)
    if (read.success && isOwn(read.data, context.botId)) {
      const { channel_id: channel, message_ts: ts, metadata } = read.data.event
      const proof = readProof(metadata)
      if (proof !== undefined) note(channel, { ts, replies: 0, ...proof })
    }
  })
}

/**
 * True for a message of our own installation. Slack sets both ids, so nobody can forge them. In a shared channel the bot id separates our
 * installation from a partner's.
 */
function isOwn({ api_app_id, event }: z.infer<typeof bodySchema>, botId: string | undefined): boolean {
  return event.app_id === api_app_id && (event.bot_id === undefined || event.bot_id === botId)
}
