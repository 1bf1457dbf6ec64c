import { randomUUID } from 'node:crypto'
import { timeByBoth } from '@overheard/base/clock'
import type { Time } from '@overheard/base/time'
import type { Job } from '../kernel/feature.ts'
import { missedFactKind } from '../kernel/hooks.ts'
import { mentionReminders } from '../reminders/mention-reminders.ts'
import { noticeKind } from '../reminders/notice-kind.ts'
import { createReminderSender } from '../reminders/reminder-sender.ts'
import { reminderKind } from '../stored-kinds.ts'
import { endedKind } from '../subscriptions/recipients.ts'
import type { BuiltAccess, BuiltCards } from './build-cards.ts'
import type { BuiltEngine } from './build-engine.ts'
import type { OpenedRecords } from './open-records.ts'
import type { SettingsRooms } from './rooms-for-settings.ts'

/** A job that hears of changes runs also at this schedule, because an announcement may be lost. */
const inAnyCaseSchedule = '* * * * *'
const minuteMs = 60_000
/** Slack's event about a person may not come: the Slack app of an older installation does not subscribe to it. */
const recipientsSchedule = '*/10 * * * *'

type Neighbours = Pick<
  SettingsRooms,
  | 'clock'
  | 'settings'
  | 'log'
  | 'store'
  | 'leader'
  | 'slack'
  | 'outbox'
  | 'waits'
  | 'features'
  | 'jobs'
  | 'cleanup'
> &
  OpenedRecords &
  BuiltAccess &
  BuiltCards &
  BuiltEngine & { subscriptions: { prune(before: Time): Promise<unknown> } }

const upkeepSchedule = '0 * * * *'

/**
 * Schedules the jobs of the core and of the features. One process runs each. Returns the upkeep, which each process does, also when Slack has told
 * the time for the first time.
 */
export function scheduleJobs(rooms: Neighbours): () => Promise<void> {
  const { clock, log, slack, leader, features, jobs } = rooms
  const { now, steady, stopping, nap: sleep } = clock
  const kinds = ownReminderKinds(rooms)
  const reminders = createReminderSender({
    ...{ ...slack, ...rooms.outbox, now, steady, sleep, stopping, log },
    reminders: rooms.reminders.led,
    kinds: () => [...kinds, ...features.reminderKinds()],
    speakTo: rooms.speakTo,
    waited: rooms.waits.remindersWaited,
    self: randomUUID(),
  })
  function schedule(one: Job): void {
    if (!('after' in one)) {
      jobs.add(one.name, one.run).every(one.cron, one.timezone ?? 'UTC')
      return
    }
    const job = jobs.add(one.name, async () => {
      const next = await one.run()
      if (next !== undefined && next < now() + minuteMs) job.again(next)
    })
    job.every(inAnyCaseSchedule, 'UTC')
    leader.announcements.on((topic) => {
      if (topic === undefined || one.after.includes(topic)) job.soon()
    })
  }
  schedule({ name: 'reminders', after: [`records ${reminderKind.name}`], run: reminders.sendDue })
  for (const job of features.all('jobs')) schedule(job)
  jobs.add('recipients', rooms.subscriptions.recipients.checkAll).every(recipientsSchedule, 'UTC')
  schedule({
    name: 'missed facts',
    after: [`records ${missedFactKind.name}`],
    run: features.tell.retryMissed,
  })
  const upkeep = createUpkeep({ now, slackTime: slack.slackTime }, (time) => removeOld(rooms, time))
  jobs.ticker.every(upkeepSchedule, 'UTC', upkeep)
  let removal = Promise.resolve()
  rooms.cleanup.add(() => removal)
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

type Removed = Pick<Neighbours, 'settings' | 'log' | 'store' | 'subscriptions' | 'cards' | 'features'>

async function removeOld(
  { settings, log, store, subscriptions, cards, features }: Removed,
  time: Time,
): Promise<void> {
  const forgetBefore = time - settings.logKeptMs
  const prunings = [
    cards.prune(time),
    store.decisions.prune(forgetBefore),
    subscriptions.prune(forgetBefore),
    features.prune(time),
    features.tell.prune(time),
    store.setAside.prune(time - settings.keptMs),
  ]
  await Promise.all(prunings).catch((err: unknown) =>
    log.warn({ err }, 'could not remove old records; retrying in an hour'),
  )
}

function ownReminderKinds({
  slack,
  subscriptions,
  cards,
  people,
  engine,
}: Pick<Neighbours, 'slack' | 'subscriptions' | 'cards' | 'people' | 'engine'>) {
  const { registry, privateAlerts } = subscriptions
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
      maySee: people.access.maySee,
      openDirect: slack.users.openDirect,
      permalink: slack.messages.permalink,
    }),
    noticeKind({
      isAnnounced: engine.isAnnounced,
      // The alert of a silence may have become private since the notice was stored.
      mayPost: async ({ about, channel }) =>
        isWatched(channel) && (about.kind !== 'silence' || privateAlerts.allows(about.alert, channel)),
    }),
    endedKind({ slackSubscriptions: subscriptions.fromSlack }),
  ]
}
