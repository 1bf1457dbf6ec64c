import type { Time } from '../../async/time.ts'
import type { ApplyCardAction, CardAction } from '../../cards/card-actions.ts'
import { type Access, isRefusedAtCard } from '../../listeners/access.ts'
import type { CardFormPart } from '../../listeners/card-form.ts'
import { inputText, type MessageAction, type ViewSubmission } from '../../listeners/payloads.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { fallbacksOf } from '../../messages/kit/fallbacks.ts'
import type { Link } from '../../messages/kit/link-template.ts'
import { messageUnknown } from '../../messages/replies.ts'
import { leadOf, type PostedCard, shownMention, type Ticket, ticketOf } from '../../model/card.ts'
import type { Id } from '../../model/id.ts'
import type { Content } from '../../model/message.ts'
import { offeredActions } from '../../model/subscription.ts'
import type { Views } from '../../slack/views.ts'
import { filledLinks } from '../tickets/links.ts'
import { moreModal, readTicket, ticketErrors, ticketInput } from '../tickets/tickets.ts'
import { cardModalCallbacks, type OpenModalDeps, openCardModal, readModalOrigin } from './card-modals.ts'

type MoreActionsDeps = OpenModalDeps & {
  now: () => Time
  views: Pick<Views, 'open' | 'update'>
  access: Pick<Access, 'refusal'>
  applyCardAction: ApplyCardAction
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  why: (question: { alert: Id; mention: { id: Id }; channel: string }) => Promise<Content>
  linksOf: (subscription: string) => Link[]
  /** What features add to the form. */
  parts: () => CardFormPart[]
}

export type MoreActions = ReturnType<typeof createMoreActions>

/** **More…** on a card opens a form with links to prefilled pages, the address of the ticket, the reason of the post, and what features add. */
export function createMoreActions(deps: MoreActionsDeps) {
  const { now, views, access, applyCardAction, findCard, linksOf, reply } = deps

  async function open(
    action: Pick<MessageAction, 'user' | 'channel' | 'ts' | 'responseUrl' | 'trigger'>,
    mentions: Id[],
  ): Promise<void> {
    if (await isRefusedAtCard(deps, action, 'handle')) return
    const card = await findCard(action)
    const [first] = card === undefined ? [] : mentions.flatMap((id) => shownMention(card, id) ?? [])
    if (card === undefined || first === undefined) return reply(action, messageUnknown, 'beside')
    const { kind, offers: all = offeredActions } = card.shows
    // The form for a burst has its own choice of reasons.
    const offers = kind === 'card' ? all : all.filter((one) => one !== 'why')
    const tickets = mentions.map((id) => ticketOf(card, id))
    const isSame = tickets.every((ticket) => ticket?.url === tickets[0]?.url)
    const modal = moreModal({
      offers,
      links: offers.includes('links') ? filledLinks(linksOf(leadOf(card)), first) : [],
      ticket: isSame ? tickets[0] : undefined,
      added: deps.parts().flatMap((part) => part.blocks(card, mentions)),
    })
    const showsTicket = isSame && tickets[0] !== undefined && offers.includes('ticket')
    const about = { mentions, since: now(), ...(showsTicket && { showsTicket }) }
    await openCardModal(deps, action, { ...modal, callback: cardModalCallbacks.more }, about)
  }

  /** Returns the errors to show in the form, by input name; undefined if everything that was filled in is done. */
  async function submit(submission: ViewSubmission): Promise<Record<string, string> | undefined> {
    const origin = readModalOrigin(submission)
    const error = (text: string) => ({ [ticketInput]: text })
    const card = await findCard(origin)
    if (card === undefined) return error(messageUnknown.text)
    const { channel, mentions = [] } = origin
    const refusal = await access.refusal(origin, 'handle', { channel, alerts: [card.alert] })
    if (refusal !== undefined) return error(refusal)
    const filled = deps.parts().filter((part) => part.isFilled(submission))
    const wrong = await saveTicket(origin, card, {
      read: readTyped(submission, card, mentions),
      mayBeMissing: filled.length > 0,
    })
    if (wrong !== undefined) return error(wrong)
    for (const part of filled) await part.submit(submission, card, mentions)
    return undefined
  }

  /** Returns what is wrong with the ticket. */
  async function saveTicket(
    origin: ReturnType<typeof readModalOrigin>,
    card: PostedCard,
    { read, mayBeMissing }: { read: ReturnType<typeof readTicket>; mayBeMissing: boolean },
  ): Promise<string | undefined> {
    if (read.kind === 'wrong') return read.error
    if (read.kind === 'none' && origin.showsTicket !== true)
      return mayBeMissing ? undefined : ticketErrors.missing
    const kept = await changeTicket(origin, card, read.kind === 'address' ? read.url : undefined)
    return kept && ticketErrors.changedSince(kept)
  }

  /** Links the ticket, or unlinks it without a `url`. Returns a ticket that another person has linked since the form was opened. */
  async function changeTicket(
    { user, mentions = [], since = 0 }: ReturnType<typeof readModalOrigin>,
    message: PostedCard,
    url: string | undefined,
  ): Promise<Ticket | undefined> {
    const action: CardAction = url === undefined ? { kind: 'unlink', since } : { kind: 'link', url, since }
    await applyCardAction({ message, mentions, user, action })
    const changed = await findCard(message)
    return changed && ticketsOf(changed, mentions).find((ticket) => ticket.url !== url)
  }

  /** Answers in the form, because an ephemeral message would be hidden behind it. */
  async function why(press: ViewSubmission): Promise<void> {
    const origin = readModalOrigin(press)
    const answer = await reasonOf(origin)
    const modal = { title: 'Why was this posted?', callback: 'why', note: '' }
    for (const { blocks } of fallbacksOf(answer))
      if ((await views.update(press.view, { ...modal, blocks })) === undefined) return
    await reply(origin, answer, 'beside')
  }

  async function reasonOf(origin: ReturnType<typeof readModalOrigin>): Promise<Content> {
    const card = await findCard(origin)
    const [id] = origin.mentions ?? []
    if (card === undefined || id === undefined) return messageUnknown
    const subject = { channel: origin.channel, alerts: [card.alert] }
    const refusal = await access.refusal(origin, 'read', subject)
    return refusal === undefined ? deps.why({ ...card, mention: { id } }) : textMessage(refusal)
  }

  return { open, submit, why }
}

function readTyped({ values }: ViewSubmission, card: PostedCard, mentions: Id[]) {
  const addresses = mentions.flatMap((id) => shownMention(card, id)?.url ?? [])
  return readTicket(inputText(values, ticketInput) ?? '', addresses)
}

const ticketsOf = (card: PostedCard, mentions: Id[]) => mentions.flatMap((id) => ticketOf(card, id) ?? [])
