import { isDeepStrictEqual } from 'node:util'
import { timeByBoth } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import {
  type Journal,
  resolveUnconfirmed,
  type SendResult,
  type SentAt,
  sendMessage,
} from '@overheard/post-once'
import { z } from 'zod'
import { mrkdwn } from '../messages/kit/block-kit.ts'
import { fallbacksOf } from '../messages/kit/fallbacks.ts'
import type { Collection } from '../model/collection.ts'
import { FencedError } from '../model/fenced-error.ts'
import { errorMessage } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { OutboxDeps } from '../model/outbox.ts'
import type { Reminder } from '../model/reminder.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import { reminderMark } from '../slack/receipt-mark.ts'
import type { AnyReminderKind, DueMessage, KnownReminder, ReminderMessage } from './reminder-kind.ts'

type Pending = NonNullable<Reminder['pending']>

type SenderDeps = OutboxDeps & {
  /** The leader sends with these. */
  reminders: Collection<Reminder>
  /** Reminders of other kinds wait: the feature that made them may come back. */
  kinds: () => AnyReminderKind[]
  speakTo: SpeakTo
  /** If Slack does not answer a post, the post stays unconfirmed for this time. */
  doubtMs: Ms
  /** Hears for how long Slack asks a reminder to wait. */
  waited?: (forMs: Ms) => void
  self: string
}

/** Returns when the next reminder is due. Must be called again after each change of the reminders. */
type ReminderSender = { sendDue(): Promise<Time | undefined> }

/**
 * A reminder is stored before its card changes, and a notice before its announcement. If these have not changed after this time (ms), the
 * process has died in between, and the reminder is dropped.
 */
const pressTimeMs = 60_000

const retryMs = 60_000

/** The retries of a notice become rarer, up to this time (ms) between two, because its channel may accept no messages for days. */
const noticeRetryMs = 30 * 60_000

/** If a reminder was to be retried longer ago than this (ms), no process ran in between. */
const noProcessMs = 10 * retryMs

const longestWaitMs = 5000

/** A reminder that is still due after it was tried is tried again after this time, in ms. */
const againMs = 2000

export function createReminderSender(deps: SenderDeps): ReminderSender {
  const { reminders, now, log } = deps

  return {
    async sendDue() {
      const due = (await reminders.all().catch(() => [])).filter((one) => isDue(one, now()))
      // After an outage, nobody should hear that a mention is still open before hearing of it.
      for (const reminder of due.toSorted((one, other) => one.due - other.due)) {
        if (deps.stopping.aborted) return undefined
        await send(deps, reminder).catch(async (error: unknown) => {
          if (error instanceof FencedError) return
          log.warn(
            { ...logFields(deps, reminder), error: errorMessage(error) },
            'could not send a reminder; retrying in a minute',
          )
          await later(deps, reminder.id, retryMs).catch(() => undefined)
        })
      }
      return nextDue(deps)
    },
  }
}

const change = (deps: SenderDeps, id: string, next: (current: Reminder) => Reminder | undefined) =>
  deps.reminders.change(id, (current) => current && next(current))

const drop = (deps: SenderDeps, id: string) => change(deps, id, () => undefined)

const later = (deps: SenderDeps, id: string, afterMs: Ms) =>
  change(deps, id, (current) => ({ ...current, retryAt: deps.now() + afterMs }))

/** False while Slack's time is unknown, because ours alone may be wrong by any time. */
const hasPassed = (deps: SenderDeps, time: Time) => (timeByBoth(deps) ?? 0) > time

const knownOf = (deps: SenderDeps, reminder: Reminder) =>
  deps
    .kinds()
    .map((kind) => kind.of(reminder))
    .find((known) => known !== undefined)

const logFields = (deps: SenderDeps, reminder: Reminder) => ({
  kind: reminder.kind,
  ...knownOf(deps, reminder)?.logFields,
})

async function send(deps: SenderDeps, reminder: Reminder): Promise<void> {
  const known = knownOf(deps, reminder)
  if (known === undefined) return
  if (reminder.sent === true) return finish(deps, reminder, known)
  if (reminder.pending !== undefined) return resolve(deps, reminder, reminder.pending, known)
  await handleDue(deps, reminder, known, await inLanguageOf(deps, reminder, known.due))
}

/** The fields that kinds have for whom a reminder is: a person, else a subscription, else a channel. */
const readerSchema = z.looseObject({
  to: z.string().optional(),
  subscription: z.string().optional(),
  channel: z.string().optional(),
  card: z.looseObject({ channel: z.string() }).optional(),
})

function inLanguageOf<T>({ speakTo }: SenderDeps, reminder: Reminder, draw: () => Promise<T>): Promise<T> {
  const { to, subscription, card, channel = card?.channel } = readerSchema.parse(reminder)
  if (to !== undefined) return speakTo.person(to, draw)
  if (subscription !== undefined) return speakTo.subscription(subscription, draw)
  return speakTo.channel(channel ?? '', draw)
}

async function handleDue(
  deps: SenderDeps,
  reminder: Reminder,
  known: KnownReminder,
  message: DueMessage,
): Promise<void> {
  if (message === 'gone') return dropUnlessNew(deps, reminder)
  if (message === 'over') return finish(deps, reminder, known)
  if (isHopeless(deps, reminder, known)) return giveUp(deps, reminder)
  if (message === 'skip') return void (await endStage(deps, reminder))
  if (message === 'later') await later(deps, reminder.id, retryMs)
  else if ('until' in message) await postpone(deps, reminder, message.until)
  else await post(deps, reminder, known, message)
}

/** After a time in which no process ran, a reminder is tried at least once. */
function isHopeless(deps: SenderDeps, { retryAt, due }: Reminder, { patienceMs }: KnownReminder): boolean {
  const wasTried = retryAt !== undefined && deps.now() - retryAt < noProcessMs
  return wasTried && hasPassed(deps, due + patienceMs)
}

const postpone = (deps: SenderDeps, { id }: Reminder, due: Time) =>
  change(deps, id, ({ retryAt: _, ...current }) => ({ ...current, due }))

async function dropUnlessNew(deps: SenderDeps, { id, created }: Reminder): Promise<void> {
  if (hasPassed(deps, created + pressTimeMs)) await drop(deps, id)
}

async function giveUp(deps: SenderDeps, reminder: Reminder): Promise<void> {
  const stored = await endStage(deps, reminder)
  deps.log.warn(
    logFields(deps, reminder),
    stored === undefined || stored.sent
      ? 'gave up a reminder that could not be sent in time; it is not sent any more'
      : 'could not send a reminder in time; the next one of its kind follows',
  )
}

/** Ends the reminder, or begins its next stage. */
async function endStage(deps: SenderDeps, reminder: Reminder): Promise<Reminder | undefined> {
  const isSame = (current: Reminder) => current.due === reminder.due && current.pending === undefined
  const stored = await change(deps, reminder.id, (current) =>
    isSame(current) ? asSent(deps, current) : current,
  )
  if (stored?.sent === true) await finish(deps, stored, knownOf(deps, stored))
  return stored
}

async function conclude(
  deps: SenderDeps,
  reminder: Reminder,
  known: KnownReminder,
  result: SendResult,
): Promise<unknown> {
  switch (result.kind) {
    case 'posted':
      return reminder.sent === true ? finish(deps, reminder, knownOf(deps, reminder)) : undefined
    case 'unconfirmed':
    case 'stopping':
      return undefined
    case 'rate-limited':
    case 'no-room':
      deps.waited?.(result.afterMs)
      return later(deps, reminder.id, Math.max(1000, result.afterMs))
    case 'blocked':
      return result.scope === 'thread'
        ? leaveThread(deps, reminder)
        : afterRefusal(deps, reminder, known, result)
    case 'refused':
      return afterRefusal(deps, reminder, known, result)
  }
}

const leaveThread = (deps: SenderDeps, { id }: Reminder) =>
  change(deps, id, (current) => knownOf(deps, current)?.withoutThread() ?? current)

/** Slack will not accept a notice that it refuses in itself. A person may accept direct messages again. */
async function afterRefusal(
  deps: SenderDeps,
  reminder: Reminder,
  { isNotice }: KnownReminder,
  result: Extract<SendResult, { kind: 'refused' | 'blocked' }>,
): Promise<unknown> {
  deps.log.warn({ ...logFields(deps, reminder), reason: result.reason }, 'Slack refused a reminder')
  const isFaulty = result.kind === 'refused' && result.unclear === undefined
  if (isFaulty && isNotice) return giveUp(deps, reminder)
  return later(deps, reminder.id, isNotice ? noticePauseMs(deps, reminder) : retryMs)
}

const noticePauseMs = (deps: SenderDeps, { due }: Reminder) =>
  Math.min(noticeRetryMs, Math.max(retryMs, (deps.now() - due) / 2))

async function post(
  deps: SenderDeps,
  reminder: Reminder,
  known: KnownReminder,
  { content, receipt, ...about }: ReminderMessage,
) {
  const { called: _, shows: __, ...place } = about
  const message = {
    sender: senderOf(reminder),
    draft: { ...place, ...defined({ receipt }) },
    // A notice that Slack refuses is given up at once.
    forms: known.isNotice ? [content] : formsOf(content),
    mark: markOf(reminder, known),
    pending: (sent: SentAt): Pending => ({ by: deps.self, ...sent, ...about }),
  }
  // A notice does not wait for room in its channel, because calls and direct messages wait for it.
  const patienceMs = known.isNotice ? 0 : longestWaitMs
  const { state, result } = await sendMessage(deps, journalOf(deps), reminder, message, () => patienceMs)
  if (result.kind === 'posted') deps.outboxMemory.forgetConfirmed(message.sender)
  await conclude(deps, state, known, result)
}

const settle = (
  deps: SenderDeps,
  { id }: Reminder,
  pending: Pending,
  next: (current: Reminder) => Reminder,
) => change(deps, id, (current) => (isSame(current.pending, pending) ? next(current) : current))

const tellPosted = async (known: KnownReminder | undefined, { called, shows, at }: Pending) =>
  known?.posted({ at, ...defined({ called, shows }) })

/** Lets only one process send a reminder. In the other processes, `begin` throws FencedError. */
const journalOf = (deps: SenderDeps): Journal<Reminder, Pending> => ({
  async begin(state, pending) {
    const stored = await change(deps, state.id, (current) =>
      isUnsent(current, state) ? { ...current, pending } : current,
    )
    if (stored?.pending?.by !== pending.by || stored.pending.at !== pending.at)
      throw new FencedError('Another process sends this reminder.')
    return stored
  },
  async commit(state, pending, { ts }) {
    await tellPosted(knownOf(deps, state), pending)
    return (await settle(deps, state, pending, (current) => asSent(deps, current, ts))) ?? state
  },
  abandon: async (state, pending) => (await settle(deps, state, pending, withoutPending)) ?? state,
  flush: async (state) => state,
})

async function resolve(
  deps: SenderDeps,
  reminder: Reminder,
  pending: Pending,
  known: KnownReminder,
): Promise<void> {
  const mark = markOf(reminder, known)
  const found = await resolveUnconfirmed(deps, {
    sender: senderOf(reminder),
    pending,
    channel: pending.channel,
    ...defined({ thread: pending.thread, slackAt: pending.slackAt }),
    isProof: (message) => message.mark === mark,
  })
  if (found.kind === 'wait') return
  if (found.kind === 'posted') {
    const { ts } = found
    await tellPosted(known, pending)
    const stored = await settle(deps, reminder, pending, (current) => asSent(deps, current, ts))
    deps.outboxMemory.forgetConfirmed(senderOf(reminder))
    if (stored?.sent === true) await finish(deps, stored, knownOf(deps, stored))
  } else await settle(deps, reminder, pending, withoutPending)
}

/** The reminder stays if its owner has changed it since it was read. */
async function finish(deps: SenderDeps, reminder: Reminder, known: KnownReminder | undefined): Promise<void> {
  await known?.ended()
  await change(deps, reminder.id, (current) => (isDeepStrictEqual(current, reminder) ? undefined : current))
}

/** `ts` is that of the posted message. */
function asSent(deps: SenderDeps, { pending, ...reminder }: Reminder, ts?: string): Reminder {
  const { called, shows } = pending ?? {}
  const following = knownOf(deps, reminder)?.next(defined({ called, shows, ts }))
  const postedAs = pending && ts && { channel: pending.channel, ts }
  if (following === undefined) return { ...reminder, sent: true, ...(postedAs && { postedAs }) }
  const { retryAt: _, ...next } = following
  return next
}

async function nextDue(deps: SenderDeps): Promise<Time | undefined> {
  const soonest = deps.now() + againMs
  const left = await deps.reminders.all().catch(() => undefined)
  if (left === undefined) return soonest
  const times = left.flatMap((one) => {
    if (knownOf(deps, one) === undefined) return []
    return isDue(one, deps.now()) ? [soonest] : [Math.max(soonest, one.retryAt ?? one.due)]
  })
  return times.length === 0 ? undefined : Math.min(...times)
}

/**
 * If our clock was set back since a retry was planned, the retry is due at once, because otherwise it would wait for as long as the clock went
 * back. The same holds for a reminder that was due when it was made.
 */
function isDue({ created, due, retryAt }: Reminder, now: Time): boolean {
  if (retryAt !== undefined) return retryAt <= now || retryAt > now + noticeRetryMs
  return due <= now || (due <= created && created > now)
}

/** The mark is in the first block, and only the mark proves later that Slack has the message. So a form with only text has one block of it. */
function* formsOf(content: Content): Generator<Content> {
  for (const form of fallbacksOf(content))
    yield form.blocks.length > 0 ? form : { ...form, blocks: [{ type: 'section', text: mrkdwn(form.text) }] }
}

const markOf = ({ id }: Reminder, { part }: KnownReminder) =>
  reminderMark(part === undefined ? id : `${id} ${part}`)

const senderOf = ({ id }: Reminder) => `reminder ${id}`

/** False if another process has sent or changed the reminder since this process read it. It may be pending in a form that Slack refused. */
const isUnsent = (current: Reminder, read: Reminder) =>
  (current.pending === undefined || (read.pending && isSame(current.pending, read.pending))) &&
  current.sent === undefined &&
  current.due === read.due

const isSame = (one: Pending | undefined, other: Pending) => one?.by === other.by && one.at === other.at

function withoutPending({ pending: _, ...rest }: Reminder): Reminder {
  return rest
}
