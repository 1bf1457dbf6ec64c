import { z } from 'zod'
import type { Deliver } from '../delivery.ts'
import type { Ack } from '../events.ts'
import { findMessage, messageJson } from '../messages.ts'
import { issueTrigger } from '../open-views.ts'
import { issueResponseUrl } from '../response-urls.ts'
import type { Context } from '../state.ts'
import { channelOf, interactiveBase, payloadName, personOf, showWarning } from './lookup.ts'

/** `channel` and `ts` name the message of a message shortcut. Without them it is a global one. */
export const shortcutRequest = z.object({
  user: z.string(),
  callbackId: z.string(),
  channel: z.string().optional(),
  ts: z.string().optional(),
})
type Shortcut = z.infer<typeof shortcutRequest>

/** Runs a shortcut (https://docs.slack.dev/interactivity/implementing-shortcuts). Throws if there is no such message. */
export async function runShortcut(context: Context, deliver: Deliver, request: Shortcut): Promise<Ack> {
  const person = personOf(context, request.user)
  const ack = await deliver('interactive', {
    ...interactiveBase(context, person),
    callback_id: request.callbackId,
    trigger_id: issueTrigger(context, person.id),
    action_ts: context.clock.nextTs(),
    ...(request.channel === undefined
      ? { type: 'shortcut' }
      : { type: 'message_action', ...aboutMessage(context, person.id, request.channel, request.ts ?? '') }),
  })
  if (ack.kind !== 'acknowledged')
    showWarning(context, person.id, 'The app did not answer. Please try again.')
  return ack
}

function aboutMessage(context: Context, user: string, reference: string, ts: string) {
  const channel = channelOf(context, reference)
  const message = findMessage(context, channel.id, ts)
  if (message === undefined) throw new Error(`There is no message ${ts} in ${reference}.`)
  return {
    channel: { id: channel.id, name: payloadName(channel) },
    message: messageJson(message, false),
    message_ts: ts,
    response_url: issueResponseUrl(context, { user, channel: channel.id }),
  }
}
