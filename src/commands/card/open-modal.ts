import type { Views } from '../../deliver/views.ts'
import { textMessage } from '../../messages/say.ts'
import type { ModalContent } from '../../model/message.ts'
import type { MessageAction } from '../message-press.ts'
import type { Reply } from '../reply.ts'
import { type CardModalMetadata, writeMetadata } from './note.ts'

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
