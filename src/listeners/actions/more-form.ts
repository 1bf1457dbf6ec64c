import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import type { Id } from '@overheard/mention-client/id'
import { z } from 'zod'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { fallbacksOf } from '../../messages/kit/fallbacks.ts'
import { messageUnknown } from '../../messages/replies.ts'
import { type PostedCard, shownMention } from '../../model/card.ts'
import type { Content } from '../../model/message.ts'
import { offeredActions } from '../../model/subscription.ts'
import { type Access, refusalAtCard } from '../access.ts'
import type { CardFormPart, OpenedForm, SubmittedForm } from '../card-menu.ts'
import { type Opener, type OpenModalDeps, openCardModal, readModalOrigin } from '../open-modal.ts'
import { readNote, type ViewSubmission } from '../payloads.ts'
import type { FormErrors } from '../registration.ts'
import { isInput, moreModal } from '../texts/more-form.ts'
import { say } from '../texts/say.ts'

type MoreFormDeps = OpenModalDeps & {
  now: () => Time
  access: Pick<Access, 'refusal'>
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  why: (question: { alert: Id; mention: { id: Id }; channel: string }) => Promise<Content>
  /** What features add to the form. */
  parts: () => CardFormPart[]
}

/** The id of the form. Never rename it. */
export const moreCallback = 'mention_more'

/** `since` is the time (UTC, ms) when the form was opened. Slack shows errors at `firstInput`. `prefilled` names the inputs that showed a value. */
const noteSchema = z.object({
  since: timeSchema.default(0),
  firstInput: z.string().default(''),
  prefilled: z.array(z.string()).default([]),
})

const prefilledInput = z.object({
  block_id: z.string(),
  element: z.object({ initial_value: z.string() }),
})

export type MoreForm = ReturnType<typeof createMoreForm>

/** **More…** on a card opens a form with what features add, and the reason of the post. */
export function createMoreForm(deps: MoreFormDeps) {
  const { now, views, access, findCard, reply } = deps

  const isIn = ({ offers }: OpenedForm) => {
    return ({ offered }: CardFormPart) => offered === undefined || offers.includes(offered.offer)
  }

  async function formOf(action: Opener, mentions: Id[]) {
    const refusal = await refusalAtCard(deps, action, 'handle')
    if (refusal !== undefined) return refusal
    const card = await findCard(action)
    if (card === undefined || !mentions.some((id) => shownMention(card, id))) return messageUnknown()
    const form = openedForm(card, mentions)
    const parts = deps.parts().filter(isIn(form))
    const blocks = (await Promise.all(parts.map((part) => part.blocks(form)))).flat()
    // The form for several mentions has its own choice of reasons.
    const hasWhy = card.shows.kind === 'card' && form.offers.includes('why')
    const prefilled = blocks.flatMap((block) => prefilledInput.safeParse(block).data?.block_id ?? [])
    const about = { mentions, since: now(), firstInput: blocks.find(isInput)?.block_id ?? '', prefilled }
    return { ...moreModal(blocks, hasWhy), callback: moreCallback, about }
  }

  /** Returns the errors to show in the form, by input name; undefined if everything that was filled in is done. */
  async function submit(submission: ViewSubmission): Promise<FormErrors> {
    const origin = readModalOrigin(submission)
    const card = await findCard(origin)
    const { since, firstInput, prefilled } = readNote(noteSchema, submission.metadata)
    const error = (text: string) => ({ [firstInput]: text })
    if (card === undefined) return error(messageUnknown().text)
    const opened = openedForm(card, origin.mentions ?? [])
    const parts = deps.parts().filter(isIn(opened))
    const subject = { channel: origin.channel, alerts: [card.alert] }
    const refusal = await access.refusal(origin, 'handle', subject)
    if (refusal !== undefined) return error(refusal)
    const form: SubmittedForm = {
      ...opened,
      submission,
      openedAt: since,
      hadValue: (input) => prefilled.includes(input),
    }
    const filled = parts.flatMap(({ inputs }) => (inputs?.isFilled(form) === true ? inputs : []))
    if (filled.length === 0) return error(say.nothingFilledIn())
    const wrong = filled.map((part) => part.errors?.(form)).find((errors) => errors !== undefined)
    if (wrong !== undefined) return wrong
    for (const part of filled) {
      const errors = await part.submit(form)
      if (errors !== undefined) return errors
    }
    return undefined
  }

  /** Answers in the form, because an ephemeral message would be hidden behind it. */
  async function why(press: ViewSubmission): Promise<void> {
    const origin = readModalOrigin(press)
    const answer = await reasonOf(origin)
    const modal = { title: say.whyPosted(), callback: 'why', note: '' }
    for (const { blocks } of fallbacksOf(answer))
      if ((await views.update(press.view, { ...modal, blocks })) === undefined) return
    await reply(origin, answer, 'beside')
  }

  async function reasonOf(origin: ReturnType<typeof readModalOrigin>): Promise<Content> {
    const card = await findCard(origin)
    const [id] = origin.mentions ?? []
    if (card === undefined || id === undefined) return messageUnknown()
    const subject = { channel: origin.channel, alerts: [card.alert] }
    const refusal = await access.refusal(origin, 'read', subject)
    return refusal === undefined ? deps.why({ ...card, mention: { id } }) : textMessage(refusal)
  }

  return {
    open: (action: Opener, mentions: Id[]) => openCardModal(deps, action, () => formOf(action, mentions)),
    submit,
    why,
  }
}

function openedForm(card: PostedCard, mentions: Id[]): OpenedForm {
  return { card, mentions, offers: card.shows.offers ?? offeredActions }
}
