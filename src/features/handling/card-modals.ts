import { z } from 'zod'
import type { Time } from '../../async/time.ts'
import { openModal } from '../../listeners/open-modal.ts'
import type { MessageAction } from '../../listeners/payloads.ts'
import type { Asker, Reply } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { type Id, idSchema } from '../../model/id.ts'
import type { ModalContent } from '../../model/message.ts'
import { timeSchema } from '../../model/time.ts'
import type { Views } from '../../slack/views.ts'
import { listPage, type OpenListPage } from '../open-list/messages.ts'

export const cardModalCallbacks = {
  mute: 'mention_mute',
  entries: 'burst_entries',
  spikeStatus: 'spike_status',
  assign: 'mention_assign',
  snooze: 'mention_snooze',
  more: 'mention_more',
} as const

type ModalOrigin = { channel: string; ts: string; responseUrl: string } & About

/** `since` is the time (UTC, ms) when the form was opened. With `showsTicket`, it shows a ticket, and an empty field unlinks it. */
type About = {
  mention?: Id
  mentions?: Id[]
  since?: Time
  showsTicket?: true
  list?: OpenListPage
  reminder?: true
}

const originSchema: z.ZodType<ModalOrigin> = z.object({
  channel: z.string(),
  ts: z.string(),
  responseUrl: z.string(),
  mention: idSchema.exactOptional(),
  mentions: z.array(idSchema).exactOptional(),
  since: timeSchema.exactOptional(),
  showsTicket: z.literal(true).exactOptional(),
  list: listPage.exactOptional(),
  reminder: z.literal(true).exactOptional(),
})

export type OpenModalDeps = { views: Pick<Views, 'open'>; reply: Reply }

export async function openCardModal(
  { views, reply }: OpenModalDeps,
  action: Pick<MessageAction, 'user' | 'channel' | 'ts' | 'responseUrl' | 'trigger'>,
  modal: ModalContent & { callback: string },
  about: About = {},
): Promise<void> {
  const { channel, ts, responseUrl } = action
  const origin: ModalOrigin = { channel, ts, responseUrl, ...about }
  const refusal = await openModal(views, action.trigger, { ...modal, note: JSON.stringify(origin) })
  if (refusal !== undefined) await reply(action, textMessage(refusal), 'beside')
}

export function readModalOrigin({ user, metadata }: { user: string; metadata: string }): Asker & ModalOrigin {
  return { user, ...originSchema.parse(JSON.parse(metadata)) }
}
