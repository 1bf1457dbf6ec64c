import { randomUUID } from 'node:crypto'
import { timeByBoth } from '../async/clock.ts'
import type { Time } from '../async/time.ts'
import type { Job } from '../kernel/feature.ts'
import { missedFactKind } from '../kernel/hooks.ts'
import { mentionReminders } from '../reminders/mention-reminders.ts'
import { noticeKind } from '../reminders/notice-kind.ts'
import { createReminderSender } from '../reminders/reminder-sender.ts'
import { reminderKind } from '../stored-kinds.ts'
import { endedKind } from '../subscriptions/recipients.ts'
import type { BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltChanges } from './build-changes.ts'
import type { BuiltEngine } from './build-engine.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

/** A job that hears of changes runs also at this schedule, because an announcement may be lost. */
const inAnyCaseSchedule = '* * * * *'
const minuteMs = 60_000
/** Slack's event about a person may not come: the Slack app of an older installation does not subscribe to it. */
const recipientsSchedule = '*/10 * * * *'

type Kernel = Pick<
  BegunParts & OpenedStore & OpenedRecords & ConnectedServices & BuiltCards & BuiltEngine & BuiltChanges,
  | 'runtime'
  | 'log'
  | 'addJob'
  | 'added'
  | 'hooks'
  | 'ledReminders'
  | 'slack'
  | 'doubtMs'
  | 'waits'
  | 'outboxMemory'
  | 'recipients'
  | 'ticker'
  | 'cleanup'
  | 'store'
  | 'logKeptMs'
  | 'cards'
  | 'pruneChanges'
  | 'cardsKeptMs'
  | 'access'
  | 'engine'
  | 'privateAlerts'
  | 'registry'
  | 'slackSubscriptions'
  | 'announcements'
>

const upkeepSchedule = '0 * * * *'

/**
 * Schedules the jobs of the kernel and of the features. One process runs each. Returns the upkeep, which each process does, also when Slack has told
 * the time for the first time.
 */
export function scheduleJobs(kernel: Kernel): () => Promise<void> {
  const { runtime, log, addJob, added, hooks, ledReminders, slack } = kernel
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
  function schedule(one: Job): void {
    if (!('after' in one)) {
      addJob(one.name, one.run).every(one.cron, one.timezone ?? 'UTC')
      return
    }
    const job = addJob(one.name, async () => {
      const next = await one.run()
      if (next !== undefined && next < now() + minuteMs) job.again(next)
    })
    job.every(inAnyCaseSchedule, 'UTC')
    kernel.announcements.on((topic) => {
      if (topic === undefined || one.after.includes(topic)) job.soon()
    })
  }
  schedule({ name: 'reminders', after: [`records ${reminderKind.name}`], run: reminders.sendDue })
  for (const job of added.all('jobs')) schedule(job)
  addJob('recipients', kernel.recipients.checkAll).every(recipientsSchedule, 'UTC')
  schedule({ name: 'missed facts', after: [`records ${missedFactKind.name}`], run: hooks.retryMissed })
  const upkeep = createUpkeep({ now, slackTime: slack.slackTime }, (time) => removeOld(kernel, time))
  kernel.ticker.every(upkeepSchedule, 'UTC', upkeep)
  let removal = Promise.resolve()
  kernel.cleanup.add(() => removal)
  return async () => {
    await slack.slackTimeKnown
    removal = upkeep()
    await removal
  }
}

/** Removes what is old by our clock and by Slack's, whichever of the two is wrong. */
export function createUpkeep(
  clocks: Parameters<typeof timeByBoth>[0],
  remove: (time: Time) => Promise<void>,
) {
  return async (): Promise<void> => {
    const time = timeByBoth(clocks)
    if (time !== undefined) await remove(time)
  }
}

async function removeOld({ log, store, ...kernel }: Kernel, time: Time): Promise<void> {
  const forgetBefore = time - kernel.logKeptMs
  const prunings = [
    kernel.cards.prune(time),
    store.decisions.prune(forgetBefore),
    kernel.pruneChanges(forgetBefore),
    kernel.added.prune(time),
    kernel.hooks.prune(time),
    store.setAside.prune(time - kernel.cardsKeptMs),
  ]
  await Promise.all(prunings).catch((err: unknown) =>
    log.warn({ err }, 'could not remove old records; retrying in an hour'),
  )
}

function ownReminderKinds(kernel: Kernel) {
  const { slack, cards, access, engine, privateAlerts, registry } = kernel
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
      isAnnounced: engine.isAnnounced,
      // The alert of a silence may have become private since the notice was stored.
      mayPost: async ({ about, channel }) =>
        isWatched(channel) && (about.kind !== 'silence' || privateAlerts.allows(about.alert, channel)),
    }),
    endedKind(kernel),
  ]
}
