import { type ReminderCard, reminderMessage } from '../messages/reminders.ts'
import { type PostedCard, shownMention } from '../model/card.ts'
import type { Collection } from '../model/collection.ts'
import { errorMessage } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { MentionReminder, NewReminder, Reminder } from '../model/reminder.ts'
import { FencedError, type Journal, type SendResult, sendMessage } from '../outbox/outbox.ts'
import type { OutboxPorts } from '../outbox/ports.ts'
import { resolveUnconfirmed } from '../outbox/unconfirmed.ts'
import { reminderMark } from '../slack/receipt-mark.ts'

type Pending = NonNullable<Reminder['pending']>

type RemindersDeps = OutboxPorts & {
  reminders: Collection<Reminder>
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  endSnooze: (reminder: MentionReminder) => Promise<unknown>
  /**
   * Returns the question that a subscription asks at the end of the pause with the id `pause`. `gone` means that the subscription has no
   * such pause any more.
   */
  catchUp: (
    subscription: string,
    pause: string,
  ) => Promise<{ channel: string; content: Content } | 'gone' | 'later'>
  openDirect: (user: string) => Promise<string>
  permalink: (message: { channel: string; ts: string }) => Promise<string | undefined>
  /** If Slack does not answer a post, the post stays unconfirmed for this time, in ms. */
  doubtMs: number
  self: string
}

export type Reminders = {
  /** Resolves when the reminder is stored. From then on, the reminder survives the end of this process. */
  add(reminder: NewReminder): Promise<void>
  sendDue(): Promise<void>
}

/**
 * A reminder is stored before its card changes. If the card has not changed after this time (ms), the process has died
 * in between, and the reminder is dropped.
 */
const pressTimeMs = 60_000

/** A due reminder is retried for this time (ms), because Slack refuses direct messages to some people forever. */
const triedForMs = 24 * 3_600_000

const retryMs = 60_000

const longestWaitMs = 5000

export function createReminders(deps: RemindersDeps): Reminders {
  const { reminders, now, log } = deps
  const change = (id: string, next: (current: Reminder) => Reminder | undefined) =>
    reminders.change(id, (current) => current && next(current))
  const drop = (id: string) => change(id, () => undefined)
  const later = (id: string, afterMs: number) =>
    change(id, (current) => ({ ...current, retryAt: now() + afterMs }))

  async function send(reminder: Reminder): Promise<void> {
    if (reminder.sent === true) return finish(reminder)
    if (reminder.pending !== undefined) return resolve(reminder, reminder.pending)
    const message = await messageOf(reminder)
    if (message === 'gone') return dropUnlessNew(reminder)
    // A reminder that became due while no process ran is tried at least once.
    if (reminder.retryAt !== undefined && now() - reminder.due > triedForMs) return giveUp(reminder)
    if (message === 'later') return void (await later(reminder.id, retryMs))
    await conclude(reminder, await post(reminder, message.channel, message.content))
  }

  async function messageOf(
    reminder: Reminder,
  ): Promise<{ channel: string; content: Content } | 'gone' | 'later'> {
    if (reminder.kind === 'catch-up') return deps.catchUp(reminder.subscription, reminder.of)
    const card = await cardOf(deps, reminder)
    if (card === undefined) return 'gone'
    const content = reminderMessage(reminder, { ...card, permalink: await deps.permalink(reminder) })
    return { channel: await deps.openDirect(reminder.to), content }
  }

  async function dropUnlessNew({ id, created }: Reminder): Promise<void> {
    if (now() - created > pressTimeMs) await drop(id)
  }

  async function giveUp(reminder: Reminder): Promise<void> {
    log.warn(
      { ...whom(reminder), kind: reminder.kind },
      'gave up a reminder, because it could not be sent for a day; it is not sent any more',
    )
    await finish(reminder)
  }

  async function conclude(reminder: Reminder, result: SendResult): Promise<void> {
    if (result.kind === 'posted') return finish({ ...reminder, sent: true })
    if (result.kind === 'unconfirmed' || result.kind === 'stopping') return
    await later(reminder.id, 'afterMs' in result ? Math.max(1000, result.afterMs) : retryMs)
    if (result.kind === 'refused' || result.kind === 'blocked')
      log.warn({ ...whom(reminder), reason: result.reason }, 'Slack refused a reminder; retrying in a minute')
  }

  async function post(reminder: Reminder, channel: string, content: Content): Promise<SendResult> {
    const message = {
      sender: senderOf(reminder),
      channel,
      forms: [content],
      mark: reminderMark(reminder.id),
      pending: (at: number): Pending => ({ by: deps.self, at, channel }),
    }
    const { result } = await sendMessage(deps, journal, reminder, message, () => longestWaitMs)
    if (result.kind === 'posted') deps.outboxMemory.committed(message.sender)
    return result
  }

  /** Lets only one process send a reminder. In the other processes, `begin` throws FencedError. */
  const journal: Journal<Reminder, Pending> = {
    async begin(state, pending) {
      const stored = await change(state.id, (current) =>
        current.pending === undefined && current.sent === undefined ? { ...current, pending } : current,
      )
      if (stored?.pending?.by !== pending.by || stored.pending.at !== pending.at)
        throw new FencedError('Another process sends this reminder.')
      return stored
    },
    commit: async (state, pending) =>
      (await change(state.id, (current) => (isSame(current.pending, pending) ? asSent(current) : current))) ??
      state,
    abandon: async (state, pending) =>
      (await change(state.id, (current) =>
        isSame(current.pending, pending) ? withoutPending(current) : current,
      )) ?? state,
    flush: async (state) => state,
  }

  async function resolve(reminder: Reminder, pending: Pending): Promise<void> {
    const mark = reminderMark(reminder.id)
    const found = await resolveUnconfirmed(deps, {
      sender: senderOf(reminder),
      pending,
      sentAt: pending.at,
      channel: pending.channel,
      isProof: (message) => message.mark === mark,
    })
    if (found.kind === 'wait') return
    if (found.kind === 'posted') {
      const stored = await change(reminder.id, (current) =>
        isSame(current.pending, pending) ? asSent(current) : current,
      )
      deps.outboxMemory.committed(senderOf(reminder))
      if (stored !== undefined) await finish(stored)
    } else
      await change(reminder.id, (current) =>
        isSame(current.pending, pending) ? withoutPending(current) : current,
      )
  }

  async function finish(reminder: Reminder): Promise<void> {
    if (reminder.kind === 'snooze-ended') await deps.endSnooze(reminder)
    await drop(reminder.id)
  }

  return {
    add: (reminder) => reminders.put(reminder.id, { ...reminder, created: now() }),
    async sendDue() {
      const due = (await reminders.all().catch(() => [])).filter((one) => (one.retryAt ?? one.due) <= now())
      for (const reminder of due) {
        if (deps.stopping.aborted) return
        await send(reminder).catch(async (error: unknown) => {
          if (error instanceof FencedError) return
          log.warn(
            { ...whom(reminder), error: errorMessage(error) },
            'could not send a reminder; retrying in a minute',
          )
          await later(reminder.id, retryMs).catch(() => undefined)
        })
      }
    },
  }
}

const whom = (reminder: Reminder) =>
  reminder.kind === 'catch-up' ? { subscription: reminder.subscription } : { user: reminder.to }

const senderOf = ({ id }: Reminder) => `reminder ${id}`

/**
 * Returns undefined if the reminder no longer applies, because the mention is done or not relevant, or because the assignment or snooze with the id `of` is
 * gone.
 */
async function cardOf(
  { findCard }: RemindersDeps,
  { channel, ts, mention, of }: MentionReminder,
): Promise<Omit<ReminderCard, 'permalink'> | undefined> {
  const card = await findCard({ channel, ts })
  const record = card?.actions.find((one) => one.mention === mention)
  const shown = card && shownMention(card, mention)
  if (record === undefined || shown === undefined) return undefined
  if (record.state === 'done' || record.state === 'not-relevant') return undefined
  return record.assigned?.id === of || record.snooze?.id === of ? { mention: shown, record } : undefined
}

const isSame = (one: Pending | undefined, other: Pending) => one?.by === other.by && one.at === other.at

function withoutPending({ pending: _, ...rest }: Reminder): Reminder {
  return rest
}

const asSent = (reminder: Reminder): Reminder => ({ ...withoutPending(reminder), sent: true })
