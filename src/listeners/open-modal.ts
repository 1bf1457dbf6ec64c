import { type Id, idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { textMessage } from '../messages/kit/block-kit.ts'
import { messageTs } from '../messages/mention/open-target.ts'
import { replyTexts } from '../messages/replies.ts'
import type { Content, ModalContent } from '../model/message.ts'
import type { Views } from '../slack/views.ts'
import { type MessageAction, readNote } from './payloads.ts'
import type { Asker, Reply } from './reply.ts'
import { say } from './texts/say.ts'

/** The content of a form, its id, and what Slack returns with its submission. */
export type Form = Parameters<Views['open']>[1]

export type FormViews = Pick<Views, 'open' | 'update' | 'setTimer'>

/** Slack opens a form within three seconds after the press. Who waits longer than this, in ms, sees an empty form, which is filled in later. */
const patienceMs = 500

/** Shown until a form is filled in. */
export const emptyForm = (): Form => ({
  title: replyTexts.oneMoment(),
  callback: 'loading',
  note: '',
  blocks: textMessage(replyTexts.oneMoment()).blocks,
})

/**
 * Opens a form with what `load` returns, however long that takes: `load` may ask Slack and the mention service. If it returns no form, the
 * empty form shows the message. Resolves with a message for the person if no form shows it; a form that the person has closed shows nothing.
 */
export async function openForm(
  views: FormViews,
  trigger: string,
  load: () => Promise<Form | Content | undefined>,
): Promise<Content | undefined> {
  const loading = load()
  const slow = Promise.withResolvers<'slow'>()
  const cancel = views.setTimer(() => slow.resolve('slow'), patienceMs)
  const quick = await Promise.race([loading, slow.promise]).finally(cancel)
  if (quick !== 'slow') return isForm(quick) ? openModal(views, trigger, quick) : quick
  return fillForm(views, await views.open(trigger, emptyForm()), loading)
}

/** Fills in an empty form that is open. Resolves as `openForm` does. */
export async function fillForm(
  views: Pick<Views, 'update'>,
  opening: Awaited<ReturnType<Views['open']>>,
  loading: Promise<Form | Content | undefined>,
): Promise<Content | undefined> {
  const fill = async (answer: Form | Content = textMessage(replyTexts.done())) => {
    if (opening.kind === 'refused')
      return isForm(answer) ? textMessage(modalRefusedText(opening.reason)) : answer
    const { text, ...form } = isForm(answer) ? { ...answer, text: '' } : { ...emptyForm(), ...answer }
    const refusal = await views.update(opening.view, form)
    if (refusal === undefined || refusal === closedForm) return undefined
    return text === '' ? textMessage(modalRefusedText(refusal)) : textMessage(text)
  }
  try {
    return await fill(await loading)
  } catch (error) {
    await fill(textMessage(replyTexts.formFailed()))
    throw error
  }
}

/** Slack's answer to a change of a form that the person has closed. */
const closedForm = 'not_found'

const isForm = (answer: object | undefined): answer is Form => answer !== undefined && 'callback' in answer

/** Opens the form, or returns the message, that `load` returns. Only what `opensForm` may take longer than Slack waits for a form. */
export async function answerWith(
  views: FormViews,
  trigger: string,
  { opensForm }: { opensForm?: boolean },
  load: () => Promise<Form | Content | undefined>,
): Promise<Content | undefined> {
  if (opensForm) return openForm(views, trigger, load)
  const answer = await load()
  return isForm(answer) ? openModal(views, trigger, answer) : answer
}

/** Opens a form that needs no answer of Slack or of the mention service. If Slack refuses it, returns a message that says so. */
export async function openModal(
  views: Pick<Views, 'open'>,
  trigger: string,
  modal: Form,
): Promise<Content | undefined> {
  const opening = await views.open(trigger, modal)
  return opening.kind === 'refused' ? textMessage(modalRefusedText(opening.reason)) : undefined
}

const originSchema = z.object({
  channel: z.string(),
  ts: messageTs,
  responseUrl: z.string(),
  thread: messageTs.exactOptional(),
  mention: idSchema.exactOptional(),
  mentions: z.array(idSchema).exactOptional(),
})

/** The message from which a form was opened, and the mentions that it is about. */
export type ModalOrigin = Asker & z.output<typeof originSchema>

export type OpenModalDeps = { views: FormViews; reply: Reply }

/** What was pressed. The `trigger` opens one modal. */
export type Opener = Pick<MessageAction, 'user' | 'channel' | 'ts' | 'thread' | 'responseUrl' | 'trigger'>

type CardForm = ModalContent & { callback: string; about?: { mention?: Id; mentions?: Id[] } }

/** Opens a form that remembers its message, and what else `about` says. If `load` returns a message, the person gets that. */
export async function openCardModal(
  { views, reply }: OpenModalDeps,
  action: Opener,
  load: () => Promise<CardForm | Content>,
): Promise<void> {
  const { channel, ts, thread, responseUrl } = action
  const answer = await openForm(views, action.trigger, async () => {
    const loaded = await load()
    if (!('callback' in loaded)) return loaded
    const { about, ...form } = loaded
    return { ...form, note: JSON.stringify({ channel, ts, thread, responseUrl, ...about }) }
  })
  if (answer !== undefined) await reply(action, answer, 'beside')
}

export function readModalOrigin({ user, metadata }: { user: string; metadata: string }): ModalOrigin {
  return { user, ...readNote(originSchema, metadata), byValue: true }
}

export function modalRefusedText(reason: string): string {
  return say.formRefused({ reason })
}
