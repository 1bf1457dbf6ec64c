import type { Time } from '@overheard/base/time'
import type { Collection } from '../model/collection.ts'
import type { NewNotice, Notice, Reminder } from '../model/reminder.ts'

export type ReminderQueue = {
  /** Resolves when the reminder is stored. From then on, the reminder survives the end of this process. */
  add<New extends Omit<Reminder, 'created'>>(reminder: New): Promise<void>
  /** Stores a notice and returns its id. The notice is dropped if its announcement is not stored within a minute. */
  addNotice(notice: NewNotice): Promise<string>
}

type QueueDeps = {
  /** Any process adds reminders. The leader adds notices. */
  reminders: Pick<Collection<Reminder>, 'put'>
  leading: Pick<Collection<Reminder>, 'put'>
  now: () => Time
  newId: () => string
}

export function createReminderQueue({ reminders, leading, now, newId }: QueueDeps): ReminderQueue {
  return {
    add: (reminder) => reminders.put(reminder.id, { ...reminder, created: now() }),
    async addNotice(notice) {
      const id = `notice ${newId()}`
      const stored: Notice = { ...notice, id, kind: 'notice', created: now(), due: now() }
      await leading.put(id, stored)
      return id
    },
  }
}
