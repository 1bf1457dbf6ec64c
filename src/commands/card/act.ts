import type { PostedCards } from '../../cards.ts'
import type { MessagePlace } from '../../deliver/messages.ts'
import type { ActionTarget } from '../../messages/target.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { CardRecords } from '../../store/card-records.ts'
import { type CardAction, nextCardRecord } from './transition.ts'

/** A message with mentions, and what its controls are about. `form`: one mention's card, or a list of a burst's mentions. */
type PostedMessage = { place: MessagePlace; target: ActionTarget; form: 'card' | 'entries' }

/** What somebody does with one mention of a message, whichever way it was chosen. */
type CardActionRequest = { message: PostedMessage; mention: Id; user: string; action: CardAction['action'] }

/** Notes a deed, and draws the message as it is then. Rejects only where the store does. */
export type ApplyCardAction = (request: CardActionRequest) => Promise<void>

type ApplyCardActionDeps = {
  now: () => number
  cards: PostedCards
  records: Pick<CardRecords, 'change'>
  /** Undefined where the service does not have it any more, or cannot say. */
  mention: (alert: Id, id: Id) => Promise<Mention | undefined>
  nameOf: (user: string) => Promise<string>
}

/** Makes what all presses on cards and bursts lead to. */
export function createApplyCardAction({
  now,
  cards,
  records,
  mention: find,
  nameOf,
}: ApplyCardActionDeps): ApplyCardAction {
  return async ({ message: { place, target, form }, mention, user, action }) => {
    const { subscription, alert } = target
    const [by, known] = await Promise.all([nameOf(user), find(alert, mention)])
    const key = { channel: place.channel, ts: place.ts, mention }
    const sentiment = known?.sentiment === undefined ? {} : { sentiment: known.sentiment }
    const applied: CardAction = { ...key, subscription, alert, ...sentiment, user, by, at: now(), action }
    await records.change(key, (current) => nextCardRecord(current, applied))
    if (form === 'card') await cards.redrawCard(place, { ...target, mentions: [mention] })
    else await cards.redrawEntries(place, target)
  }
}
