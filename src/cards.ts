import { foldStory, membersOf } from './decide/folded-story.ts'
import { calledBy } from './decide/notify.ts'
import { plainAddress } from './decide/plain-address.ts'
import type { MessagePlace, Messages, Updated } from './deliver/messages.ts'
import type { OneAtATime } from './deliver/one-at-a-time.ts'
import { type EntryState, withEntryStates } from './messages/burst/entry-states.ts'
import { cardActions } from './messages/card/actions.ts'
import { alsoPlaces, type Places, storyPlaces, withCall, withPlaces } from './messages/card/beside.ts'
import { card } from './messages/card/card.ts'
import { keptCard } from './messages/card/kept.ts'
import type { CardState } from './messages/card/state.ts'
import { rungs } from './messages/ladder.ts'
import { receiptMark, withReceiptMark } from './messages/receipt-mark.ts'
import type { Target } from './messages/target.ts'
import type { CardRecord } from './model/card-record.ts'
import type { FirstCard } from './model/first-card.ts'
import type { Id } from './model/id.ts'
import type { Mention } from './model/mention.ts'
import type { Content } from './model/message.ts'
import type { Subscription } from './model/subscription.ts'
import type { CardRecords } from './store/card-records.ts'
import type { FirstCards } from './store/first-cards.ts'

/** Draws messages anew from what is known of their mentions. */
export type Cards = {
  /** The card of one mention, with its state. */
  drawCard(place: MessagePlace, target: Target): Promise<Updated>
  /** The entries of a burst's message, in the order in which it lists them. */
  drawEntries(place: MessagePlace, target: Target): Promise<Updated>
}

type CardsDeps = {
  messages: Messages
  inTurn: OneAtATime
  records: Pick<CardRecords, 'find'>
  /** One mention; undefined where the service does not have it any more, or cannot say. */
  mention: (alert: Id, id: Id) => Promise<Mention | undefined>
  /** A subscription by its name; undefined where it does not exist any more. */
  subscription: (name: string) => Subscription | undefined
  firstCards: Pick<FirstCards, 'cardOf'>
}

/**
 * One drawing of a message at a time, each from what the records say at that moment: whatever order presses come in, the last
 * drawing shows the truth.
 */
export function createCards(deps: CardsDeps): Cards {
  const { messages, inTurn } = deps
  const drawing = (place: MessagePlace, contentOf: () => Promise<Content | undefined>) =>
    inTurn(`${place.channel} ${place.ts}`, async (): Promise<Updated> => {
      const content = await contentOf()
      return content === undefined ? { kind: 'gone' } : update(messages, place, content)
    })
  return {
    drawCard: (place, target) => drawing(place, () => cardContent(deps, place, target)),
    drawEntries: (place, target) => drawing(place, () => entriesContent(deps, place, target)),
  }
}

/** As it was posted, so it is changed: content that Slack refuses goes down the ladder, or what joins the card would try for ever. */
async function update(messages: Messages, place: MessagePlace, content: Content): Promise<Updated> {
  let updated: Updated = { kind: 'gone' }
  for (const form of rungs(content)) {
    updated = await messages.update(place, form)
    if (updated.kind !== 'failed' || !updated.refused) return updated
  }
  return updated
}

async function cardContent(
  deps: CardsDeps,
  place: MessagePlace,
  { subscription, alert, mentions }: Target,
): Promise<Content | undefined> {
  const [id] = mentions
  if (id === undefined) return undefined
  const state = stateOf(await deps.records.find({ ...place, mention: id }))
  const mention = await deps.mention(alert, id)
  if (mention === undefined) {
    const shown = await deps.messages.read(place)
    const buttons = cardActions({ id }, { subscription, alert }, state)
    return shown && keptCard(shown, state, buttons)
  }
  const settings = deps.subscription(subscription)
  const plain = card(mention, { subscription, alert, style: settings?.style ?? 'full' }, state)
  const content =
    state.kind === 'not-relevant'
      ? plain
      : await beside(deps, plain, { subscription: settings, alert, mention })
  return withReceiptMark(content, receiptMark(subscription, alert, [id]))
}

async function beside(
  { firstCards }: CardsDeps,
  content: Content,
  { subscription, alert, mention }: { subscription: Subscription | undefined; alert: Id; mention: Mention },
): Promise<Content> {
  if (subscription === undefined) return content
  const first = await firstCards.cardOf({ subscription: subscription.name, alert }, mention.id)
  const placed = first === undefined ? content : withPlaces(content, placesOf(first, mention))
  const called = calledBy(subscription, mention)
  return called === undefined ? placed : withCall(placed, called)
}

function placesOf(first: FirstCard, { url: own }: Mention): Places | undefined {
  const { also, story } = first
  const elsewhere = new Map(also.map(({ url }) => [plainAddress(url) ?? url, url]))
  elsewhere.delete(plainAddress(own) ?? own)
  const urls = [...elsewhere.values()]
  if (story === undefined) return alsoPlaces(also.length, urls)
  return storyPlaces(foldStory(membersOf(first)), urls, story.before.length === 0 ? undefined : story)
}

async function entriesContent(
  deps: CardsDeps,
  place: MessagePlace,
  { alert, mentions }: Target,
): Promise<Content | undefined> {
  const shown = await deps.messages.read(place)
  if (shown === undefined) return undefined
  const records = await Promise.all(mentions.map((mention) => deps.records.find({ ...place, mention })))
  const touched = await Promise.all(
    records.flatMap((record) => (record === undefined ? [] : [entryOf(deps, alert, record)])),
  )
  return withEntryStates(shown, mentions, new Map(touched))
}

async function entryOf(deps: CardsDeps, alert: Id, record: CardRecord): Promise<[Id, EntryState]> {
  return [record.mention, { state: stateOf(record), mention: await deps.mention(alert, record.mention) }]
}

function stateOf(record: CardRecord | undefined): CardState {
  return record === undefined ? { kind: 'open' } : { kind: record.state, by: record.by, at: record.at }
}
