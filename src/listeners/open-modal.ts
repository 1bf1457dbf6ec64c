import { z } from 'zod'
import { textMessage } from '../messages/kit/block-kit.ts'
import { messageTs } from '../messages/mention/open-target.ts'
import { modalRefusedText } from '../messages/replies.ts'
import { type Id, idSchema } from '../model/id.ts'
import type { ModalContent } from '../model/message.ts'
import type { Views } from '../slack/views.ts'
import { type MessageAction, readNote } from './payloads.ts'
import type { Asker, Reply } from './reply.ts'

/** Opens a modal. If Slack refuses it, returns a sentence that says so. */
export async function openModal(
  views: Pick<Views, 'open'>,
  trigger: string,
  modal: Parameters<Views['open']>[1],
): Promise<string | undefined> {
  const opening = await views.open(trigger, modal)
  return opening.kind === 'refused' ? modalRefusedText(opening.reason) : undefined
}

const originSchema = z.object({
  channel: z.string(),
  ts: messageTs,
  responseUrl: z.string(),
  mention: idSchema.exactOptional(),
  mentions: z.array(idSchema).exactOptional(),
})

/** The message from which a form was opened, and the mentions that it is about. */
export type ModalOrigin = Asker & z.output<typeof originSchema>

export type OpenModalDeps = { views: Pick<Views, 'open'>; reply: Reply }

/** What was pressed. The `trigger` opens one modal. */
export type Opener = Pick<MessageAction, 'user' | 'channel' | 'ts' | 'responseUrl' | 'trigger'>

/** Opens a form that remembers its message, and what else `about` says. */
export async function openCardModal(
  { views, reply }: OpenModalDeps,
  action: Opener,
  modal: ModalContent & { callback: string },
  about: { mention?: Id; mentions?: Id[] } = {},
): Promise<void> {
  const { channel, ts, responseUrl } = action
  const note = JSON.stringify({ channel, ts, responseUrl, ...about })
  const refusal = await openModal(views, action.trigger, { ...modal, note })
  if (refusal !== undefined) await reply(action, textMessage(refusal), 'beside')
}

export function readModalOrigin({ user, metadata }: { user: string; metadata: string }): ModalOrigin {
  return { user, ...readNote(originSchema, metadata), byValue: true }
}
