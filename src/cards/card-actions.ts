import { type CardRecord, mentionsOf, type PostedCard } from '../model/card.ts'
import type { MessageKey, MessageRecords } from '../model/collection.ts'
import type { Id } from '../model/id.ts'

/** An action of a person on a mention. `open-again` undoes any of the others; `release`, `reopen` and `restore` undo one. */
type CardActionKind = keyof typeof stateAfter | keyof typeof takenBack | 'open-again'

/**
 * Records an action on mentions of a message and updates the message. Returns the number of changed mentions; undefined if the message has
 * no record, because it is too old or the store was wiped. Rejects only if the store fails.
 */
export type ApplyCardAction = (request: {
  message: MessageKey
  mentions: Id[]
  user: string
  action: CardActionKind
}) => Promise<number | undefined>

type ApplyCardActionDeps = {
  now: () => number
  cards: Pick<MessageRecords<PostedCard>, 'change'>
  /** Runs the change, and draws the message afterwards, even if the process dies in between. */
  drawAfter: <T>(place: MessageKey, change: () => Promise<T>) => Promise<T>
  nameOf: (user: string) => Promise<string>
}

export function createApplyCardAction({
  now,
  cards,
  drawAfter,
  nameOf,
}: ApplyCardActionDeps): ApplyCardAction {
  return async ({ message: { channel, ts }, mentions, user, action }) => {
    const by = await nameOf(user)
    const press = { user, by, at: now(), action }
    const place = { channel, ts }
    let count = 0
    const changed = await drawAfter(place, () =>
      cards.change(place, (card) => {
        count = 0
        return mentions.reduce((before, id) => {
          const after = before && afterPress(before, id, press)
          if (after !== before) count += 1
          return after
        }, card)
      }),
    )
    return changed && count
  }
}

type Press = Pick<CardRecord, 'user' | 'by' | 'at'> & { action: CardActionKind }

/** The card after the action. It is the same card if the action comes too late, or if the card does not show the mention. */
function afterPress(card: PostedCard, id: Id, { action, ...press }: Press): PostedCard {
  const { channel, ts, subscription, alert } = card
  const shown = mentionsOf(card.shows).find((mention) => mention.id === id)
  if (shown === undefined) return card
  const { sentiment } = shown
  const before = card.actions.find(({ mention }) => mention === id)
  const state = nextState(before?.state, action)
  if (state === before?.state) return card
  const others = card.actions.filter((one) => one !== before)
  if (state === undefined) return { ...card, actions: others }
  const place = { channel, ts, subscription, alert, mention: id, ...(sentiment && { sentiment }) }
  const after = { ...place, ...press, state, firstAt: before?.firstAt ?? press.at }
  return { ...card, actions: [...others, after] }
}

type State = CardRecord['state']

const stateAfter = { claim: 'claimed', done: 'done', 'not-relevant': 'not-relevant' } as const

const takenBack = { release: 'claimed', reopen: 'done', restore: 'not-relevant' } as const

/** A press moves a state only forwards. So if two people press at the same time, the later press changes nothing. */
const stateOrder = { claimed: 1, done: 2, 'not-relevant': 3 } as const

/** The state after a press; undefined if the mention is open. */
function nextState(current: State | undefined, action: CardActionKind): State | undefined {
  if (action === 'open-again') return undefined
  if (action === 'release' || action === 'reopen' || action === 'restore')
    return current === takenBack[action] ? undefined : current
  const state = stateAfter[action]
  return current !== undefined && stateOrder[current] >= stateOrder[state] ? current : state
}
