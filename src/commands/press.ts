import { z } from 'zod'

/** A press of a button, or a choice from a menu, in a message. `value`: the button's, or the chosen option's. */
export type BlockAction = {
  user: string
  channel: string
  channelName: string
  responseUrl: string
  value: string
}

const actionElement = z.object({
  value: z.string().optional(),
  selected_option: z.object({ value: z.string() }).nullish(),
})

const blockActionBody = z.object({
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string(), name: z.string().optional() }),
  response_url: z.string(),
  actions: z.array(actionElement).min(1),
})

/** Reads a press out of Slack's `block_actions` payload. Throws ZodError where it is none in a message. */
export function readBlockAction(payload: unknown): BlockAction {
  const { user, channel, response_url: responseUrl, actions } = blockActionBody.parse(payload)
  const value = actions[0]?.value ?? actions[0]?.selected_option?.value ?? ''
  return { user: user.id, channel: channel.id, channelName: channel.name ?? '', responseUrl, value }
}
