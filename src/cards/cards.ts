import { defined } from '@overheard/base/defined'
import { createKeyedMutex } from '@overheard/base/serial'
import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { SpikeCardAddition } from '../messages/anomalies/spike.ts'
import { type CardMenu, emptyMenu } from '../messages/mention/card-menu.ts'
import {
  type CorrectedMention,
  type Handling,
  isFoundByPerson,
  type LinkedTicket,
  type OriginalCard,
  type PostedCard,
  shownMention,
} from '../model/card.ts'
import { type MessageKey, type MessageRecords, openCollection, type Records } from '../model/collection.ts'
import type { Correction } from '../model/correction.ts'
import { spikeCardRecordSchema } from '../model/spike-card.ts'
import { type SpeakTo, speakToAll } from '../people/speak-to.ts'
import type { Messages } from '../slack/posted-messages.ts'
import { createApplyCardAction } from './card-actions.ts'
import { withCorrection } from './card-changes.ts'
import { createOpenMentions, type Deadlines } from './open-mentions.ts'
import { createOriginalCards } from './original-cards.ts'
import {
  createCardDrawing,
  outdatedKind,
  postedCards,
  type TellChanges,
  type Undrawn,
} from './posted-cards.ts'
import { createSpikeCards } from './spike-cards.ts'
import type { WorthWeights } from './worth.ts'

type CardsDeps = {
  /** Polls write with `leading`. */
  store: Records & { leading: Records }
  messages: Messages
  nameOf: (user: string) => Promise<string>
  keptMs: Ms
  now: () => Time
  openForMs: Ms
  weights: WorthWeights
  /** What features add to the cards. If it is missing, nothing is added. */
  menu?: () => CardMenu
  /** If it is missing, cards are in the language of the installation. */
  speakTo?: Pick<SpeakTo, 'subscription'>
  /** What people do with cards. */
  handled?: { tell: TellChanges; isHeard: () => boolean }
  spikeCardAdditions?: (place: MessageKey) => Promise<SpikeCardAddition[]>
  undrawn?: (undrawn: Undrawn) => Promise<unknown>
  deadlinesOf?: (card: PostedCard, mention: Mention) => Deadlines | undefined
  /** By how much more alike the stories of an alert must be than usual. */
  storyCaution?: (alert: Id) => number
}

export type Cards = ReturnType<typeof createCards>

export function createCards(deps: CardsDeps) {
  const { store, messages, nameOf, keptMs, now, openForMs, weights, handled, menu = () => emptyMenu } = deps
  const { speakTo = speakToAll } = deps
  const records = postedCards(store)
  const open = createOpenMentions({
    cards: records,
    now,
    openForMs,
    weights,
    ...defined({ deadlinesOf: deps.deadlinesOf }),
  })
  const withOpenMentions = (written: MessageRecords<PostedCard>): MessageRecords<PostedCard> => ({
    ...written,
    async add(key, card) {
      const stored = await written.add(key, card)
      open.update(stored)
      return stored
    },
    async change(key, next) {
      const card = await written.change(key, next)
      if (card !== undefined) open.update(card)
      return card
    },
  })
  const posted = withOpenMentions(records)
  const led = withOpenMentions(postedCards(store.leading))
  const spikeRecords = store.messages('spike-cards', spikeCardRecordSchema)
  const originals = createOriginalCards(led, now, deps.storyCaution)
  const outdated = openCollection(store, outdatedKind)
  const drawing = createCardDrawing({
    messages,
    withLock: createKeyedMutex(),
    cards: posted,
    tellChanges: async (changes) => handled?.tell(changes),
    outdated,
    undrawn: async (undrawn) => deps.undrawn?.(undrawn),
    menu,
    speakTo,
    now,
  })
  const originalCards = {
    ...originals,
    findCard: ({ channel, ts }: MessageKey) => posted.find({ channel, ts }),
    async changeShown({ channel, ts }: MessageKey, next: (card: PostedCard) => PostedCard) {
      const place = { channel, ts }
      const card = await posted.find(place)
      if (card === undefined || next(card) === card) return
      await drawing.drawAfter(place, () => led.change(place, (current) => current && next(current)))
    },
    async draw({ channel, ts }: MessageKey) {
      const drawn = await drawing.draw({ channel, ts })
      if (drawn.kind !== 'failed' || !drawn.refused) return drawn.kind
      return drawn.unclear ? 'unclear' : 'gone'
    },
    async isDismissed({ channel, ts, mention }: OriginalCard) {
      const card = await posted.find({ channel, ts })
      return card?.actions.find((one) => one.mention === mention)?.state === 'not-relevant'
    },
    link: ({ channel, ts }: OriginalCard) => messages.permalink({ channel, ts }),
  }
  async function ticketsSince(channel: string, since: Time): Promise<LinkedTicket[]> {
    const found: LinkedTicket[] = []
    for await (const { alert, tickets = [] } of posted.since(since, channel))
      found.push(...tickets.map((ticket) => ({ ...ticket, alert })))
    return found
  }
  async function correctionsSince(channel: string, since: Time): Promise<CorrectedMention[]> {
    const found: CorrectedMention[] = []
    for await (const card of posted.since(since, channel))
      for (const correction of card.corrections ?? []) {
        const mention = shownMention(card, correction.mention)
        if (mention !== undefined) found.push({ ts: card.ts, alert: card.alert, correction, mention })
      }
    return found
  }
  async function actionsSince(channel: string, since: Time): Promise<Handling[]> {
    const found: Handling[] = []
    for await (const card of posted.since(since, channel))
      if (!isFoundByPerson(card)) found.push(...card.actions)
    return found
  }
  return {
    open,
    originalCards,
    spikeCards: createSpikeCards({
      now,
      keptMs,
      records: spikeRecords,
      ledRecords: store.leading.messages('spike-cards', spikeCardRecordSchema),
      messages,
      withLock: createKeyedMutex(),
      speakTo,
      ...defined({ additions: deps.spikeCardAdditions, undrawn: deps.undrawn }),
    }),
    /**
     * Returns people's actions on messages that were posted to a channel at or after `at`, without those on mentions that people found.
     * Returns an empty list if the store fails.
     */
    since: (channel: string, at: Time) => actionsSince(channel, at).catch(() => []),
    /** Gives a message the correction that a person made on another one. Rejects if the store fails. */
    spreadCorrection: (place: MessageKey, correction: Correction) =>
      drawing.drawAfter(place, () =>
        posted.change(place, (card) => card && withCorrection(card, correction)),
      ),
    /** The corrected mentions of the messages of a channel, also those whose correction was taken back. */
    correctionsIn: (channel: string) => correctionsSince(channel, now() - keptMs),
    applyAction: createApplyCardAction({
      now,
      cards: posted,
      drawAfter: drawing.drawAfter,
      nameOf,
      keepsChanges: () => handled?.isHeard() === true,
    }),
    find: ({ channel, ts }: MessageKey) => posted.find({ channel, ts }),
    markCalled: (place: MessageKey) =>
      led.change(place, (card) => card && { ...card, called: true as const }),
    postedSince: (at: Time) => posted.since(at),
    postedIn: (channel: string, at: Time) => posted.since(at, channel),
    actionsIn: (channel: string) => actionsSince(channel, now() - keptMs),
    ticketsIn: (channel: string) => ticketsSince(channel, now() - keptMs),
    redrawOutdated: drawing.redrawOutdated,
    async prune(time: Time) {
      // These two are in memory, and know how long they keep.
      originals.prune(time)
      open.prune(time)
      const before = time - keptMs
      await Promise.all([posted.prune(before), spikeRecords.prune(before)])
    },
  }
}
