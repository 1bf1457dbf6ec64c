import { canonicalAddress } from '@overheard/base/address'
import type { KeyedMutex } from '@overheard/base/serial'
import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { withReceiptMark } from '@overheard/post-once/mark'
import { z } from 'zod'
import { storyMembers, summarizeStory } from '../engine/index.ts'
import { fallbacksOf } from '../messages/kit/fallbacks.ts'
import { messages } from '../messages/kit/say.ts'
import { type OtherSites, storySites } from '../messages/mention/card-additions.ts'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import { type CardState, cardState } from '../messages/mention/mention-parts.ts'
import { storyPlaces } from '../messages/mention/places.ts'
import { drawMentions } from '../messages/mention/shown-mentions.ts'
import {
  type CardChange,
  mentionsOf,
  type OriginalCard,
  type PostedCard,
  postedCardSchema,
} from '../model/card.ts'
import type {
  Collection,
  CollectionKind,
  MessageKey,
  MessageRecords,
  OpenMessageRecords,
} from '../model/collection.ts'
import type { Content } from '../model/message.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import type { Messages, Updated } from '../slack/posted-messages.ts'
import { receiptMark } from '../slack/receipt-mark.ts'
import { en } from './texts.en.ts'

const say = messages(en, (language) => import(`./texts.${language}.ts`))

export const postedCards = ({ messages }: { messages: OpenMessageRecords }) =>
  messages('cards', postedCardSchema)

/** `at` is the time of the change that the message does not show yet. */
const outdatedMessageSchema = z.object({ channel: z.string(), ts: z.string(), at: timeSchema })
type OutdatedMessage = z.infer<typeof outdatedMessageSchema>

export const outdatedKind: CollectionKind<OutdatedMessage> = {
  name: 'outdated-cards',
  schema: outdatedMessageSchema,
}

/** Tells features what people did with a card. Resolves when they have stored what follows from it. */
export type TellChanges = (handled: { card: PostedCard; changes: CardChange[] }) => Promise<void>

/** A message that Slack does not let the bot change, after somebody has changed its record. */
export type Undrawn = MessageKey & {
  /** The person who changed it; undefined if that was nobody, such as a rule. */
  user: string | undefined
  /** Slack's code, or the name of the failure. */
  reason: string
  /** The message is drawn again later. */
  isRetried: boolean
}

type DrawingDeps = {
  undrawn: (undrawn: Undrawn) => Promise<unknown>
  messages: Pick<Messages, 'update'>
  withLock: KeyedMutex
  cards: Pick<MessageRecords<PostedCard>, 'find' | 'change'>
  tellChanges: TellChanges
  outdated: Collection<OutdatedMessage>
  menu: () => CardMenu
  speakTo: Pick<SpeakTo, 'subscription'>
  now: () => Time
}

/**
 * The process that changed a record has this time to redraw the message, in ms. After that, `redrawOutdated` redraws
 * the message.
 */
const drawnWithinMs = 10_000

/**
 * Updates of one message run one after the other, and each update reads the newest record. So the last update shows the
 * latest state.
 */
export function createCardDrawing(deps: DrawingDeps) {
  const { messages, withLock, cards, tellChanges, outdated, now } = deps
  const keyOf = ({ channel, ts }: MessageKey) => `${channel} ${ts}`
  let isCatchingUp = false
  let lastAt = 0
  /** Returns `gone` if the message has no record, or if Slack no longer has the message. */
  const draw = (place: MessageKey) =>
    withLock(keyOf(place), async (): Promise<Updated> => {
      const card = await cards.find(place)
      if (card === undefined) return { kind: 'gone' }
      const content = deps.speakTo.subscription(card.subscription, () => drawCard(card, deps.menu()))
      return update(messages, place, content)
    })
  async function tellOf(place: MessageKey): Promise<void> {
    const card = await cards.find(place)
    if (card?.changes === undefined) return
    const { changes } = card
    await tellChanges({ card, changes })
    const last = changes.at(-1)?.at ?? 0
    await cards.change(place, (current) => {
      if (current === undefined) return undefined
      const { changes: _, ...rest } = current
      const left = (current.changes ?? []).filter(({ at }) => at > last)
      return left.length === 0 ? rest : { ...rest, changes: left }
    })
  }
  /**
   * The entry in `outdated` stays if the drawing fails, or if another process has changed the record in the meantime.
   */
  async function drawOutdated(place: MessageKey, at: Time, user?: string): Promise<void> {
    // The entry also stays until features have heard of the changes. They do not wait for Slack.
    const [updated] = await Promise.all([
      draw(place).then((drawn) => told(drawn, place, user)),
      tellOf(place),
    ])
    if (updated.kind !== 'failed')
      await outdated.change(keyOf(place), (outdatedEntry) =>
        outdatedEntry?.at === at ? undefined : outdatedEntry,
      )
  }
  /** Tells of a failure once: when the record has changed, and not again after each retry. */
  async function told(drawn: Updated, place: MessageKey, user: string | undefined): Promise<Updated> {
    if (user === undefined || drawn.kind === 'updated' || drawn.reason === undefined) return drawn
    const [reason, isRetried] = [drawn.reason, drawn.kind === 'failed']
    await deps.undrawn({ ...place, user: user === '' ? undefined : user, reason, isRetried })
    return drawn
  }
  return {
    draw,
    /**
     * Runs the change, then draws the message without waiting for it, because Slack may take ten seconds for the update and gives a dialog
     * three. If the process dies or Slack fails in between, `redrawOutdated` draws the message later. `user` is told if Slack does not let
     * the bot change the message; the empty name is that of nobody.
     */
    drawAfter: <T>({ channel, ts }: MessageKey, change: () => Promise<T>, user = '') =>
      withLock(`change ${keyOf({ channel, ts })}`, async () => {
        // No two changes have the same time, so the end of one drawing does not delete the entry of the next change.
        lastAt = Math.max(now(), lastAt + 1)
        const outdatedEntry = { channel, ts, at: lastAt }
        await outdated.put(keyOf(outdatedEntry), outdatedEntry)
        const changed = await change()
        void drawOutdated({ channel, ts }, outdatedEntry.at, user).catch(() => undefined)
        return changed
      }),
    /**
     * Draws the messages that a dead process did not draw, and the messages whose drawing failed. If one of them throws, the others are
     * still drawn. Rejects with the first error.
     */
    async redrawOutdated() {
      if (isCatchingUp) return
      isCatchingUp = true
      const failures: unknown[] = []
      try {
        for (const { channel, ts, at } of await outdated.all())
          if (now() - at >= drawnWithinMs)
            await drawOutdated({ channel, ts }, at).catch((error: unknown) => failures.push(error))
      } finally {
        isCatchingUp = false
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

/**
 * If Slack refuses the content, tries its plainer forms, because otherwise each new duplicate would repeat the refused
 * update.
 */
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

/** Draws the card with its receipt mark, by which history searches recognise the message. */
function drawCard(
  { subscription, alert, shows, actions, original, tickets = [], corrections = [], ruled = [] }: PostedCard,
  menu: CardMenu,
): Content {
  const states = new Map(
    actions.map(({ mention, ...record }): [string, CardState] => [mention, cardState(record)]),
  )
  for (const { mention, reason } of ruled)
    if (reason !== undefined && !states.has(mention)) states.set(mention, { kind: 'open', nobody: reason })
  for (const { mention, url } of tickets)
    states.set(mention, { ...(states.get(mention) ?? { kind: 'open' }), ticket: url })
  for (const { mention, to, by } of corrections)
    if (to !== undefined)
      states.set(mention, { ...(states.get(mention) ?? { kind: 'open' }), correctedBy: by })
  const sites = original && shows.kind === 'card' ? sitesOf(original, shows.mention.url) : undefined
  const content = drawMentions(shows, { menu, states, sites })
  const ids = mentionsOf(shows).map(({ id }) => id)
  return withReceiptMark(content, receiptMark(subscription, alert, ids))
}

/** With `dedupe: coverage`, replies to the card have the addresses, and the card only those that no reply could have. */
function sitesOf(original: OriginalCard, own: string): OtherSites | undefined {
  const { ts, duplicates, story } = original
  const isCoverage = story?.coverage !== undefined
  const onCard = duplicates.filter(({ shownIn }) => shownIn === ts || (shownIn === undefined && !isCoverage))
  const elsewhere = new Map(onCard.map(({ url }) => [canonicalAddress(url) ?? url, url]))
  elsewhere.delete(canonicalAddress(own) ?? own)
  const urls = [...elsewhere.values()]
  if (story === undefined) return duplicateSites(duplicates.length, urls)
  const members = storyMembers(original)
  const repeated = story.earlier.length === 0 ? undefined : story
  return isCoverage
    ? storyPlaces(summarizeStory(members), members, { onCard: urls, repeated })
    : storySites(summarizeStory(members), urls, repeated)
}

export function duplicateSites(count: number, urls: string[]): OtherSites | undefined {
  return count === 0 ? undefined : { label: say.alsoFound({ count }), urls }
}
