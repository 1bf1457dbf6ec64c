import type { ActionTarget } from '../messages/block-actions.ts'
import type { CardRecord } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { MessagePlace } from '../slack/posted-messages.ts'
import type { CardRecords } from './card-records.ts'
import type { PostedCards } from './posted-cards.ts'

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

/** Who presses what on which mention. `at`: UTC, ms since the epoch. */
export type CardAction = Omit<CardRecord, 'state' | 'firstAt'> & { action: 'claim' | 'done' | 'not-relevant' }

const stateAfter = { claim: 'claimed', done: 'done', 'not-relevant': 'not-relevant' } as const

/** How far each state is: nothing goes back, so that of two people who press at once the later changes nothing. */
const stateOrder = { open: 0, claimed: 1, done: 2, 'not-relevant': 3 } as const

/** What a mention's record is after a press; what it was, where the press comes too late. */
function nextCardRecord(current: CardRecord | undefined, { action, ...rest }: CardAction): CardRecord {
  const state = stateAfter[action]
  if (current !== undefined && stateOrder[current.state] >= stateOrder[state]) return current
  return { ...rest, state, firstAt: current?.firstAt ?? rest.at }
}
