import type { KeyedMutex } from '../async/keyed-mutex.ts'
import { canonicalUrl } from '../dedupe/canonical-url.ts'
import { storyMembers, summarizeStory } from '../dedupe/story.ts'
import type { ActionTarget } from '../messages/block-actions.ts'
import { type EntryState, withEntryStates } from '../messages/burst-entries.ts'
import { card, cardActions, cardWithoutMention } from '../messages/card.ts'
import { duplicateSites, type OtherSites, storySites, withNotifiedUsers } from '../messages/card-additions.ts'
import { fallbacksOf } from '../messages/fallbacks.ts'
import type { CardState } from '../messages/mention-parts.ts'
import type { CardRecord, OriginalCard } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Content } from '../model/message.ts'
import type { Subscription } from '../model/subscription.ts'
import { notifyFor } from '../rules/rules.ts'
import type { MessagePlace, Messages, Updated } from '../slack/posted-messages.ts'
import { receiptMark, withReceiptMark } from '../slack/receipt-mark.ts'
import type { CardRecords } from './card-records.ts'
import type { OriginalCardStore } from './original-cards.ts'

/** Draws messages anew from what is known of their mentions. */
export type PostedCards = {
  /** The card of one mention, with its state. */
  redrawCard(place: MessagePlace, target: ActionTarget): Promise<Updated>
  /** The entries of a burst's message, in the order in which it lists them. */
  redrawEntries(place: MessagePlace, target: ActionTarget): Promise<Updated>
}

type PostedCardsDeps = {
  messages: Messages
  withLock: KeyedMutex
  records: Pick<CardRecords, 'find'>
  /** One mention; undefined where the service does not have it any more, or cannot say. */
  mention: (alert: Id, id: Id) => Promise<Mention | undefined>
  /** A subscription by its name; undefined where it does not exist any more. */
  subscription: (name: string) => Subscription | undefined
  originalCards: Pick<OriginalCardStore, 'cardOf'>
}

/**
 * One drawing of a message at a time, each from what the records say at that moment: whatever order presses come in, the last
 * drawing shows the truth.
 */
export function createPostedCards(deps: PostedCardsDeps): PostedCards {
  const { messages, withLock } = deps
  const redraw = (place: MessagePlace, contentOf: () => Promise<Content | undefined>) =>
    withLock(`${place.channel} ${place.ts}`, async (): Promise<Updated> => {
      const content = await contentOf()
      return content === undefined ? { kind: 'gone' } : update(messages, place, content)
    })
  return {
    redrawCard: (place, target) => redraw(place, () => cardContent(deps, place, target)),
    redrawEntries: (place, target) => redraw(place, () => entriesContent(deps, place, target)),
  }
}

/** As it was posted, so it is changed: content that Slack refuses goes down the ladder, or what joins the card would try for ever. */
async function update(messages: Messages, place: MessagePlace, content: Content): Promise<Updated> {
  let updated: Updated = { kind: 'gone' }
  for (const form of fallbacksOf(content)) {
    updated = await messages.update(place, form)
    if (updated.kind !== 'failed' || !updated.refused) return updated
  }
  return updated
}

async function cardContent(
  deps: PostedCardsDeps,
  place: MessagePlace,
  { subscription, alert, mentions }: ActionTarget,
): Promise<Content | undefined> {
  const [id] = mentions
  if (id === undefined) return undefined
  const state = stateOf(await deps.records.find({ ...place, mention: id }))
  const mention = await deps.mention(alert, id)
  if (mention === undefined) {
    const shown = await deps.messages.read(place)
    const buttons = cardActions({ id }, { subscription, alert }, state)
    return shown && cardWithoutMention(shown, state, buttons)
  }
  const settings = deps.subscription(subscription)
  const original =
    settings && (await deps.originalCards.cardOf({ subscription: settings.name, alert }, mention.id))
  const sites = original && sitesOf(original, mention)
  const plain = card(mention, { subscription, alert, style: settings?.style ?? 'full' }, state, sites)
  const notified = settings && state.kind !== 'not-relevant' ? notifyFor(settings, mention) : undefined
  const content = notified === undefined ? plain : withNotifiedUsers(plain, notified)
  return withReceiptMark(content, receiptMark(subscription, alert, [id]))
}

function sitesOf(original: OriginalCard, { url: own }: Mention): OtherSites | undefined {
  const { duplicates: also, story } = original
  const elsewhere = new Map(also.map(({ url }) => [canonicalUrl(url) ?? url, url]))
  elsewhere.delete(canonicalUrl(own) ?? own)
  const urls = [...elsewhere.values()]
  if (story === undefined) return duplicateSites(also.length, urls)
  return storySites(
    summarizeStory(storyMembers(original)),
    urls,
    story.earlier.length === 0 ? undefined : story,
  )
}

async function entriesContent(
  deps: PostedCardsDeps,
  place: MessagePlace,
  { alert, mentions }: ActionTarget,
): Promise<Content | undefined> {
  const shown = await deps.messages.read(place)
  if (shown === undefined) return undefined
  const records = await Promise.all(mentions.map((mention) => deps.records.find({ ...place, mention })))
  const touched = await Promise.all(
    records.flatMap((record) => (record === undefined ? [] : [entryOf(deps, alert, record)])),
  )
  return withEntryStates(shown, mentions, new Map(touched))
}

async function entryOf(deps: PostedCardsDeps, alert: Id, record: CardRecord): Promise<[Id, EntryState]> {
  return [record.mention, { state: stateOf(record), mention: await deps.mention(alert, record.mention) }]
}

function stateOf(record: CardRecord | undefined): CardState {
  return record === undefined ? { kind: 'open' } : { kind: record.state, by: record.by, at: record.at }
}
