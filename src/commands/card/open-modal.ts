import type { Views } from '../../deliver/views.ts'
import { say } from '../../messages/say.ts'
import type { ModalContent } from '../../model/message.ts'
import type { MessagePress } from '../message-press.ts'
import type { Reply } from '../reply.ts'
import { type CardNote, noteText } from './note.ts'

/** The names of the modals about mentions. */
export const cardModals = { mute: 'mention_mute', entries: 'burst_entries' } as const

/** What opening takes. */
export type OpenDeps = { views: Pick<Views, 'open'>; reply: Reply }

/** Opens a modal about mentions; where Slack refuses, whoever pressed hears so. */
export async function openModal(
  { views, reply }: OpenDeps,
  press: MessagePress,
  { callback, note, ...modal }: ModalContent & { callback: string; note: CardNote },
): Promise<void> {
  const opening = await views.open(press.trigger, { ...modal, callback, note: noteText(note) })
  if (opening.kind === 'open') return
  await reply(press, say(`Slack did not open the question (${opening.reason}). Press once more.`), 'beside')
}
