import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import { z } from 'zod'
import type { ApplyCardAction } from '../../cards/card-actions.ts'
import type { OpenLists } from '../../cards/open-lists.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { cardState, stateWords } from '../../messages/mention/mention-parts.ts'
import { listPage, type OpenListPage, readOpenValue } from '../../messages/mention/open-target.ts'
import { messageUnknown, replyTexts } from '../../messages/replies.ts'
import { leadOf, type PostedCard, shownMention } from '../../model/card.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { MentionReminder, NewReminder } from '../../model/reminder.ts'
import { snoozeTerms, snoozeUntil } from '../../people/snooze.ts'
import type { WorkCalendar } from '../../people/working-time.ts'
import type { Users } from '../../slack/users.ts'
import { type Access, isRefused, refusalAtCard } from '../access.ts'
import { type Opener, type OpenModalDeps, openCardModal, readModalOrigin } from '../open-modal.ts'
import { inputText, type MessageAction, readNote, type ViewSubmission } from '../payloads.ts'
import type { Asker, ZoneOf } from '../reply.ts'
import { answeredReminder, assignInputs, assignModal, snoozeInput, snoozeModal } from '../texts/handling.ts'
import { say } from '../texts/say.ts'

type HandlingDeps = OpenModalDeps & {
  now: () => Time
  newId: () => string
  zoneOf: ZoneOf
  workCalendar: WorkCalendar
  access: Pick<Access, 'refusal'>
  applyCardAction: ApplyCardAction
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  users: Pick<Users, 'find'>
  openLists: () => OpenLists | undefined
  addReminder: (reminder: NewReminder) => Promise<void>
  /** Returns the time until an assigned mention is overdue, in ms; undefined if the subscription sets none. */
  followUpOf: (subscription: string) => number | undefined
}

/** The ids of the forms. Never rename them. */
export const assignCallback = 'mention_assign'
export const snoozeCallback = 'mention_snooze'

/** Where **Snooze…** was pressed, if it was not on a card. */
const fromSchema = z.object({ list: listPage.exactOptional(), reminder: z.literal(true).exactOptional() })
type From = z.output<typeof fromSchema>

/**
 * The reminder is stored before the card's record, and Slack gets its answer after both. So a process that dies in
 * between loses no promised reminder. A reminder without a record in the card is dropped.
 */
export function createHandling(deps: HandlingDeps) {
  return {
    openAssign: (action: Opener, mention: Id) => openAssign(deps, action, mention),
    openSnooze: (action: Opener, mention: Id) => openSnooze(deps, action, mention),
    assign: (submission: ViewSubmission) => assign(deps, submission),
    snooze: (submission: ViewSubmission, acknowledge: () => Promise<void>) =>
      snooze(deps, submission, acknowledge),
    doneFromReminder: fromReminder(deps, 'done'),
    claimFromReminder: fromReminder(deps, 'claim'),
    snoozeFromReminder: snoozeFrom(deps, 'reminder'),
    snoozeFromList: snoozeFrom(deps, 'list'),
  }
}

const openAssign = (deps: HandlingDeps, action: Opener, mention: Id) =>
  openCardModal(deps, action, async () => {
    const card = await deps.findCard(action)
    if (card === undefined) return messageUnknown()
    const { channel } = action
    const refusal = await deps.access.refusal(action, 'assign', { channel, alerts: [card.alert] })
    if (refusal !== undefined) return textMessage(refusal)
    const holder = card.actions.find((one) => one.mention === mention)?.user
    return { ...assignModal(holder), callback: assignCallback, about: { mention } }
  })

const openSnooze = (deps: HandlingDeps, action: Opener, mention: Id, from: From = {}) =>
  openCardModal(deps, action, async () => {
    const refusal = await refusalAtCard(deps, action, 'handle')
    return refusal ?? { ...snoozeModal(), callback: snoozeCallback, about: { mention, ...from } }
  })

async function assigneeRefusal(
  deps: HandlingDeps,
  to: string,
  { channel, alert }: PostedCard,
): Promise<string | undefined> {
  const person = await deps.users.find(to)
  if (person === undefined) return say['assignee-unknown']()
  if (person.isBot) return say['assignee-bot']()
  const refusal = await deps.access.refusal({ user: to, channel }, 'read', { channel, alerts: [alert] })
  return refusal === undefined ? undefined : say['assignee-may-not-read']()
}

/** Returns the errors to show in the form, by input name; undefined if the mention was assigned. */
async function assign(
  deps: HandlingDeps,
  submission: ViewSubmission,
): Promise<Record<string, string> | undefined> {
  const origin = readModalOrigin(submission)
  const { mention, user } = origin
  const to = inputText(submission.values, assignInputs.person)
  const note = inputText(submission.values, assignInputs.note)
  const card = await deps.findCard(origin)
  if (card === undefined || mention === undefined || to === undefined)
    return { [assignInputs.person]: messageUnknown().text }
  const refusal =
    (await deps.access.refusal(origin, 'assign', { channel: origin.channel, alerts: [card.alert] })) ??
    (await assigneeRefusal(deps, to, card))
  if (refusal !== undefined) return { [assignInputs.person]: refusal }
  const id = deps.newId()
  const about = { channel: card.channel, ts: card.ts, mention, of: id }
  const followUp = deps.followUpOf(leadOf(card))
  const overdue = (kind: MentionReminder['kind'], whom: string, afterMs: Ms) =>
    deps.addReminder({ ...about, id: deps.newId(), kind, to: whom, due: deps.now() + afterMs })
  if (to !== user)
    await deps.addReminder({ ...about, id: deps.newId(), kind: 'assigned', to, due: deps.now() })
  if (followUp !== undefined) {
    await overdue('overdue', to, followUp)
    if (to !== user) await overdue('overdue-for-other', user, 2 * followUp)
  }
  const due = followUp && deps.now() + followUp
  const action = { kind: 'assign' as const, id, to, ...optional({ note, due }) }
  const changed = await deps.applyCardAction({ message: card, mentions: [mention], user, action })
  return changed ? undefined : { [assignInputs.person]: await whyUnchanged(deps, card, mention) }
}

/** Somebody has closed the mention while the form was open. */
async function whyUnchanged(
  { findCard }: Pick<HandlingDeps, 'findCard'>,
  place: MessageKey,
  mention: Id,
): Promise<string> {
  const record = (await findCard(place))?.actions.find((one) => one.mention === mention)
  return record === undefined
    ? messageUnknown().text
    : replyTexts.changedBefore(stateWords(cardState(record)))
}

/** Redraws the list or reminder where the person pressed. Returns the list to redraw if it is on the home tab. */
async function snooze(
  deps: HandlingDeps,
  submission: ViewSubmission,
  acknowledge: () => Promise<void>,
): Promise<OpenListPage | undefined> {
  const origin = readModalOrigin(submission)
  const { mention, user } = origin
  const { list, reminder } = readNote(fromSchema, submission.metadata)
  const term = snoozeTerms.find((one) => one === inputText(submission.values, snoozeInput))
  const card = await deps.findCard(origin)
  if (card === undefined || mention === undefined || term === undefined) {
    await acknowledge()
    await deps.reply(origin, messageUnknown(), 'beside')
    return undefined
  }
  const refusal = await deps.access.refusal(origin, 'handle', {
    channel: origin.channel,
    alerts: [card.alert],
  })
  if (refusal !== undefined) {
    await acknowledge()
    await deps.reply(origin, textMessage(refusal), 'beside')
    return undefined
  }
  const until = snoozeUntil(term, deps.now(), await deps.zoneOf(user), deps.workCalendar)
  const id = deps.newId()
  const { channel, ts } = card
  const about = { channel, ts, mention, of: id }
  await deps.addReminder({ ...about, id: deps.newId(), kind: 'snooze-ended', to: user, due: until })
  const changed = await deps.applyCardAction({
    message: card,
    mentions: [mention],
    user,
    action: { kind: 'snooze', id, until },
  })
  await acknowledge()
  if (!changed) await deps.reply(origin, textMessage(await whyUnchanged(deps, card, mention)), 'beside')
  if (changed !== undefined && reminder === true) await showAnswered(deps, origin, mention)
  // The home tab has no address for answers.
  if (origin.responseUrl === '') return list
  const shown = list && (await deps.openLists()?.answer(origin, list))
  if (shown !== undefined) await deps.reply(origin, shown, 'in-place')
  return undefined
}

async function showAnswered(
  deps: HandlingDeps,
  asker: Asker & { channel: string; ts: string },
  mention: Id,
  inChannel = false,
): Promise<void> {
  const card = await deps.findCard(asker)
  const shown = card && shownMention(card, mention)
  const record = card?.actions.find((one) => one.mention === mention)
  if (shown === undefined || record === undefined) return deps.reply(asker, messageUnknown(), 'beside')
  await deps.reply(asker, answeredReminder(shown, cardState(record), inChannel), 'in-place')
}

const fromReminder = (deps: HandlingDeps, press: 'claim' | 'done') => async (action: MessageAction) => {
  const target = readOpenValue(action.value)
  if (target === undefined) return
  const { channel, ts, mention, scope } = target
  const { user } = action
  const place = { ...action, channel, ts, byValue: true as const }
  const card = await deps.findCard(place)
  if (card === undefined) return deps.reply(action, messageUnknown(), 'beside')
  if (await isRefused(deps, place, 'handle', [card.alert])) return
  await deps.applyCardAction({ message: card, mentions: [mention], user, action: press })
  await showAnswered(deps, place, mention, scope === 'channel')
}

const snoozeFrom =
  (deps: HandlingDeps, place: 'reminder' | 'list') => async (action: Opener & { value: string }) => {
    const target = readOpenValue(action.value)
    if (target === undefined) return
    const { channel, ts, mention, scope, page } = target
    const at = { ...action, channel, ts, byValue: true as const }
    const from = place === 'reminder' ? { reminder: true as const } : { list: { scope, page } }
    await openSnooze(deps, at, mention, from)
  }

const optional = ({ note, due }: { note: string | undefined; due: Time | undefined }) => ({
  ...(note && { note }),
  ...(due && { due }),
})
