import type { Ms, Time } from '@overheard/base/time'
import type { z } from 'zod'
import type { Collection } from '../model/collection.ts'
import type { Content, Receipt } from '../model/message.ts'
import type { Reminder } from '../model/reminder.ts'

/**
 * `called` is the Slack member id of the person whom the message calls. `shows` is needed by kinds whose owner adds to a reminder: it says what
 * the message shows, because the reminder may have more when the message is posted. `posted` and `next` get both. `receipt` names mentions
 * that the message posts.
 */
export type ReminderMessage = {
  channel: string
  thread?: string
  called?: string
  shows?: string[]
  content: Content
  receipt?: Receipt
}

/**
 * `gone` means that the reminder does not apply. Its cause may be stored a moment later, so a new reminder is kept for a minute. `over` means
 * that it does not apply any more, and ends at once. `later` means that it is tried again in a minute. `skip` means that nobody gets a message
 * in this stage, for example because the person may not see the mention any more. `until` postpones the reminder (UTC, ms).
 */
export type DueMessage = ReminderMessage | 'gone' | 'over' | 'later' | 'skip' | { until: Time }

export type PostedReminder = { called?: string; shows?: string[]; at: Time }

/** Empty if no message was sent. `ts` is that of the message. */
type SentReminder = Omit<PostedReminder, 'at'> & { ts?: string }

/** What the owner of a kind of reminders knows. All functions may be called again with the same reminder. */
export type ReminderKind<Own> = {
  due(reminder: Own): Promise<DueMessage>
  /** For the log: whom or what the reminder is about. */
  logFields(reminder: Own): object
  /** The next stage after a message was sent, skipped or given up; undefined if this was the last one. Without it there is one stage. */
  next?(reminder: Own, sent: SentReminder): Own | undefined
  /**
   * Hears that the message of this stage was posted, and when it was sent (`at`), before the next stage is stored. It is told again after a crash.
   */
  posted?(reminder: Own, message: PostedReminder): Promise<unknown>
  /**
   * Tells the messages of a reminder apart. Kinds need it that post several in one place, because each is looked for there after a post
   * without an answer.
   */
  part?(reminder: Own): string
  /** Called before a reminder whose last stage is over is removed. With `postedAs`, its last message was posted. */
  ended?(reminder: Own): Promise<unknown>
  /** How a reminder goes on whose message Slack refuses in its thread. Kinds that post in threads need it. */
  withoutThread?(reminder: Own): Own
  /** A due reminder is tried for this time (ms), because Slack refuses direct messages to some people forever. Default: a day. */
  patienceMs?(reminder: Own): number
  /**
   * Set for messages that are not urgent, but must come even if their channel accepts none for days: they are tried ever more rarely, never
   * wait for room in the channel while other reminders wait for them, and are given up if Slack refuses their content.
   */
  isNotice?: true
}

/** A reminder together with its kind. */
export type KnownReminder = {
  due(): Promise<DueMessage>
  logFields: object
  next(sent: SentReminder): Reminder | undefined
  posted(message: PostedReminder): Promise<unknown>
  ended(): Promise<unknown>
  part: string | undefined
  /** Undefined if the kind does not post in threads. */
  withoutThread(): Reminder | undefined
  patienceMs: Ms
  isNotice: boolean
}

/** A kind whose own type is known to its owner only. */
export type AnyReminderKind = {
  kind: string
  /** Returns undefined if the reminder has another kind. */
  of(reminder: Reminder): KnownReminder | undefined
}

const dayMs = 24 * 3_600_000

export function reminderKind<Own extends Reminder>(
  kind: string,
  schema: z.ZodType<Own>,
  { due, logFields, next, posted, part, ended, withoutThread, patienceMs, isNotice }: ReminderKind<Own>,
): AnyReminderKind {
  return {
    kind,
    of(reminder) {
      const own = reminder.kind === kind ? schema.safeParse(reminder).data : undefined
      return (
        own && {
          due: () => due(own),
          logFields: logFields(own),
          next: (sent) => next?.(own, sent),
          posted: async (message) => posted?.(own, message),
          ended: async () => ended?.(own),
          part: part?.(own),
          withoutThread: () => withoutThread?.(own),
          patienceMs: patienceMs?.(own) ?? dayMs,
          isNotice: isNotice === true,
        }
      )
    },
  }
}

/** The reminders of one kind, for their owner. A record of another kind under the same key counts as missing. */
export function remindersOf<Own extends Reminder>(
  reminders: Pick<Collection<Reminder>, 'change'>,
  schema: z.ZodType<Own>,
): Pick<Collection<Own>, 'change'> {
  return {
    async change(key, next) {
      const stored = await reminders.change(key, (current) => next(schema.safeParse(current).data))
      return schema.safeParse(stored).data
    },
  }
}
