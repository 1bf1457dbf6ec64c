import { randomUUID } from 'node:crypto'
import { mentionReminders } from '../reminders/mention-reminders.ts'
import { noticeKind } from '../reminders/notice-kind.ts'
import { createReminderSender } from '../reminders/reminder-sender.ts'
import { endedKind } from '../subscriptions/recipients.ts'
import type { BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltChanges } from './build-changes.ts'
import type { BuiltPolling } from './build-polling.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

const reminderSchedule = '*/2 * * * * *'
const missedFactsSchedule = '*/10 * * * * *'
/** Slack's event about a person may not come: the Slack app of an older installation does not subscribe to it. */
const recipientsSchedule = '*/10 * * * *'

type Kernel = BegunParts &
  OpenedStore &
  OpenedRecords &
  ConnectedServices &
  BuiltCards &
  BuiltPolling &
  BuiltChanges

/** Schedules the jobs of the kernel and of the features. One process runs each. */
export function scheduleJobs(kernel: Kernel): void {
  const { runtime, log, scheduler, added, hooks, ledReminders, slack } = kernel
  const { now, steady } = runtime
  const kinds = ownReminderKinds(kernel)
  const reminders = createReminderSender({
    ...slack,
    now,
    steady,
    sleep: runtime.nap,
    stopping: runtime.stopping,
    reminders: ledReminders,
    kinds: () => [...kinds, ...added.reminderKinds()],
    doubtMs: kernel.doubtMs,
    waited: kernel.waits.remindersWaited,
    self: randomUUID(),
    outboxMemory: kernel.outboxMemory,
    log,
  })
  scheduler.every('reminders', reminderSchedule, 'UTC', reminders.sendDue)
  for (const { name, cron, timezone = 'UTC', run } of added.jobs()) scheduler.every(name, cron, timezone, run)
  scheduler.every('recipients', recipientsSchedule, 'UTC', kernel.recipients.checkAll)
  scheduler.every('missed facts', missedFactsSchedule, 'UTC', hooks.retryMissed)
}

function ownReminderKinds(kernel: Kernel) {
  const { slack, cards, access, planLimits, volume, privateAlerts, registry } = kernel
  /** Direct messages get notices as long as a subscription posts to them. */
  const isWatched = (channel: string) =>
    !channel.startsWith('D') || registry.all().some(({ subscription }) => subscription.channel === channel)
  return [
    ...mentionReminders({
      findCard: cards.find,
      endSnooze: ({ channel, ts, mention, to, of }) =>
        cards.applyAction({
          message: { channel, ts },
          mentions: [mention],
          user: to,
          action: { kind: 'wake', id: of },
        }),
      maySee: access.maySee,
      openDirect: slack.users.openDirect,
      permalink: slack.messages.permalink,
    }),
    noticeKind({
      isAnnounced: (notice) =>
        (notice.about.kind === 'plan-limit' ? planLimits : volume).isAnnouncedBy(notice),
      // The alert of a silence may have become private since the notice was stored.
      mayPost: async ({ about, channel }) =>
        isWatched(channel) && (about.kind !== 'silence' || privateAlerts.allows(about.alert, channel)),
    }),
    endedKind(kernel),
  ]
}
