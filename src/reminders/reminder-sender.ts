import { timeByBoth } from '../async/clock.ts'
import type { Ms, Time } from '../async/time.ts'
import { mrkdwn } from '../messages/kit/block-kit.ts'
import { fallbacksOf } from '../messages/kit/fallbacks.ts'
import type { Collection } from '../model/collection.ts'
import { defined } from '../model/defined.ts'
import { FencedError } from '../model/fenced-error.ts'
import { errorMessage } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { Reminder } from '../model/reminder.ts'
import { type Journal, type SendResult, type SentAt, sendMessage } from '../outbox/outbox.ts'
import type { OutboxDeps } from '../outbox/ports.ts'
import { resolveUnconfirmed } from '../outbox/unconfirmed.ts'
import { reminderMark } from '../slack/receipt-mark.ts'
import type { AnyReminderKind, DueMessage, KnownReminder, ReminderMessage } from './reminder-kind.ts'

type Pending = NonNullable<Reminder['pending']>

type SenderDeps = OutboxDeps & {
  /** The leader sends with these. */
  reminders: Collection<Reminder>
  /** Reminders of other kinds wait: the feature that made them may come back. */
  kinds: () => AnyReminderKind[]
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
  const change = (id: string, next: (current: Reminder) => Reminder | undefined) =>
    reminders.change(id, (current) => current && next(current))
  const drop = (id: string) => change(id, () => undefined)
  const later = (id: string, afterMs: Ms) =>
    change(id, (current) => ({ ...current, retryAt: now() + afterMs }))

  /** False while Slack's time is unknown, because ours alone may be wrong by any time. */
  const hasPassed = (time: Time) => (timeByBoth(deps) ?? 0) > time

  const knownOf = (reminder: Reminder) =>
    deps
      .kinds()
      .map((kind) => kind.of(reminder))
      .find((known) => known !== undefined)
  const logFields = (reminder: Reminder) => ({ kind: reminder.kind, ...knownOf(reminder)?.logFields })

  async function send(reminder: Reminder): Promise<void> {
    const known = knownOf(reminder)
    if (known === undefined) return
    if (reminder.sent === true) return finish(reminder, known)
    if (reminder.pending !== undefined) return resolve(reminder, reminder.pending, known)
    await handleDue(reminder, known, await known.due())
  }

  async function handleDue(reminder: Reminder, known: KnownReminder, message: DueMessage): Promise<void> {
    if (message === 'gone') return dropUnlessNew(reminder)
    if (message === 'over') return finish(reminder, known)
    if (isHopeless(reminder, known)) return giveUp(reminder)
    if (message === 'skip') return void (await endStage(reminder))
    if (message === 'later') await later(reminder.id, retryMs)
    else if ('until' in message) await postpone(reminder, message.until)
    else await post(reminder, known, message)
  }

  /** After a time in which no process ran, a reminder is tried at least once. */
  function isHopeless({ retryAt, due }: Reminder, { patienceMs }: KnownReminder): boolean {
    const wasTried = retryAt !== undefined && now() - retryAt < noProcessMs
    return wasTried && hasPassed(due + patienceMs)
  }

  const postpone = ({ id }: Reminder, due: Time) =>
    change(id, ({ retryAt: _, ...current }) => ({ ...current, due }))

  async function dropUnlessNew({ id, created }: Reminder): Promise<void> {
    if (hasPassed(created + pressTimeMs)) await drop(id)
  }

  async function giveUp(reminder: Reminder): Promise<void> {
    const stored = await endStage(reminder)
    log.warn(
      logFields(reminder),
      stored === undefined || stored.sent
        ? 'gave up a reminder that could not be sent in time; it is not sent any more'
        : 'could not send a reminder in time; the next one of its kind follows',
    )
  }

  /** Ends the reminder, or begins its next stage. */
  async function endStage(reminder: Reminder): Promise<Reminder | undefined> {
    const isSame = (current: Reminder) => current.due === reminder.due && current.pending === undefined
    const stored = await change(reminder.id, (current) => (isSame(current) ? asSent(current) : current))
    if (stored?.sent === true) await finish(stored, knownOf(stored))
    return stored
  }

  async function conclude(reminder: Reminder, known: KnownReminder, result: SendResult): Promise<unknown> {
    switch (result.kind) {
      case 'posted':
        return reminder.sent === true ? finish(reminder, knownOf(reminder)) : undefined
      case 'unconfirmed':
      case 'stopping':
        return undefined
      case 'rate-limited':
      case 'no-room':
        deps.waited?.(result.afterMs)
        return later(reminder.id, Math.max(1000, result.afterMs))
      case 'blocked':
        return result.scope === 'thread' ? leaveThread(reminder) : afterRefusal(reminder, known, result)
      case 'refused':
        return afterRefusal(reminder, known, result)
    }
  }

  const leaveThread = ({ id }: Reminder) =>
    change(id, (current) => knownOf(current)?.withoutThread() ?? current)

  /** Slack will not accept a notice that it refuses in itself. A person may accept direct messages again. */
  async function afterRefusal(
    reminder: Reminder,
    { isNotice }: KnownReminder,
    result: Extract<SendResult, { kind: 'refused' | 'blocked' }>,
  ): Promise<unknown> {
    log.warn({ ...logFields(reminder), reason: result.reason }, 'Slack refused a reminder')
    const isFaulty = result.kind === 'refused' && result.unclear === undefined
    if (isFaulty && isNotice) return giveUp(reminder)
    return later(reminder.id, isNotice ? noticePauseMs(reminder) : retryMs)
  }

  const noticePauseMs = ({ due }: Reminder) => Math.min(noticeRetryMs, Math.max(retryMs, (now() - due) / 2))

  async function post(reminder: Reminder, known: KnownReminder, { content, ...about }: ReminderMessage) {
    const { called: _, ...place } = about
    const message = {
      sender: senderOf(reminder),
      ...place,
      // A notice that Slack refuses is given up at once.
      forms: known.isNotice ? [content] : formsOf(content),
      mark: markOf(reminder, known),
      pending: (sent: SentAt): Pending => ({ by: deps.self, ...sent, ...about }),
    }
    // A notice does not wait for room in its channel, because calls and direct messages wait for it.
    const patienceMs = known.isNotice ? 0 : longestWaitMs
    const { state, result } = await sendMessage(deps, journal, reminder, message, () => patienceMs)
    if (result.kind === 'posted') deps.outboxMemory.forgetConfirmed(message.sender)
    await conclude(state, known, result)
  }

  const settle = ({ id }: Reminder, pending: Pending, next: (current: Reminder) => Reminder) =>
    change(id, (current) => (isSame(current.pending, pending) ? next(current) : current))

  /** Lets only one process send a reminder. In the other processes, `begin` throws FencedError. */
  const journal: Journal<Reminder, Pending> = {
    async begin(state, pending) {
      const stored = await change(state.id, (current) =>
        isUnsent(current, state) ? { ...current, pending } : current,
      )
      if (stored?.pending?.by !== pending.by || stored.pending.at !== pending.at)
        throw new FencedError('Another process sends this reminder.')
      return stored
    },
    commit: async (state, pending, { ts }) =>
      (await settle(state, pending, (current) => asSent(current, ts))) ?? state,
    abandon: async (state, pending) => (await settle(state, pending, withoutPending)) ?? state,
    flush: async (state) => state,
  }

  async function resolve(reminder: Reminder, pending: Pending, known: KnownReminder): Promise<void> {
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
      const stored = await settle(reminder, pending, (current) => asSent(current, ts))
      deps.outboxMemory.forgetConfirmed(senderOf(reminder))
      if (stored?.sent === true) await finish(stored, knownOf(stored))
    } else await settle(reminder, pending, withoutPending)
  }

  async function finish({ id }: Reminder, known: KnownReminder | undefined): Promise<void> {
    await known?.ended()
    await drop(id)
  }

  /** `ts` is that of the posted message. */
  function asSent({ pending, ...reminder }: Reminder, ts?: string): Reminder {
    const following = knownOf(reminder)?.next(pending?.called, ts)
    const postedAs = pending && ts && { channel: pending.channel, ts }
    if (following === undefined) return { ...reminder, sent: true, ...(postedAs && { postedAs }) }
    const { retryAt: _, ...next } = following
    return next
  }

  async function nextDue(): Promise<Time | undefined> {
    const soonest = now() + againMs
    const left = await reminders.all().catch(() => undefined)
    if (left === undefined) return soonest
    const times = left.flatMap((one) => {
      if (knownOf(one) === undefined) return []
      return isDue(one, now()) ? [soonest] : [Math.max(soonest, one.retryAt ?? one.due)]
    })
    return times.length === 0 ? undefined : Math.min(...times)
  }

  return {
    async sendDue() {
      const due = (await reminders.all().catch(() => [])).filter((one) => isDue(one, now()))
      // After an outage, nobody should hear that a mention is still open before hearing of it.
      for (const reminder of due.toSorted((one, other) => one.due - other.due)) {
        if (deps.stopping.aborted) return undefined
        await send(reminder).catch(async (error: unknown) => {
          if (error instanceof FencedError) return
          log.warn(
            { ...logFields(reminder), error: errorMessage(error) },
            'could not send a reminder; retrying in a minute',
          )
          await later(reminder.id, retryMs).catch(() => undefined)
        })
      }
      return nextDue()
    },
  }
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
