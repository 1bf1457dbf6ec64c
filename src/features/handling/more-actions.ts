import type { Time } from '../../async/time.ts'
import type { ApplyCardAction, CardAction } from '../../cards/card-actions.ts'
import { type Access, isRefusedAtCard } from '../../listeners/access.ts'
import { inputText, type MessageAction, type ViewSubmission } from '../../listeners/payloads.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { fallbacksOf } from '../../messages/kit/fallbacks.ts'
import { messageUnknown } from '../../messages/replies.ts'
import { leadOf, type PostedCard, shownMention, ticketOf } from '../../model/card.ts'
import type { Id } from '../../model/id.ts'
import type { Content } from '../../model/message.ts'
import { offeredActions } from '../../model/subscription.ts'
import type { Views } from '../../slack/views.ts'
import { filledLinks } from '../tickets/links.ts'
import type { Link } from '../tickets/model.ts'
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
}

export type MoreActions = ReturnType<typeof createMoreActions>

/** **More…** on a card opens a form with links to prefilled pages, the address of the ticket, and the reason of the post. */
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
    })
    const about = { mentions, since: now() }
    await openCardModal(deps, action, { ...modal, callback: cardModalCallbacks.more }, about)
  }

  /** Returns the errors to show in the form, by input name; undefined if the ticket was linked or unlinked. */
  async function linkTicket(submission: ViewSubmission): Promise<Record<string, string> | undefined> {
    const origin = readModalOrigin(submission)
    const { user, channel, mentions = [], since = 0 } = origin
    const error = (text: string) => ({ [ticketInput]: text })
    const card = await findCard(origin)
    if (card === undefined) return error(messageUnknown.text)
    const refusal = await access.refusal(origin, 'handle', { channel, alerts: [card.alert] })
    if (refusal !== undefined) return error(refusal)
    const read = readTyped(submission, card, mentions)
    if (read.kind === 'wrong') return error(read.error)
    const wanted = read.kind === 'address' ? read.url : undefined
    if (wanted === undefined && ticketsOf(card, mentions).length === 0) return error(ticketErrors.missing)
    const action: CardAction =
      wanted === undefined ? { kind: 'unlink', since } : { kind: 'link', url: wanted, since }
    await applyCardAction({ message: card, mentions, user, action })
    const changed = await findCard(origin)
    const kept = changed && ticketsOf(changed, mentions).find(({ url }) => url !== wanted)
    return kept && error(ticketErrors.changedSince(kept))
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

  return { open, linkTicket, why }
}

function readTyped({ values }: ViewSubmission, card: PostedCard, mentions: Id[]) {
  const addresses = mentions.flatMap((id) => shownMention(card, id)?.url ?? [])
  return readTicket(inputText(values, ticketInput) ?? '', addresses)
}

const ticketsOf = (card: PostedCard, mentions: Id[]) => mentions.flatMap((id) => ticketOf(card, id) ?? [])
