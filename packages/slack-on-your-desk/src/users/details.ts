import { z } from 'zod'
import type { Ack } from '../events.ts'
import { findMessage } from '../messages.ts'
import { issueTrigger } from '../open-views.ts'
import type { Context } from '../state.ts'
import { channelOf, personOf } from './lookup.ts'

/** A Work Object of a message: the first, or the one with the id `entity`. */
export const detailsRequest = z.object({
  user: z.string(),
  channel: z.string(),
  ts: z.string(),
  entity: z.string().optional(),
})

/**
 * Opens the details of a Work Object. The app answers the event with `entity.presentDetails`. Undefined: the app has not subscribed to
 * `entity_details_requested`. https://docs.slack.dev/reference/events/entity_details_requested
 */
export async function openDetails(
  context: Context,
  { user, channel, ts, entity: id }: z.infer<typeof detailsRequest>,
): Promise<Ack | undefined> {
  const person = personOf(context, user)
  const place = channelOf(context, channel)
  const message = findMessage(context, place.id, ts)
  const entity = message?.metadata?.entities?.find((one) => id === undefined || one.external_ref.id === id)
  if (!message || !entity) throw new Error(`There is no Work Object ${id ?? ''} in the message ${ts}.`)
  return context.sendEvent({
    type: 'entity_details_requested',
    user: person.id,
    user_locale: 'en-US',
    external_ref: entity.external_ref,
    entity_url: entity.url,
    link: { url: entity.url, domain: new URL(entity.url).hostname },
    app_unfurl_url: entity.url,
    trigger_id: issueTrigger(context, person.id, entity.external_ref),
    message_ts: message.ts,
    ...(message.thread_ts !== undefined && { thread_ts: message.thread_ts }),
    channel: place.id,
  })
}
