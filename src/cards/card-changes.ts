import type { Id } from '@overheard/mention-client/id'
import type { Sentiment } from '@overheard/mention-client/mention'
import {
  type CardChange,
  correctionOf,
  type Handling,
  type PostedCard,
  type ShownMentions,
  shownMention,
} from '../model/card.ts'
import { type Correction, isNewer, sentimentAfter, withSentiment } from '../model/correction.ts'

/** Adds a change that features hear of. The change is stored together with its cause, so a crash cannot separate them. */
export function withChange<Card extends Pick<PostedCard, 'ts' | 'changes' | 'changedAt'>>(
  card: Card,
  change: CardChange,
): Card {
  const at = Math.max(change.at, Math.floor(Number(card.ts) * 1000) + 1, (card.changedAt ?? 0) + 1)
  return { ...card, changedAt: at, changes: [...(card.changes ?? []), { ...change, at }] }
}

/** Returns the same card if it does not have the mention, or has a correction that is not older. */
export function withCorrection(card: PostedCard, correction: Correction): PostedCard {
  const { mention: id } = correction
  if (shownMention(card, id) === undefined) return card
  const before = correctionOf(card, id)
  if (before !== undefined && !isNewer(correction, before)) return card
  const sentiment = sentimentAfter(correction)
  const others = (card.corrections ?? []).filter((one) => one !== before)
  const actions = card.actions.map((action): Handling => {
    const { sentiment: _, ...rest } = action
    if (action.mention !== id) return action
    return sentiment === undefined ? rest : { ...rest, sentiment }
  })
  return { ...card, shows: rated(card.shows, id, sentiment), actions, corrections: [...others, correction] }
}

function rated(shows: ShownMentions, id: Id, sentiment: Sentiment | undefined): ShownMentions {
  if (shows.kind === 'card') return { ...shows, mention: withSentiment(shows.mention, sentiment) }
  const mentions = shows.mentions.map((one) => (one.id === id ? withSentiment(one, sentiment) : one))
  if (shows.kind === 'thread') return { ...shows, mentions }
  const others = shows.negative.filter((one) => one !== id)
  return { ...shows, mentions, negative: sentiment === 'negative' ? [...others, id] : others }
}
