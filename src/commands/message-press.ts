import { z } from 'zod'
import type { Block } from '../model/message.ts'

/** A press in a message, with all that it takes to answer it, to open a modal and to change the message. */
export type MessageAction = {
  user: string
  channel: string
  channelName: string
  responseUrl: string
  /** `ts` of the message, and of its parent where it stands in a thread. */
  ts: string
  thread?: string
  /** Opens a modal, once, within three seconds. */
  trigger: string
  /** Of the button, or of the chosen option. */
  value: string
  /** What the message shows; empty where Slack does not tell. */
  blocks: Block[]
}

const blockSchema = z.looseObject({ type: z.string(), block_id: z.string().exactOptional() })

const messageActionBody = z.object({
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string(), name: z.string().optional() }),
  container: z.object({ message_ts: z.string(), thread_ts: z.string().optional() }),
  response_url: z.string(),
  trigger_id: z.string(),
  actions: z
    .array(
      z.object({
        value: z.string().optional(),
        selected_option: z.object({ value: z.string() }).nullish(),
      }),
    )
    .min(1),
  message: z.object({ blocks: z.array(blockSchema).catch([]) }).optional(),
})

/** Reads a press out of Slack's `block_actions` payload. Throws ZodError where it is none in a message. */
export function readMessageAction(payload: unknown): MessageAction {
  const { user, channel, container, actions, message, ...rest } = messageActionBody.parse(payload)
  return {
    user: user.id,
    channel: channel.id,
    channelName: channel.name ?? '',
    responseUrl: rest.response_url,
    ts: container.message_ts,
    ...(container.thread_ts === undefined ? {} : { thread: container.thread_ts }),
    trigger: rest.trigger_id,
    value: actions[0]?.value ?? actions[0]?.selected_option?.value ?? '',
    blocks: message?.blocks ?? [],
  }
}
