import { type CardRecord, type PostedCard, shownMention } from '../model/card.ts'
import type { MessageKey, MessageRecords } from '../model/collection.ts'
import type { Id } from '../model/id.ts'

/**
 * `open-again` makes the mention open from any state. `release`, `reopen` and `restore` do so only from the states in
 * `takenBack`.
 */
type SimpleAction = keyof typeof stateAfter | keyof typeof takenBack | 'open-again'

/** Each assignment has a new `id`. `to` is a Slack member id. */
type Assign = { kind: 'assign'; id: string; to: string; note?: string }
/** `until` is UTC, in ms. A `Wake` ends only the snooze with the same `id`. */
type Snooze = { kind: 'snooze'; id: string; until: number }
type Wake = { kind: 'wake'; id: string }

type CardAction = SimpleAction | Assign | Snooze | Wake

/**
 * Records an action on mentions of a message, and begins to update the message. Returns the number of changed mentions; undefined if the
 * message has no record, because it is too old or the store was wiped. Rejects only if the store fails.
 */
export type ApplyCardAction = (request: {
  message: MessageKey
  mentions: Id[]
  user: string
  action: CardAction
}) => Promise<number | undefined>

type ApplyCardActionDeps = {
  now: () => number
  cards: Pick<MessageRecords<PostedCard>, 'change'>
  /**
   * Runs the change, and then redraws the message without waiting for it. If the process dies before the redraw,
   * another process redraws the message.
   */
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
    const [name, toName] = await Promise.all([nameOf(user), isAssign(action) ? nameOf(action.to) : ''])
    const press = { user, name, toName, at: now(), action }
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

const isAssign = (action: CardAction): action is Assign =>
  typeof action === 'object' && action.kind === 'assign'

type Press = { user: string; name: string; toName: string; at: number; action: CardAction }

/** Returns the same object if the action comes too late, or if the card does not show the mention. */
function afterPress(card: PostedCard, id: Id, press: Press): PostedCard {
  const { channel, ts, subscription, alert } = card
  const shown = shownMention(card, id)
  if (shown === undefined) return card
  const { sentiment } = shown
  const before = card.actions.find(({ mention }) => mention === id)
  const next = nextHandling(before, press)
  if (next === before) return card
  const others = card.actions.filter((one) => one !== before)
  if (next === undefined) return { ...card, actions: others }
  const place = { channel, ts, subscription, alert, mention: id, ...(sentiment && { sentiment }) }
  return {
    ...card,
    actions: [...others, { ...place, ...next, at: press.at, firstAt: before?.firstAt ?? press.at }],
  }
}

type Handling = Pick<CardRecord, 'state' | 'user' | 'by' | 'assigned' | 'snooze'>

/** Returns the same record if nothing changes; undefined if the mention is open again. */
function nextHandling(current: CardRecord | undefined, press: Press): Handling | undefined {
  const { user, name: by, toName, action } = press
  const isFinal = current !== undefined && stateOrder[current.state] >= stateOrder.done
  if (typeof action !== 'object') {
    const state = nextState(current?.state, action)
    if (state === current?.state) return current
    if (state === undefined) return undefined
    // A person who claims what was assigned to them is still reminded.
    const { assigned, user: holder } = current ?? {}
    return { state, user, by, ...(assigned && holder === user && { assigned }) }
  }
  if (action.kind === 'wake') return current?.snooze?.id === action.id ? undefined : current
  if (isFinal) return current
  const { id } = action
  if (action.kind === 'snooze') return { state: 'snoozed', user, by, snooze: { id, until: action.until } }
  const { to, note } = action
  const assigned = { id, from: user, fromName: by, ...(note === undefined ? {} : { note }) }
  return { state: 'assigned', user: to, by: toName, assigned }
}

type State = CardRecord['state']

const stateAfter = { claim: 'claimed', done: 'done', 'not-relevant': 'not-relevant' } as const

const takenBack = {
  release: ['claimed', 'assigned', 'snoozed'],
  reopen: ['done'],
  restore: ['not-relevant'],
} as const satisfies Record<string, State[]>

/**
 * A press moves a mention only to a higher state. So if two people claim a mention at the same time, the second claim
 * changes nothing.
 */
const stateOrder = { assigned: 0, snoozed: 0, claimed: 1, done: 2, 'not-relevant': 3 } as const

function nextState(current: State | undefined, action: SimpleAction): State | undefined {
  if (action === 'open-again') return undefined
  if (action === 'release' || action === 'reopen' || action === 'restore')
    return takenBack[action].some((state) => state === current) ? undefined : current
  const state = stateAfter[action]
  return current !== undefined && stateOrder[current] >= stateOrder[state] ? current : state
}
