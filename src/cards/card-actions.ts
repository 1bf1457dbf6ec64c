import type { ActionTarget } from '../messages/block-actions.ts'
import { type CardRecord, mentionsOf, type PostedCard, type ShownMentions } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { MessagePlace } from '../slack/posted-messages.ts'
import type { MessageKey, MessageRecords } from '../store/store.ts'
import type { RedrawCard } from './posted-cards.ts'

/** A message with mentions and their controls. `form`: the card of one mention, or the entries of a burst. */
type PostedMessage = { place: MessagePlace; target: ActionTarget; form: 'card' | 'entries' }

type CardActionRequest = { message: PostedMessage; mention: Id; user: string; action: CardAction['action'] }

/** Records what somebody does with one mention of a message, and draws the message again. Rejects only if the store does. */
export type ApplyCardAction = (request: CardActionRequest) => Promise<void>

type ApplyCardActionDeps = {
  now: () => number
  cards: Pick<MessageRecords<PostedCard>, 'find' | 'change'>
  redraw: RedrawCard
  /** What the card of a mention shows if its record is lost. Asks the mention service. */
  recoverCard: (target: ActionTarget, mention: Id) => Promise<ShownMentions | undefined>
  nameOf: (user: string) => Promise<string>
}

export function createApplyCardAction(deps: ApplyCardActionDeps): ApplyCardAction {
  const { now, cards, redraw, nameOf } = deps
  return async ({ message, mention, user, action }) => {
    const { place, target } = message
    const [by, lost] = await Promise.all([nameOf(user), recoverIfLost(deps, message, mention)])
    const { channel, ts } = place
    const { subscription, alert } = target
    await cards.change({ channel, ts }, (stored) => {
      const card = stored ?? { channel, ts, subscription, alert, actions: [] }
      const shows = card.shows ?? lost
      const sentiment = shows && mentionsOf(shows).find(({ id }) => id === mention)?.sentiment
      const applied: CardAction = {
        ...{ channel, ts, mention, subscription: card.subscription, alert, user, by, at: now(), action },
        ...(sentiment === undefined ? {} : { sentiment }),
      }
      const before = card.actions.find((one) => one.mention === mention)
      const after = nextCardRecord(before, applied)
      if (after === before && stored?.shows !== undefined) return stored
      const others = card.actions.filter((one) => one !== before)
      const actions = after === undefined ? others : [...others, after]
      return { ...card, actions, ...(shows && { shows }) }
    })
    await redraw({ channel, ts })
  }
}

/** A record is missing if the store was wiped after the post, or if the card was shown on demand. A burst cannot be recovered. */
async function recoverIfLost(
  { cards, recoverCard }: ApplyCardActionDeps,
  { place: { channel, ts }, target, form }: PostedMessage,
  mention: Id,
): Promise<ShownMentions | undefined> {
  if (form !== 'card') return undefined
  const known = await cards.find({ channel, ts } satisfies MessageKey)
  return known?.shows === undefined ? recoverCard(target, mention) : undefined
}

/** Finds a mention that a message shows: in its record, else in the mention service. */
export function createFindShownMention(
  cards: Pick<MessageRecords<PostedCard>, 'find'>,
  findMention: (alert: Id, id: Id) => Promise<Mention | undefined>,
) {
  return async ({ channel, ts }: MessageKey, alert: Id, id: Id): Promise<Mention | undefined> => {
    const shows = (await cards.find({ channel, ts }))?.shows
    const shown = shows && mentionsOf(shows).find((mention) => mention.id === id)
    return shown ?? findMention(alert, id)
  }
}

/**
 * What a person does with a mention, and when (UTC, ms). `release`, `reopen` and `restore` take back a claim, a done and a dismissal;
 * `open-again` takes back any of them.
 */
type CardAction = Omit<CardRecord, 'state' | 'firstAt'> & {
  action: 'claim' | 'done' | 'not-relevant' | keyof typeof takenBack | 'open-again'
}

const stateAfter = { claim: 'claimed', done: 'done', 'not-relevant': 'not-relevant' } as const

const takenBack = { release: 'claimed', reopen: 'done', restore: 'not-relevant' } as const

/** A press moves a state only forwards. So if two people press at the same time, the later press changes nothing. */
const stateOrder = { claimed: 1, done: 2, 'not-relevant': 3 } as const

/** The record after a press; undefined if the mention is open. A press that comes too late changes nothing. */
function nextCardRecord(
  current: CardRecord | undefined,
  { action, ...rest }: CardAction,
): CardRecord | undefined {
  if (action === 'open-again') return undefined
  if (action === 'release' || action === 'reopen' || action === 'restore')
    return current?.state === takenBack[action] ? undefined : current
  const state = stateAfter[action]
  if (current !== undefined && stateOrder[current.state] >= stateOrder[state]) return current
  return { ...rest, state, firstAt: current?.firstAt ?? rest.at }
}
