import { randomUUID } from 'node:crypto'
import type { Time } from '@overheard/base/time'
import { previewDigest } from '../digests/compose.ts'
import { catchUpWindowMs } from '../digests/content/period.ts'
import type { DigestDeps, ExplainDeps } from '../digests/dependencies.ts'
import { createDigestScheduler } from '../digests/scheduler.ts'
import { openCollection } from '../model/collection.ts'
import { alertsOfDigest, type Digest } from '../model/subscription.ts'
import { lastRun } from '../scheduler/cron.ts'
import { createStatsRequests } from '../stats/statistics.ts'
import { digestKind } from '../stored-kinds.ts'
import type { BuiltAccess, BuiltCards } from './build-cards.ts'
import type { OpenedRecords } from './open-records.ts'
import type { SettingsRooms } from './rooms-for-settings.ts'

export type BuiltDigests = { digests: ReturnType<typeof buildDigests> }

/** Builds the digests, and sends them when they are due. */
export function buildDigests({
  clock,
  settings: { configuration, fileKeys, logKeptMs },
  log,
  health: { problems },
  store,
  slack,
  charts,
  outbox,
  alerts,
  subscriptions,
  cards,
  features,
  speakTo,
  jobs,
}: Pick<
  SettingsRooms,
  | 'clock'
  | 'settings'
  | 'log'
  | 'health'
  | 'store'
  | 'slack'
  | 'charts'
  | 'outbox'
  | 'alerts'
  | 'features'
  | 'jobs'
> &
  Pick<OpenedRecords & BuiltAccess, 'subscriptions' | 'speakTo'> &
  BuiltCards) {
  const { now, steady, setTimer, stopping, nap: sleep } = clock
  const statsRequests = createStatsRequests(alerts.service, now)
  const asked: ExplainDeps = {
    ...{ now, setTimer, stopping, statsRequests },
    alerts: alerts.directory,
    channels: slack.channels,
    subscriptionsOf: subscriptions.ofChannel,
    decisions: store.decisions,
    checkpoints: store.checkpoints,
    cards: cards.actionsIn,
    ticketsIn: cards.ticketsIn,
    correctionsIn: cards.correctionsIn,
    bestOpen: cards.open.best,
    sections: features.digestSections,
    permalink: slack.messages.permalink,
    mutes: subscriptions.mutes.of,
    nameOf: slack.users.nameOf,
    logRetentionMs: logKeptMs,
  }
  const sending: DigestDeps = {
    ...{ ...slack, ...outbox, now, steady, sleep, stopping, problems, charts, log, speakTo, compose: asked },
    // A digest can wait for the end of a day in UTC, so its slot can be a day older than its catch-up window.
    lastSlot: ({ schedule, timezone }: Digest, at: Time) =>
      lastRun(schedule, timezone, at, 2 * catchUpWindowMs),
    progress: openCollection(store.leading, digestKind),
    announce: features.tell.digestPosted,
    unclear: new Map(),
    self: randomUUID(),
  }
  const { digests: all } = configuration
  const { isUsed, isPrivate } = subscriptions.privateAlerts
  /** A digest that somebody set in Slack lets no channel have a private alert. */
  async function mayPost(digest: Digest): Promise<boolean> {
    if (!isUsed || fileKeys.includes('digests')) return true
    return !(await Promise.all(alertsOfDigest(digest).map(isPrivate))).includes(true)
  }
  return {
    ...createDigestScheduler({ digests: all, mayPost, addJob: jobs.add, asked, sending }),
    all,
    statsRequests,
    /** Shows a digest to somebody with requests of their own. */
    previewFor: (own: Pick<ExplainDeps, 'permalink' | 'statsRequests'>) => (digest: Digest) =>
      previewDigest({ ...asked, ...own }, digest),
  }
}
