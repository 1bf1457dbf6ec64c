import type { KeyedMutex } from '../async/keyed-mutex.ts'
import { canonicalUrl } from '../dedupe/canonical-url.ts'
import { storyMembers, summarizeStory } from '../dedupe/story.ts'
import { duplicateSites, type OtherSites, storySites } from '../messages/card-additions.ts'
import { fallbacksOf } from '../messages/fallbacks.ts'
import type { CardState } from '../messages/mention-parts.ts'
import { drawMentions } from '../messages/shown-mentions.ts'
import { mentionsOf, type OriginalCard, type PostedCard, type ShownMentions } from '../model/card.ts'
import type { Content } from '../model/message.ts'
import type { Messages, Updated } from '../slack/posted-messages.ts'
import { receiptMark, withReceiptMark } from '../slack/receipt-mark.ts'
import type { MessageKey, MessageRecords } from '../store/store.ts'

/** Draws a message with mentions again from its record. `gone`: it has no record of what it shows, or Slack no longer has it. */
export type RedrawCard = (place: MessageKey) => Promise<Updated>

type RedrawDeps = {
  messages: Pick<Messages, 'update'>
  withLock: KeyedMutex
  cards: Pick<MessageRecords<PostedCard>, 'find'>
}

/** One drawing of a message at a time, each from the record of that moment: so the last drawing shows the latest state. */
export function createRedrawCard({ messages, withLock, cards }: RedrawDeps): RedrawCard {
  return ({ channel, ts }) =>
    withLock(`${channel} ${ts}`, async (): Promise<Updated> => {
      const card = await cards.find({ channel, ts })
      if (card?.shows === undefined) return { kind: 'gone' }
      return update(messages, { channel, ts }, drawCard({ ...card, shows: card.shows }))
    })
}

/** A refused content is replaced by its plainer forms, like in the first post. Otherwise duplicates would try to join the card for ever. */
async function update(
  messages: Pick<Messages, 'update'>,
  place: MessageKey,
  content: Content,
): Promise<Updated> {
  let updated: Updated = { kind: 'gone' }
  for (const form of fallbacksOf(content)) {
    updated = await messages.update(place, form)
    if (updated.kind !== 'failed' || !updated.refused) return updated
  }
  return updated
}

/** The message of a record, with the mark by which searches of the channel recognize it. */
function drawCard(card: PostedCard & { shows: ShownMentions }): Content {
  const { subscription, alert, shows, actions, original } = card
  const states = new Map(
    actions.map(({ mention, state, by, at }): [string, CardState] => [mention, { kind: state, by, at }]),
  )
  const sites = original && shows.kind === 'card' ? sitesOf(original, shows.mention.url) : undefined
  const content = drawMentions(shows, { subscription, alert }, { states, sites })
  const ids = mentionsOf(shows).map(({ id }) => id)
  return withReceiptMark(content, receiptMark(subscription, alert, ids))
}

function sitesOf(original: OriginalCard, own: string): OtherSites | undefined {
  const { duplicates, story } = original
  const elsewhere = new Map(duplicates.map(({ url }) => [canonicalUrl(url) ?? url, url]))
  elsewhere.delete(canonicalUrl(own) ?? own)
  const urls = [...elsewhere.values()]
  if (story === undefined) return duplicateSites(duplicates.length, urls)
  return storySites(
    summarizeStory(storyMembers(original)),
    urls,
    story.earlier.length === 0 ? undefined : story,
  )
}
