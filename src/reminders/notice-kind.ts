import { type Notice, noticeSchema } from '../model/reminder.ts'
import { type AnyReminderKind, reminderKind } from './reminder-kind.ts'

type NoticeDeps = {
  /** True if the announcement of the notice is stored and still holds. */
  isAnnounced: (notice: Notice) => Promise<boolean>
  /** False if the channel may not get the notice, or if that cannot be found out now. */
  mayPost: (notice: Notice) => Promise<boolean>
}

/** A notice is tried for this time (ms), because its channel may accept messages again after a person has acted. */
const patienceMs = 7 * 24 * 3_600_000

export const noticeKind = ({ isAnnounced, mayPost }: NoticeDeps): AnyReminderKind =>
  reminderKind('notice', noticeSchema, {
    async due(notice) {
      const { channel, content } = notice
      if (!(await isAnnounced(notice))) return 'gone'
      return (await mayPost(notice)) ? { channel, content } : 'later'
    },
    logFields: ({ channel, about }) => ({ channel, about }),
    patienceMs: () => patienceMs,
    isNotice: true,
  })
