import type { SpikeCards } from '../../cards/spike-cards.ts'
import { textMessage } from '../../messages/block-kit.ts'
import {
  readSpikeStatus,
  spikeCardUnknown,
  spikeReasons,
  spikeStatusInput,
  spikeStatusModal,
  unclaimedMentions,
} from '../../messages/spike.ts'
import type { CardRecord } from '../../model/card.ts'
import type { SpikeNote } from '../../model/spike-card.ts'
import type { SearchReceipts } from '../../outbox/ports.ts'
import type { Deed } from '../../rules/permission.ts'
import type { MessagePlace } from '../../slack/posted-messages.ts'
import type { Views } from '../../slack/views.ts'
import type { Access } from '../access.ts'
import { metadataOf, readMetadata } from '../card-modals.ts'
import type { MessageAction, ViewSubmission } from '../payloads.ts'
import type { Reply } from '../reply.ts'

export const spikeStatusCallback = 'spike_status'

type SpikeButtonDeps = {
  now: () => number
  spikeCards: SpikeCards
  /** What people made of the mentions of a channel since a moment (UTC, ms). */
  cardsSince: (channel: string, since: number) => Promise<CardRecord[]>
  permalink: (place: MessagePlace) => Promise<string | undefined>
  readHistory: SearchReceipts
  views: Pick<Views, 'open'>
  users: { nameOf(user: string): Promise<string> }
  access: Pick<Access, 'refusal'>
  reply: Reply
}

/** The buttons of a spike's card. A person who may claim may take the lead; the status is for full members, because all read it. */
export function createSpikeButtons(deps: SpikeButtonDeps) {
  const { now, spikeCards, users, access, reply } = deps
  async function isRefused(action: MessageAction, deed: Deed, alerts: string[] = []): Promise<boolean> {
    const refusal = await access.refusal(action, deed, { channel: action.channel, alerts })
    if (refusal !== undefined) await reply(action, textMessage(refusal), 'beside')
    return refusal !== undefined
  }
  async function setNote(action: MessageAction, next: (note: SpikeNote) => SpikeNote): Promise<void> {
    if (!(await spikeCards.setNote(action, next))) await reply(action, spikeCardUnknown, 'beside')
  }
  return {
    async lead(action: MessageAction): Promise<void> {
      if (await isRefused(action, 'handle')) return
      const { user } = action
      const lead = { user, by: await users.nameOf(user), at: now() }
      await setNote(action, (note) => ({ ...note, lead }))
    },
    async status(action: MessageAction): Promise<void> {
      if (await isRefused(action, 'dismiss')) return
      const card = await spikeCards.find(action)
      if (card === undefined) return reply(action, spikeCardUnknown, 'beside')
      const target = { subscription: card.subscription, alert: card.alert, mentions: [] }
      const note = JSON.stringify(metadataOf(action, target, 'card'))
      const modal = { ...spikeStatusModal(card.note.status?.text), callback: spikeStatusCallback, note }
      const opening = await deps.views.open(action.trigger, modal)
      if (opening.kind !== 'open')
        await reply(
          action,
          textMessage(`Slack did not open the dialog (${opening.reason}). Press again.`),
          'beside',
        )
    },
    async saveStatus({ user, metadata, values }: ViewSubmission): Promise<void> {
      const { place, responseUrl } = readMetadata(metadata)
      const asker = { user, channel: place.channel, responseUrl }
      const refusal = await access.refusal(asker, 'dismiss', { channel: place.channel })
      if (refusal !== undefined) return reply(asker, textMessage(refusal), 'beside')
      const typed = values.get(spikeStatusInput)
      const text = readSpikeStatus(typeof typed === 'string' ? typed : '')
      const by = await users.nameOf(user)
      await spikeCards.setNote(place, ({ status: _before, ...note }) =>
        text === undefined ? note : { ...note, status: { text, by, at: now() } },
      )
    },
    async why(action: MessageAction): Promise<void> {
      const card = await spikeCards.find(action)
      if (await isRefused(action, 'read', card === undefined ? [] : [card.alert])) return
      const shown = card?.shown
      const answer = shown?.kind === 'live' ? spikeReasons(shown.spike) : spikeCardUnknown
      await reply(action, answer, 'beside')
    },
    async unclaimed(action: MessageAction): Promise<void> {
      if (await isRefused(action, 'handle')) return
      await reply(action, unclaimedMentions(await unclaimedPlaces(deps, action)), 'beside')
    },
  }
}

/** The messages of the card's thread that list unclaimed mentions, oldest first. */
async function unclaimedPlaces(
  { cardsSince, readHistory, permalink }: SpikeButtonDeps,
  { channel, ts }: MessageAction,
) {
  const seen = await readHistory({ channel, thread: ts })
  const messages = seen.kind === 'seen' ? seen.messages : []
  const touched = await cardsSince(channel, Number(ts) * 1000)
  const known = new Set(touched.map((record) => `${record.ts} ${record.mention}`))
  const open = messages
    .map(({ ts: at, receipt }) => ({
      ts: at,
      count: receipt?.ids.filter((id) => !known.has(`${at} ${id}`)).length ?? 0,
    }))
    .filter(({ count }) => count > 0)
  return Promise.all(
    open.map(async ({ ts: at, count }, index) => ({
      count,
      link: index < 10 ? await permalink({ channel, ts: at, thread: ts }) : undefined,
    })),
  )
}
