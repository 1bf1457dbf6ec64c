import type { Id } from '@overheard/mention-client/id'
import type { ApplyCardAction } from '../../cards/card-actions.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { type CardMenu, openForm, severalChoices } from '../../messages/mention/card-menu.ts'
import { titleOf } from '../../messages/mention/mention-parts.ts'
import { messageUnknown, replyTexts } from '../../messages/replies.ts'
import { mentionsOf, type PostedCard, shownMention } from '../../model/card.ts'
import type { Content } from '../../model/message.ts'
import type { SearchReceipts } from '../../model/outbox.ts'
import { type Access, isRefused, isRefusedAtCard, refusalAtCard } from '../access.ts'
import type { CardMenuEntry } from '../card-menu.ts'
import { type OpenModalDeps, openCardModal } from '../open-modal.ts'
import type { MessageAction } from '../payloads.ts'
import { claimedNegatives, entriesModal } from '../texts/burst-entries.ts'
import { readChoiceValue } from '../texts/more-form.ts'
import { threadUnreadable } from '../texts/replies.ts'
import type { MoreForm } from './more-form.ts'

/** The id of the form. Never rename it. */
export const entriesCallback = 'burst_entries'

export type CardListenerDeps = OpenModalDeps & {
  applyCardAction: ApplyCardAction
  moreForm: Pick<MoreForm, 'open'>
  /** What features add to the menu, and what a person who presses it gets. */
  menu: { drawn: () => CardMenu; entries: () => CardMenuEntry[] }
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  access: Pick<Access, 'refusal'>
  readHistory: SearchReceipts
  why: (question: { alert: Id; mention: { id: Id }; channel: string }) => Promise<Content>
}

export function createCardButtons(deps: CardListenerDeps) {
  const { reply, applyCardAction } = deps
  async function apply(
    message: MessageAction,
    mention: Id,
    action: 'claim' | 'done' | 'reopen' | 'restore' | 'release' | 'not-relevant',
  ): Promise<void> {
    const operation = action === 'restore' || action === 'not-relevant' ? 'dismiss' : 'handle'
    if (await isRefusedAtCard(deps, message, operation)) return
    const changed = await applyCardAction({ message, mentions: [mention], user: message.user, action })
    if (changed === undefined) await reply(message, messageUnknown(), 'beside')
  }
  async function explain(action: MessageAction, mention: Id): Promise<void> {
    const card = await deps.findCard(action)
    if (card === undefined) return reply(action, messageUnknown(), 'beside')
    if (await isRefused(deps, action, 'read', [card.alert])) return
    await reply(action, await deps.why({ ...card, mention: { id: mention } }), 'beside')
  }
  const simple = (action: 'claim' | 'done' | 'release' | 'reopen' | 'restore') => (message: MessageAction) =>
    apply(message, message.value, action)
  async function entriesFormOf(action: MessageAction) {
    const refusal = await refusalAtCard(deps, action, 'handle')
    if (refusal !== undefined) return refusal
    const card = await deps.findCard(action)
    if (card === undefined) return messageUnknown()
    const entries = mentionsOf(card.shows).map((mention) => ({
      id: mention.id,
      title: titleOf(mention).words,
    }))
    const firstNumber = card.shows.kind === 'thread' ? card.shows.firstNumber : 1
    const choices = severalChoices(card.shows.offers, deps.menu.drawn())
    return { ...entriesModal(entries, choices, firstNumber), callback: entriesCallback }
  }
  return {
    claim: simple('claim'),
    done: simple('done'),
    release: simple('release'),
    reopen: simple('reopen'),
    restore: simple('restore'),
    async more(action: MessageAction): Promise<void> {
      const chosen = readChoiceValue(action.value)
      if (chosen === undefined) return
      const { choice, mention } = chosen
      const entry = deps.menu.entries().find((one) => one.choice === choice)
      if (entry !== undefined) return entry.press(action, mention)
      if (choice === 'why') return explain(action, mention)
      if (choice === 'release' || choice === 'not-relevant') return apply(action, mention, choice)
      const opensForm = deps.menu.drawn().form.some(({ alone }) => alone?.choice === choice)
      if (opensForm || choice === openForm) return deps.moreForm.open(action, [mention])
      await reply(action, textMessage(replyTexts.noLongerUsed()), 'beside')
    },
    entries: (action: MessageAction) => openCardModal(deps, action, () => entriesFormOf(action)),
    async claimNegative(action: MessageAction): Promise<void> {
      if (await isRefusedAtCard(deps, action, 'handle')) return
      await reply(action, await claimNegatives(deps, action), 'beside')
    },
  }
}

/**
 * Claims each negative mention of a burst in the message that lists it: the parent message or a message in its thread.
 * The answer says how many mentions are not posted yet. If the thread cannot be read, claims those of the parent message.
 */
async function claimNegatives(
  { findCard, readHistory, applyCardAction }: CardListenerDeps,
  { channel, ts: thread, user }: MessageAction,
): Promise<Content> {
  const parent = await findCard({ channel, ts: thread })
  if (parent?.shows.kind !== 'burst') return messageUnknown()
  const seen = await readHistory({ channel, thread })
  const messages =
    seen.kind === 'seen'
      ? seen.messages.map(({ ts, receipt }) => ({
          ts,
          listed: receipt?.subscription === parent.subscription ? receipt.ids : [],
        }))
      : [{ ts: thread, listed: mentionsOf(parent.shows).map(({ id }) => id) }]
  const wanted = new Set(parent.shows.negative)
  let claimed = 0
  for (const { ts, listed } of messages) {
    if (listed.length === 0) continue
    const card = await findCard({ channel, ts })
    if (card === undefined) continue
    // People may have corrected the sentiment since.
    const mentions = listed.filter((id) => shownMention(card, id)?.sentiment === 'negative')
    const changed = await applyCardAction({ message: { channel, ts }, mentions, user, action: 'claim' })
    if (changed === undefined) continue
    claimed += changed
    for (const id of listed) wanted.delete(id)
  }
  return claimedNegatives(
    claimed,
    wanted.size,
    seen.kind === 'seen' ? undefined : threadUnreadable(seen.reason),
  )
}
