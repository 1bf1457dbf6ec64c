import { z } from 'zod'
import { textMessage } from '../messages/block-kit.ts'
import { modalRefusedText } from '../messages/replies.ts'
import { type Id, idSchema } from '../model/id.ts'
import type { ModalContent } from '../model/message.ts'
import type { Views } from '../slack/views.ts'
import type { MessageAction } from './payloads.ts'
import type { Asker, Reply } from './reply.ts'

/** The callback ids of the modals that a message's button opens. */
export const cardModalCallbacks = {
  mute: 'mention_mute',
  entries: 'burst_entries',
  spikeStatus: 'spike_status',
} as const

/** The message that a modal was opened from, and the mention that it is about if the message shows several. */
type ModalOrigin = { channel: string; ts: string; responseUrl: string; mention?: Id }

const originSchema: z.ZodType<ModalOrigin> = z.object({
  channel: z.string(),
  ts: z.string(),
  responseUrl: z.string(),
  mention: idSchema.exactOptional(),
})

export type OpenModalDeps = { views: Pick<Views, 'open'>; reply: Reply }

/** Opens a modal about a message. If Slack refuses, the person is told. */
export async function openCardModal(
  { views, reply }: OpenModalDeps,
  action: MessageAction,
  modal: ModalContent & { callback: string },
  mention?: Id,
): Promise<void> {
  const { channel, ts, responseUrl } = action
  const origin: ModalOrigin = { channel, ts, responseUrl, ...(mention && { mention }) }
  const opening = await views.open(action.trigger, { ...modal, note: JSON.stringify(origin) })
  if (opening.kind === 'open') return
  await reply(action, textMessage(modalRefusedText(opening.reason)), 'beside')
}

/** The person who submitted a modal, and the message that it was opened from. Throws if it was not opened from a message. */
export function readModalOrigin({ user, metadata }: { user: string; metadata: string }): Asker & ModalOrigin {
  return { user, ...originSchema.parse(JSON.parse(metadata)) }
}
