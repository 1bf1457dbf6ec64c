import type { Time } from '@overheard/base/time'
import type { Judged, SpikeCards } from '../../cards/spike-cards.ts'
import { leadWords, mayTakeLead, noSpikeCardAnswer } from '../../messages/anomalies/spike.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { replyTexts } from '../../messages/replies.ts'
import { changeTexts } from '../../messages/subscription-notices.ts'
import { type Handling, isOnlyByRule } from '../../model/card.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { PostedMessage } from '../../model/history.ts'
import type { Content } from '../../model/message.ts'
import type { SearchReceipts } from '../../model/outbox.ts'
import type { SpikeNote } from '../../model/spike-card.ts'
import type { Operation } from '../../people/permission.ts'
import type { ChangeLog } from '../../subscriptions/change-log.ts'
import { type Access, isRefusedAtCard, refusalAtCard } from '../access.ts'
import { type FormViews, openCardModal, readModalOrigin } from '../open-modal.ts'
import { inputText, type MessageAction, type ViewSubmission } from '../payloads.ts'
import type { Asker, Reply } from '../reply.ts'
import { threadUnreadable } from '../texts/replies.ts'
import {
  markedFalseAlarm,
  mostUnclaimedLinks,
  readSpikeChoice,
  readSpikeStatus,
  readSpikeUndo,
  spikeAnswer,
  spikeStatusInput,
  spikeStatusModal,
  spikeTooOld,
  unclaimedMentions,
  unmarkedFalseAlarm,
} from '../texts/spike-texts.ts'

/** The id of the form. Never rename it. */
export const spikeStatusCallback = 'spike_status'

type SpikeButtonDeps = {
  now: () => Time
  spikeCards: SpikeCards
  cardsSince: (channel: string, since: Time) => Promise<Handling[]>
  permalink: (place: MessageKey) => Promise<string | undefined>
  readHistory: SearchReceipts
  views: FormViews
  users: { nameOf(user: string): Promise<string> }
  access: Pick<Access, 'refusal'>
  changes: Pick<ChangeLog, 'tell'>
  reply: Reply
}

/**
 * Everybody who may claim a mention may lead a spike. Only full members may set the status of a spike, because
 * everybody reads it, and mark it as a false alarm, because the alert then becomes stricter for everybody.
 */
export function createSpikeButtons(deps: SpikeButtonDeps) {
  const { now, spikeCards, users, reply } = deps
  const isRefusedAt = (place: Asker & { ts: string }, operation: Operation) =>
    isRefusedAtCard({ ...deps, findCard: spikeCards.find }, place, operation)
  async function setNote(card: Asker & { ts: string }, next: (note: SpikeNote) => SpikeNote): Promise<void> {
    if (!(await spikeCards.setNote(card, next, card.user))) await reply(card, noSpikeCardAnswer(), 'beside')
  }
  async function showUnclaimed(action: MessageAction): Promise<void> {
    if (await isRefusedAt(action, 'handle')) return
    const { channel, ts } = action
    const seen = await deps.readHistory({ channel, thread: ts })
    const answer =
      seen.kind === 'seen'
        ? unclaimedMentions(await unclaimedPlaces(deps, action, seen.messages))
        : textMessage(threadUnreadable(seen.reason))
    await reply(action, answer, 'beside')
  }
  async function judge(card: Asker & { ts: string }, isMark: boolean): Promise<void> {
    if (await isRefusedAt(card, 'dismiss')) return
    const { user, channel } = card
    const person = isMark ? { user, by: await users.nameOf(user) } : undefined
    const judged = await spikeCards.judge(card, person)
    if (judged.kind === 'judged') {
      const did = () => changeTexts.falseAlarm(judged.alertName, isMark)
      await deps.changes.tell(channel, user, did, { alerts: [judged.alert] })
    }
    await reply(card, judgedAnswer(judged, isMark, card), 'beside')
  }
  return {
    async lead(action: MessageAction): Promise<void> {
      if (await isRefusedAt(action, 'handle')) return
      const { user } = action
      const lead = { user, by: await users.nameOf(user), at: now() }
      let faster: SpikeNote | undefined
      await setNote(action, (note) => {
        faster = mayTakeLead(note, action) ? undefined : note
        return faster ?? { ...note, lead }
      })
      if (faster !== undefined)
        await reply(action, textMessage(replyTexts.changedBefore(leadWords(faster))), 'beside')
    },
    status: (action: MessageAction) =>
      openCardModal(deps, action, async () => {
        const refusal = await refusalAtCard({ ...deps, findCard: spikeCards.find }, action, 'dismiss')
        if (refusal !== undefined) return refusal
        const card = await spikeCards.find(action)
        if (card === undefined) return noSpikeCardAnswer()
        return { ...spikeStatusModal(card.note.status?.text), callback: spikeStatusCallback }
      }),
    async saveStatus(submission: ViewSubmission): Promise<void> {
      const origin = readModalOrigin(submission)
      if (await isRefusedAt(origin, 'dismiss')) return
      const text = readSpikeStatus(inputText(submission.values, spikeStatusInput) ?? '')
      const by = await users.nameOf(origin.user)
      await setNote(origin, ({ status: _before, ...note }) =>
        text === undefined ? note : { ...note, status: { text, by, at: now() } },
      )
    },
    async why(action: MessageAction): Promise<void> {
      if (await isRefusedAt(action, 'read')) return
      const card = await spikeCards.find(action)
      const shown = card?.shown
      const history = card && (await spikeCards.history(card).catch(() => undefined))
      const answer = shown?.kind === 'live' ? spikeAnswer(shown.spike, history) : noSpikeCardAnswer()
      await reply(action, answer, 'beside')
    },
    async menu(action: MessageAction): Promise<void> {
      const choice = readSpikeChoice(action.value)
      if (choice === 'unclaimed') return showUnclaimed(action)
      await judge(action, choice === 'false-alarm')
    },
    /** Is pressed in the answer to **False alarm**. Its value names the card. */
    async undo(action: MessageAction): Promise<void> {
      const card = readSpikeUndo(action.value)
      if (card?.channel !== action.channel) return reply(action, noSpikeCardAnswer(), 'beside')
      await judge({ ...action, ts: card.ts }, false)
    },
    unclaimed: showUnclaimed,
  }
}

function judgedAnswer(judged: Judged, isMark: boolean, card: MessageKey): Content {
  if (judged.kind === 'unknown') return noSpikeCardAnswer()
  if (judged.kind === 'old') return spikeTooOld()
  const { alertName, strict } = judged
  return isMark && strict !== undefined
    ? markedFalseAlarm(alertName, strict, card)
    : unmarkedFalseAlarm(alertName, strict)
}

/** Counts as the card of the spike does: a mention that only a rule assigned is unclaimed. */
async function unclaimedPlaces(
  { cardsSince, permalink }: SpikeButtonDeps,
  { channel, ts }: MessageAction,
  messages: PostedMessage[],
) {
  const since = await cardsSince(channel, Number(ts) * 1000)
  const touched = since.filter((record) => !isOnlyByRule(record))
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
      link: index < mostUnclaimedLinks ? await permalink({ channel, ts: at }) : undefined,
    })),
  )
}
