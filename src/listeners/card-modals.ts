import { z } from 'zod'
import type { ActionTarget } from '../messages/block-actions.ts'
import { textMessage } from '../messages/block-kit.ts'
import { idSchema } from '../model/id.ts'
import type { Block, ModalContent } from '../model/message.ts'
import { type MuteKind, muteKinds } from '../model/mute.ts'
import type { MessagePlace } from '../slack/posted-messages.ts'
import type { Views } from '../slack/views.ts'
import type { MessageAction } from './payloads.ts'
import type { Reply } from './reply.ts'

/** The names of the modals about mentions. */
export const cardModalCallbacks = { mute: 'mention_mute', entries: 'burst_entries' } as const

/** What opening takes. */
export type OpenModalDeps = { views: Pick<Views, 'open'>; reply: Reply }

/** Opens a modal about mentions; where Slack refuses, whoever pressed hears so. */
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

/** What a modal about mentions remembers of the message it was opened from. */
export type CardModalMetadata = {
  place: MessagePlace
  target: ActionTarget
  /** Whether the message is one mention's card, or lists the mentions of a burst. */
  form: 'card' | 'entries'
  responseUrl: string
  kind?: MuteKind
}

const metadataSchema: z.ZodType<CardModalMetadata> = z.object({
  place: z.object({ channel: z.string(), ts: z.string(), thread: z.string().exactOptional() }),
  target: z.object({ subscription: z.string(), alert: idSchema, mentions: z.array(idSchema) }),
  form: z.enum(['card', 'entries']),
  responseUrl: z.string(),
  kind: z.enum(muteKinds).exactOptional(),
})

/** The note of a press on a message. */
export function metadataOf(
  action: MessageAction,
  target: ActionTarget,
  form: CardModalMetadata['form'],
): CardModalMetadata {
  const { channel, ts, thread, responseUrl } = action
  const place: MessagePlace = { channel, ts, ...(thread === undefined ? {} : { thread }) }
  return { place, target, form, responseUrl }
}

/** The note as a modal carries it. Ten ids of any length stay far below Slack's 3,000 characters. */
function writeMetadata(metadata: CardModalMetadata): string {
  return JSON.stringify(metadata)
}

/** Reads a note. Throws where it is none of ours. */
export function readMetadata(text: string): CardModalMetadata {
  return metadataSchema.parse(JSON.parse(text))
}

/** What a card calls its mention: the first link or bold words in it; empty where there is neither. */
export function readCardTitle(blocks: Block[]): string {
  return blocks.map(firstTitle).find((title) => title !== '') ?? ''
}

function firstTitle(element: unknown): string {
  if (typeof element !== 'object' || element === null) return ''
  const isLink = 'type' in element && element.type === 'link'
  const isBold = 'style' in element && JSON.stringify(element.style).includes('"bold":true')
  if ((isLink || isBold) && 'text' in element && typeof element.text === 'string') return element.text
  if (!('elements' in element) || !Array.isArray(element.elements)) return ''
  return element.elements.map(firstTitle).find((title) => title !== '') ?? ''
}
