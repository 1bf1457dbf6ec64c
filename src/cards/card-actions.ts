import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Sentiment } from '@overheard/mention-client/mention'
import {
  type CardChange,
  correctionOf,
  type Handling,
  isClosed,
  isHeld,
  isOnlyByRule,
  type PostedCard,
  type RuleReason,
  ruledOn,
  shownMention,
  ticketOf,
} from '../model/card.ts'
import type { MessageKey, MessageRecords } from '../model/collection.ts'
import { sentimentAfter } from '../model/correction.ts'
import { withChange, withCorrection } from './card-changes.ts'

/**
 * `open-again` makes the mention open from any state. `release`, `reopen` and `restore` do so only from the states in
 * `takenBack`.
 */
type SimpleAction = keyof typeof stateAfter | keyof typeof takenBack | 'open-again'

/** Each assignment has a new `id`. `to` is a Slack member id. With `followUp`, the mention is overdue at `due`. */
type Assign = { kind: 'assign'; id: string; to: string; note?: string; due?: Time }
/**
 * Rules of the configuration chose a person (`to`) for each mention, or found nobody. They change only mentions that nobody has touched and about
 * which no rule has decided yet.
 */
type AssignByRule = { kind: 'assign-by-rule'; choices: RuleChoice[] }
type RuleChoice = {
  mention: Id
  id: string
  to?: { id: string; name: string }
  due?: Time
  rule: RuleReason
}
/** A `wake` action ends only the snooze with the same `id`. */
type Snooze = { kind: 'snooze'; id: string; until: Time }
type Wake = { kind: 'wake'; id: string }

/**
 * A reaction that a person added to a message or removed from it. A removed reaction undoes only what the same person
 * did. `ts` is Slack's `event_ts`.
 */
type React = { kind: 'react'; to: 'claim' | 'done'; isRemoved: boolean; ts: string }

/** A ticket that another person linked after `since` stays, because the actor has not seen it. */
type LinkTicket = { kind: 'link'; url: string; since: Time }
type UnlinkTicket = { kind: 'unlink'; since: Time }
type TicketAction = LinkTicket | UnlinkTicket

/** The mention is done in the mention service. This closes a mention only once, because a person may reopen it. */
type CloseByService = { kind: 'close-by-service' }

/** Marks a mention as done. The note is only that of the person who closes it. */
type DoneWithNote = { kind: 'done-with-note'; note: string }

type StateAction = CloseByService | DoneWithNote | SimpleAction | Assign | Snooze | Wake | React

/** The sentiment of the mention service is wrong. Without `to`, the service's counts again. */
type Correct = { kind: 'correct'; to?: Sentiment }

export type CardAction = StateAction | TicketAction | Correct | AssignByRule

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
  now: () => Time
  cards: Pick<MessageRecords<PostedCard>, 'change'>
  /**
   * Runs the change, and then redraws the message without waiting for it. If the process dies before the redraw, the message is redrawn
   * later. Tells the user if Slack does not let the bot change the message.
   */
  drawAfter: <T>(place: MessageKey, change: () => Promise<T>, user: string) => Promise<T>
  nameOf: (user: string) => Promise<string>
  /** True if a feature hears of the changes of cards. The card then stores each change until the feature has stored it. */
  keepsChanges?: () => boolean
}

export function createApplyCardAction({
  now,
  cards,
  drawAfter,
  nameOf,
  keepsChanges = () => false,
}: ApplyCardActionDeps): ApplyCardAction {
  return async ({ message: { channel, ts }, mentions, user, action }) => {
    const [name, toName] = await Promise.all([
      isCloseByService(action) ? serviceName : isByRule(action) ? ruleName : nameOf(user),
      isAssign(action) ? nameOf(action.to) : '',
    ])
    const press = { user, name, toName, at: now(), action }
    const place = { channel, ts }
    const keeps = keepsChanges()
    let count = 0
    const change = () =>
      cards.change(place, (stored) => {
        count = 0
        const card = isReact(action) ? noteReaction(stored, user, action) : stored
        if (isReact(action) && card === stored) return stored
        return mentions.reduce((before, id) => {
          const after = before && afterPress(before, id, press)
          if (after === before) return before
          count += 1
          return keeps && before && after ? withChangeOf(before, after, id, press) : after
        }, card)
      })
    const changed = await drawAfter(place, change, user)
    return changed && count
  }
}

const isAssign = (action: CardAction): action is Assign =>
  typeof action === 'object' && action.kind === 'assign'

const isCloseByService = (action: CardAction): action is CloseByService =>
  typeof action === 'object' && action.kind === 'close-by-service'

/** The name on cards that the mention service closed. */
const serviceName = 'the mention service'

const isByRule = (action: CardAction): action is AssignByRule =>
  typeof action === 'object' && action.kind === 'assign-by-rule'

/** The name of who assigned what a rule assigned. */
const ruleName = 'a rule'

const isTicketAction = (action: CardAction): action is TicketAction =>
  typeof action === 'object' && (action.kind === 'link' || action.kind === 'unlink')

const isCorrect = (action: CardAction): action is Correct =>
  typeof action === 'object' && action.kind === 'correct'

const isReact = (action: CardAction): action is React => typeof action === 'object' && action.kind === 'react'

const mostReactions = 200

/** Returns the same card if the event is repeated, or older than the last event of the same person and reaction. */
function noteReaction<Card extends PostedCard | undefined>(
  card: Card,
  user: string,
  { to, ts }: React,
): Card {
  const known = card?.reactions ?? []
  if (known.some((one) => one.user === user && one.to === to && one.ts >= ts)) return card
  const others = known.filter((one) => one.user !== user || one.to !== to)
  return card && { ...card, reactions: [...others, { user, to, ts }].slice(-mostReactions) }
}

type Press = { user: string; name: string; toName: string; at: Time; action: CardAction }

/** Returns the same object if the action changes nothing, or if the card does not show the mention. */
function afterPress(card: PostedCard, id: Id, press: Press): PostedCard {
  const { channel, ts, subscription, alert } = card
  const shown = shownMention(card, id)
  if (shown === undefined) return card
  const { action } = press
  if (isTicketAction(action)) return withTicket(card, id, press, action)
  if (isCorrect(action)) return withPressedCorrection(card, id, { ...press, by: press.name }, action)
  if (isByRule(action)) return afterRule(card, id, press, action)
  const { sentiment } = shown
  const before = card.actions.find(({ mention }) => mention === id)
  if (isCloseByService(action) && card.closedByService?.includes(id)) return card
  const next = nextHandling(before, press, action)
  if (next === before) return card
  const others = card.actions.filter((one) => one !== before)
  if (next === undefined) return { ...card, actions: others }
  const closed = isCloseByService(action) && { closedByService: [...(card.closedByService ?? []), id] }
  const place = { channel, ts, subscription, alert, mention: id, ...defined({ sentiment }) }
  // A rule is nobody's answer, so the times are those of people.
  const answered = before !== undefined && isOnlyByRule(before) ? undefined : before
  const claimedAt = answered?.claimedAt ?? (isHeld(next.state) ? press.at : undefined)
  const times = { firstAt: answered?.firstAt ?? press.at, ...defined({ claimedAt }) }
  return { ...card, ...closed, actions: [...others, { ...place, at: press.at, ...next, ...times }] }
}

function afterRule(card: PostedCard, id: Id, press: Press, action: AssignByRule): PostedCard {
  const choice = action.choices.find(({ mention }) => mention === id)
  if (choice === undefined || ruledOn(card, id) !== undefined) return card
  const { to, rule, due } = choice
  const isTouched = card.actions.some(({ mention }) => mention === id)
  const decided = isTouched ? {} : to === undefined ? { reason: rule } : { to: to.id }
  const ruled = [...(card.ruled ?? []), { mention: id, ...decided }]
  if (isTouched || to === undefined) return { ...card, ruled }
  const { channel, ts, subscription, alert } = card
  const sentiment = shownMention(card, id)?.sentiment
  const record: Handling = {
    ...{ channel, ts, subscription, alert, mention: id, ...defined({ sentiment }) },
    ...{ state: 'assigned', user: to.id, by: to.name, at: press.at, firstAt: press.at },
    assigned: { id: choice.id, from: press.user, fromName: press.name, rule, ...defined({ due }) },
  }
  return { ...card, ruled, actions: [...card.actions, record] }
}

function withTicket(
  card: PostedCard,
  id: Id,
  { user, name: by, at }: Press,
  action: TicketAction,
): PostedCard {
  const before = ticketOf(card, id)
  const url = action.kind === 'link' ? action.url : undefined
  if (before?.url === url) return card
  if (before !== undefined && before.user !== user && before.at > action.since) return card
  const others = (card.tickets ?? []).filter((one) => one !== before)
  return { ...card, tickets: [...others, ...(url === undefined ? [] : [{ mention: id, url, user, by, at }])] }
}

function withPressedCorrection(
  card: PostedCard,
  id: Id,
  { user, by, at }: { user: string; by: string; at: number },
  action: Correct,
): PostedCard {
  const present = shownMention(card, id)?.sentiment
  const before = correctionOf(card, id)
  const was = before === undefined ? present : before.was
  const to = action.to === was ? undefined : action.to
  if (present === (to ?? was)) return card
  const after = before === undefined ? at : Math.max(at, before.at + 1)
  return withCorrection(card, { mention: id, user, by, at: after, ...defined({ to, was }) })
}

function withChangeOf(before: PostedCard, after: PostedCard, id: Id, press: Press): PostedCard {
  const [then, present] = [before, after].map(({ actions }) => actions.find(({ mention }) => mention === id))
  if (isByRule(press.action) && then === present) return after
  const correction = isCorrect(press.action) ? correctionOf(after, id) : undefined
  const isLink = isTicketAction(press.action)
  const to = toldAs(then, present, press.action)
  if (to === undefined) return after
  const { user, by: name, assigned, snooze } = present ?? {}
  const { note, due, rule } = assigned ?? {}
  return withChange(after, {
    at: press.at,
    mention: id,
    to,
    by: { id: press.user, name: press.name },
    ...(to === 'assigned' && user !== undefined && name !== undefined && { holder: { id: user, name } }),
    ...(to === 'assigned' && note !== undefined && { note }),
    ...(to === 'done' && present?.note !== undefined && { note: present.note }),
    ...(to === 'assigned' && due !== undefined && { due }),
    ...(to === 'assigned' && rule !== undefined && { rule }),
    ...(to === 'snoozed' && snooze && { until: snooze.until }),
    ...(isLink && { link: ticketOf(after, id)?.url ?? '' }),
    ...(correction && defined({ sentiment: sentimentAfter(correction), was: correction.was })),
  })
}

function toldAs(
  before: Handling | undefined,
  after: Handling | undefined,
  action: CardAction,
): CardChange['to'] | undefined {
  if (isCorrect(action)) return 'corrected'
  if (isTicketAction(action)) return 'linked'
  return isByRule(action) ? 'assigned' : changeBetween(before, after, action)
}

/**
 * Returns the change for features, such as `claimed`. Returns undefined if the state that people see has not changed: the action changed
 * only the state that comes back if a reaction is removed.
 */
function changeBetween(
  before: Handling | undefined,
  after: Handling | undefined,
  action: StateAction,
): CardChange['to'] | undefined {
  const isBack = after === undefined || (isReact(action) && action.isRemoved)
  const isSame = after?.state === before?.state && after?.user === before?.user
  if (isSame && after?.state === 'done') return undefined
  if (!isBack) return after.state
  return isClosed(before?.state) || (typeof action === 'object' && action.kind === 'wake')
    ? 'reopened'
    : 'released'
}

/** If `at` is missing, the state begins at the time of the press. */
type HandlingChange = Pick<Handling, 'state' | 'user' | 'by' | 'assigned' | 'snooze' | 'note' | 'before'> & {
  at?: Time
}

/** Returns the same record if nothing changes; undefined if the mention is open again. */
function nextHandling(
  current: Handling | undefined,
  press: Press,
  action: StateAction,
): HandlingChange | undefined {
  const { user, name: by, toName } = press
  if (typeof action !== 'object') return moved(current, press, action)
  if (action.kind === 'react') {
    if (action.isRemoved) return current && takeBack(current, user, action.to)
    return current?.state === 'done'
      ? claimedBefore(current, press, action)
      : moved(current, press, action.to)
  }
  if (action.kind === 'close-by-service') return moved(current, press, 'done')
  if (action.kind === 'done-with-note') return doneWithNote(current, press, action)
  if (action.kind === 'wake') return current?.snooze?.id === action.id ? undefined : current
  if (current !== undefined && stateOrder[current.state] >= stateOrder.done) return current
  const { id } = action
  if (action.kind === 'snooze') return { state: 'snoozed', user, by, snooze: { id, until: action.until } }
  const { kind: _, to, ...about } = action
  const assigned = { ...about, from: user, fromName: by }
  return { state: 'assigned', user: to, by: toName, assigned }
}

function moved(
  current: Handling | undefined,
  { user, name: by }: Press,
  action: SimpleAction,
): HandlingChange | undefined {
  const state = nextState(current?.state, action)
  if (state === current?.state) return current
  if (state === undefined) return undefined
  // A person who claims what was assigned to them is still reminded.
  const { assigned, user: holder } = current ?? {}
  const before = current && heldIn(current)
  return { state, user, by, ...(assigned && holder === user && { assigned }), ...defined({ before }) }
}

function doneWithNote(
  current: Handling | undefined,
  press: Press,
  { note }: DoneWithNote,
): HandlingChange | undefined {
  const done = moved(current, press, 'done')
  return done === undefined || done === current ? current : { ...done, note }
}

function heldIn({ state, user, by, at, assigned }: Handling): Handling['before'] {
  if (!isHeld(state)) return undefined
  return { state, user, by, at, ...defined({ assigned }) }
}

/** A 👀 on a mention that is done counts after the ✅ is removed, because the events may come in any order. */
function claimedBefore(current: Handling, { user, name: by, at }: Press, { to }: React): HandlingChange {
  const { before } = current
  if (to !== 'claim' || before?.state === 'claimed') return current
  const assigned = before?.user === user && before.assigned
  return { ...current, before: { state: 'claimed', user, by, at, ...(assigned && { assigned }) } }
}

/** Undoes the claim or the ✅ of a person. Returns undefined if this leaves the mention open, and the same record if it changes nothing. */
function takeBack(current: Handling, user: string, what: 'claim' | 'done'): HandlingChange | undefined {
  const { before, ...rest } = current
  if (what === 'done') return current.state === 'done' && current.user === user ? before : current
  if (current.state === 'claimed' && current.user === user) return before ?? assignmentBeforeClaim(current)
  if (before?.state !== 'claimed' || before.user !== user) return current
  const earlier = assignmentBeforeClaim(before)
  return { ...rest, ...defined({ before: earlier }) }
}

/** Returns the assignment that is left when a person takes back a claim; undefined if the mention was not assigned to that person. */
function assignmentBeforeClaim({ user, by, at, assigned }: NonNullable<Handling['before']> | Handling) {
  return assigned && { state: 'assigned' as const, user, by, at, assigned }
}

type State = Handling['state']

const stateAfter = { claim: 'claimed', done: 'done', 'not-relevant': 'not-relevant' } as const

const takenBack = {
  release: ['claimed', 'assigned', 'snoozed'],
  reopen: ['done'],
  restore: ['not-relevant'],
} as const satisfies Record<string, State[]>

/**
 * Claim, done and not-relevant move a mention only to a higher state, so if two people claim it at the same time, the second claim changes
 * nothing. The actions that take a state back ignore this order.
 */
const stateOrder = { assigned: 0, snoozed: 0, claimed: 1, done: 2, 'not-relevant': 3 } as const

function nextState(current: State | undefined, action: SimpleAction): State | undefined {
  if (action === 'open-again') return undefined
  if (action === 'release' || action === 'reopen' || action === 'restore')
    return takenBack[action].some((state) => state === current) ? undefined : current
  const state = stateAfter[action]
  return current !== undefined && stateOrder[current] >= stateOrder[state] ? current : state
}
