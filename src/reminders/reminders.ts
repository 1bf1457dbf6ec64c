import { type ReminderCard, reminderMessage } from '../features/handling/reminders.ts'
import { type PostedCard, shownMention } from '../model/card.ts'
import type { Collection } from '../model/collection.ts'
import { FencedError } from '../model/fenced-error.ts'
import { errorMessage } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type {
  MentionReminder,
  NewNotice,
  NewReminder,
  Notice,
  Reminder,
  WatchCall,
} from '../model/reminder.ts'
import { type Journal, type SendResult, sendMessage } from '../outbox/outbox.ts'
import type { OutboxPorts } from '../outbox/ports.ts'
import { resolveUnconfirmed } from '../outbox/unconfirmed.ts'
import { reminderMark } from '../slack/receipt-mark.ts'

type Pending = NonNullable<Reminder['pending']>

type Message = { channel: string; thread?: string; called?: string; content: Content }

/**
 * `gone` means that the reminder no longer applies, and `later` that it is tried again in a minute. `skip` means that nobody gets a message:
 * there is nobody to call in this stage of a watch call, or the person may not see the mention any more. `until` postpones the reminder (UTC,
 * ms).
 */
export type DueMessage = Message | 'gone' | 'later' | 'skip' | { until: number }

type RemindersDeps = OutboxPorts & {
  /** The leader sends with these. */
  reminders: Collection<Reminder>
  /** Stores a reminder in any process. */
  add: Collection<Reminder>['put']
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  endSnooze: (reminder: MentionReminder) => Promise<unknown>
  /** Tells if a person may still see a card; `unknown` if Slack does not answer. */
  maySee: (user: string, card: Pick<PostedCard, 'channel' | 'alert'>) => Promise<'yes' | 'no' | 'unknown'>
  /**
   * Returns the question that a subscription asks at the end of the pause with the id `pause`. `gone` means that the subscription has no
   * such pause any more.
   */
  catchUp: (
    subscription: string,
    pause: string,
  ) => Promise<{ channel: string; content: Content } | 'gone' | 'later'>
  watchCalls: {
    due(call: WatchCall): Promise<DueMessage>
    /** Marks the messages of a call whose last stage is over, so that nobody is called because of them again. */
    ended(call: WatchCall): Promise<unknown>
  }
  /** True if the announcement of the notice is stored and still holds. */
  isAnnounced: (notice: Notice) => Promise<boolean>
  /** False if the channel may not get the notice, or if that cannot be found out now. */
  mayPost: (notice: Notice) => Promise<boolean>
  openDirect: (user: string) => Promise<string>
  permalink: (message: { channel: string; ts: string }) => Promise<string | undefined>
  /** If Slack does not answer a post, the post stays unconfirmed for this time, in ms. */
  doubtMs: number
  self: string
  newId: () => string
}

export type Reminders = {
  /** Resolves when the reminder is stored. From then on, the reminder survives the end of this process. */
  add(reminder: NewReminder): Promise<void>
  /** Stores a notice and returns its id. The notice is dropped if its announcement is not stored within a minute. */
  addNotice(notice: NewNotice): Promise<string>
  sendDue(): Promise<void>
}

/**
 * A reminder is stored before its card changes, and a notice before its announcement. If these have not changed after this time (ms), the
 * process has died in between, and the reminder is dropped.
 */
const pressTimeMs = 60_000

/** A due reminder is retried for this time (ms), because Slack refuses direct messages to some people forever. */
const triedForMs = 24 * 3_600_000

/** A notice is retried for longer, in ms, because the channel may accept messages again after a person has acted. */
const noticeTriedForMs = 7 * triedForMs

const retryMs = 60_000

/** The retries of a notice become rarer, up to this time (ms) between two, because its channel may accept no messages for days. */
const noticeRetryMs = 30 * 60_000

/** If a reminder was to be retried longer ago than this (ms), no process ran in between. */
const noProcessMs = 10 * retryMs

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
    await handleDue(reminder, await messageOf(reminder))
  }

  async function handleDue(reminder: Reminder, message: DueMessage): Promise<void> {
    if (message === 'gone') return reminder.kind === 'watch-call' ? finish(reminder) : dropUnlessNew(reminder)
    if (isHopeless(reminder)) return giveUp(reminder)
    if (message === 'skip') return endStage(reminder)
    if (message === 'later') await later(reminder.id, retryMs)
    else if ('until' in message) await postpone(reminder, message.until)
    else await post(reminder, message)
  }

  /** After a time in which no process ran, a reminder is tried at least once. */
  function isHopeless(reminder: Reminder): boolean {
    const wasTried = reminder.retryAt !== undefined && now() - reminder.retryAt < noProcessMs
    return wasTried && now() - reminder.due > patienceOf(reminder)
  }

  const postpone = ({ id }: Reminder, due: number) =>
    change(id, ({ retryAt: _, ...current }) => ({ ...current, due }))

  async function messageOf(reminder: Reminder): Promise<DueMessage> {
    if (reminder.kind === 'catch-up') return deps.catchUp(reminder.subscription, reminder.of)
    if (reminder.kind === 'watch-call') return deps.watchCalls.due(reminder)
    if (reminder.kind === 'notice') return noticeMessage(reminder)
    return mentionMessage(reminder)
  }

  async function noticeMessage(notice: Notice): Promise<DueMessage> {
    const { channel, content } = notice
    if (!(await deps.isAnnounced(notice))) return 'gone'
    return (await deps.mayPost(notice)) ? { channel, content } : 'later'
  }

  async function mentionMessage(reminder: MentionReminder): Promise<DueMessage> {
    const card = await deps.findCard(reminder)
    const shown = card && shownIn(card, reminder)
    if (card === undefined || shown === undefined) return 'gone'
    const maySee = await deps.maySee(reminder.to, card)
    if (maySee === 'unknown') return 'later'
    if (maySee === 'no') return 'skip'
    const content = reminderMessage(reminder, { ...shown, permalink: await deps.permalink(reminder) })
    return { channel: await deps.openDirect(reminder.to), content }
  }

  async function dropUnlessNew({ id, created }: Reminder): Promise<void> {
    if (now() - created > pressTimeMs) await drop(id)
  }

  async function giveUp(reminder: Reminder): Promise<void> {
    const what = isPersonCall(reminder)
      ? 'could not call the person on watch in time; calling the people of notify'
      : 'gave up a reminder that could not be sent in time; it is not sent any more'
    log.warn({ ...whom(reminder), kind: reminder.kind }, what)
    await endStage(reminder)
  }

  /** Ends the reminder, or begins the last stage of a watch call. */
  async function endStage(reminder: Reminder): Promise<void> {
    const isSame = (current: Reminder) => current.due === reminder.due && current.pending === undefined
    const stored = await change(reminder.id, (current) => (isSame(current) ? asSent(current) : current))
    if (stored?.sent === true) await finish(stored)
  }

  async function conclude(reminder: Reminder, result: SendResult): Promise<unknown> {
    switch (result.kind) {
      case 'posted':
        return reminder.sent === true ? finish(reminder) : undefined
      case 'unconfirmed':
      case 'stopping':
        return undefined
      case 'rate-limited':
      case 'no-room':
        return later(reminder.id, Math.max(1000, result.afterMs))
      case 'blocked':
        return result.scope === 'thread' ? leaveThread(reminder) : afterRefusal(reminder, result)
      case 'refused':
        return afterRefusal(reminder, result)
    }
  }

  const leaveThread = ({ id }: Reminder) =>
    change(id, (current) => (current.kind === 'watch-call' ? { ...current, outsideThread: true } : current))

  /** Slack will not accept a notice that it refuses in itself. A person may accept direct messages again. */
  async function afterRefusal(
    reminder: Reminder,
    result: Extract<SendResult, { kind: 'refused' | 'blocked' }>,
  ): Promise<unknown> {
    log.warn({ ...whom(reminder), reason: result.reason }, 'Slack refused a reminder')
    const isFaulty = result.kind === 'refused' && result.unclear === undefined
    return isFaulty && reminder.kind === 'notice'
      ? giveUp(reminder)
      : later(reminder.id, retryAfterMs(reminder))
  }

  function retryAfterMs({ kind, due }: Reminder): number {
    return kind === 'notice' ? Math.min(noticeRetryMs, Math.max(retryMs, (now() - due) / 2)) : retryMs
  }

  async function post(reminder: Reminder, { content, ...about }: Message) {
    const { called: _, ...place } = about
    const message = {
      sender: senderOf(reminder),
      ...place,
      forms: [content],
      mark: reminderMark(reminder.id),
      pending: (at: number): Pending => ({ by: deps.self, at, ...about }),
    }
    // A notice does not wait for room in its channel, because calls and direct messages wait for it.
    const patienceMs = reminder.kind === 'notice' ? 0 : longestWaitMs
    const { state, result } = await sendMessage(deps, journal, reminder, message, () => patienceMs)
    if (result.kind === 'posted') deps.outboxMemory.committed(message.sender)
    await conclude(state, result)
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
    commit: async (state, pending) => (await settle(state, pending, asSent)) ?? state,
    abandon: async (state, pending) => (await settle(state, pending, withoutPending)) ?? state,
    flush: async (state) => state,
  }

  async function resolve(reminder: Reminder, pending: Pending): Promise<void> {
    const mark = reminderMark(reminder.id)
    const found = await resolveUnconfirmed(deps, {
      sender: senderOf(reminder),
      pending,
      sentAt: pending.at,
      channel: pending.channel,
      ...(pending.thread === undefined ? {} : { thread: pending.thread }),
      isProof: (message) => message.mark === mark,
    })
    if (found.kind === 'wait') return
    if (found.kind === 'posted') {
      const stored = await settle(reminder, pending, asSent)
      deps.outboxMemory.committed(senderOf(reminder))
      if (stored?.sent === true) await finish(stored)
    } else await settle(reminder, pending, withoutPending)
  }

  async function finish(reminder: Reminder): Promise<void> {
    if (reminder.kind === 'snooze-ended') await deps.endSnooze(reminder)
    if (reminder.kind === 'watch-call') await deps.watchCalls.ended(reminder)
    await drop(reminder.id)
  }

  function asSent(reminder: Reminder): Reminder {
    const { pending, ...rest } = reminder
    if (rest.kind !== 'watch-call' || rest.stage === 'group') return { ...rest, sent: true }
    const { retryAt: _, ...call } = rest
    // If nobody could be called, the next stage begins at once.
    if (pending?.called === undefined) return { ...call, stage: 'group', due: now() }
    return { ...call, stage: 'group', due: now() + call.afterMs, called: pending.called }
  }

  return {
    add: (reminder) => deps.add(reminder.id, { ...reminder, created: now() }),
    async addNotice(notice) {
      const id = `notice ${deps.newId()}`
      await reminders.put(id, { ...notice, id, kind: 'notice', created: now(), due: now() })
      return id
    },
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

function whom(reminder: Reminder) {
  if (reminder.kind === 'notice') return { channel: reminder.channel, about: reminder.about }
  return 'to' in reminder ? { user: reminder.to } : { subscription: reminder.subscription }
}

const isPersonCall = (reminder: Reminder) => reminder.kind === 'watch-call' && reminder.stage === 'person'

/** If the person on watch cannot be called in the time between the two calls, the second call follows. */
function patienceOf(reminder: Reminder): number {
  if (reminder.kind === 'notice') return noticeTriedForMs
  return reminder.kind === 'watch-call' && isPersonCall(reminder) ? reminder.afterMs : triedForMs
}

const senderOf = ({ id }: Reminder) => `reminder ${id}`

/** False if another process has sent or changed the reminder since this process read it. */
const isUnsent = (current: Reminder, read: Reminder) =>
  current.pending === undefined && current.sent === undefined && current.due === read.due

/**
 * Returns undefined if the reminder no longer applies, because the mention is done or not relevant, or because the assignment or snooze with the id `of` is
 * gone.
 */
function shownIn(
  card: PostedCard,
  { mention, of }: MentionReminder,
): Omit<ReminderCard, 'permalink'> | undefined {
  const record = card.actions.find((one) => one.mention === mention)
  const shown = shownMention(card, mention)
  if (record === undefined || shown === undefined) return undefined
  if (record.state === 'done' || record.state === 'not-relevant') return undefined
  return record.assigned?.id === of || record.snooze?.id === of ? { mention: shown, record } : undefined
}

const isSame = (one: Pending | undefined, other: Pending) => one?.by === other.by && one.at === other.at

function withoutPending({ pending: _, ...rest }: Reminder): Reminder {
  return rest
}
