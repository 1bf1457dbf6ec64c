import { z } from 'zod'
import type { ActionTarget } from '../messages/block-actions.ts'
import { textMessage } from '../messages/block-kit.ts'
import { idSchema } from '../model/id.ts'
import type { ModalContent } from '../model/message.ts'
import type { MessagePlace } from '../slack/posted-messages.ts'
import type { Views } from '../slack/views.ts'
import type { MessageAction } from './payloads.ts'
import type { Reply } from './reply.ts'

/** The callback ids of the modals about mentions. */
export const cardModalCallbacks = { mute: 'mention_mute', entries: 'burst_entries' } as const

export type OpenModalDeps = { views: Pick<Views, 'open'>; reply: Reply }

/** Opens a modal about mentions. If Slack refuses, the person is told. */
export async function openCardModal(
  { views, reply }: OpenModalDeps,
  action: MessageAction,
  { callback, note: metadata, ...modal }: ModalContent & { callback: string; note: CardModalMetadata },
): Promise<void> {
  const opening = await views.open(action.trigger, { ...modal, callback, note: writeMetadata(metadata) })
  if (opening.kind === 'open') return
  await reply(
    action,
    textMessage(`Slack did not open the question (${opening.reason}). Press once more.`),
    'beside',
  )
}

/** What a modal about mentions carries: the message that it was opened from, and its mentions. */
export type CardModalMetadata = {
  place: MessagePlace
  target: ActionTarget
  /** `card`: the message is one mention's card. `entries`: it lists mentions of a burst. */
  form: 'card' | 'entries'
  responseUrl: string
}

const metadataSchema: z.ZodType<CardModalMetadata> = z.object({
  place: z.object({ channel: z.string(), ts: z.string(), thread: z.string().exactOptional() }),
  target: z.object({ subscription: z.string(), alert: idSchema, mentions: z.array(idSchema) }),
  form: z.enum(['card', 'entries']),
  responseUrl: z.string(),
})

export function metadataOf(
  action: MessageAction,
  target: ActionTarget,
  form: CardModalMetadata['form'],
): CardModalMetadata {
  const { channel, ts, thread, responseUrl } = action
  const place: MessagePlace = { channel, ts, ...(thread === undefined ? {} : { thread }) }
  return { place, target, form, responseUrl }
}

/** Ten ids of any length stay far below Slack's limit of 3,000 characters for a modal's metadata. */
function writeMetadata(metadata: CardModalMetadata): string {
  return JSON.stringify(metadata)
}

/** Reads the metadata of a modal about mentions. Throws if it is none. */
export function readMetadata(text: string): CardModalMetadata {
  return metadataSchema.parse(JSON.parse(text))
}
