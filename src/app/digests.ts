import { randomUUID } from 'node:crypto'
import type { AlertBook } from '../alerts.ts'
import type { Charts } from '../charts.ts'
import { longestMakeUp } from '../digest/period.ts'
import { createDigesting, type Digesting } from '../digesting.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Engine } from '../schedule/engine.ts'
import { lastRun } from '../schedule/last-run.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { StatisticsSource } from '../statistics/source.ts'
import { cardRecords } from '../store/card-records.ts'
import { digestProgresses } from '../store/digest-progress.ts'
import type { Mutes } from '../store/mutes.ts'
import type { Store } from '../store/open-store.ts'
import { daysKept } from '../store/verdict-log.ts'
import type { TroubleBoard } from '../troubles.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'
import type { createSlack } from './slack.ts'

type Parts = {
  configuration: Configuration
  service: StatisticsSource
  store: Store
  alerts: AlertBook
  slack: ReturnType<typeof createSlack>
  charts: Charts
  subscriptions: () => Subscription[]
  engine: Engine
  troubles: TroubleBoard
  mutes: Mutes
}

/** Everything behind the digests. */
export function createDigests(parts: Parts, { now, nap, setTimer, stopping }: Runtime, log: Log): Digesting {
  const { configuration, service, store, alerts, slack, charts, subscriptions, engine, troubles, mutes } =
    parts
  const digestDeps = {
    now,
    setTimer,
    sleep: nap,
    stopping,
    source: service,
    alerts,
    ...slack,
    charts,
    subscriptions,
    verdicts: store.verdicts,
    bookmarks: store.bookmarks,
    cards: cardRecords(store.records, now).all,
    progress: digestProgresses(store.records),
    lastSlot: (digest: { schedule: string; timezone: string }) =>
      lastRun(digest.schedule, digest.timezone, now(), longestMakeUp),
    troubles,
    doubtMs: configuration.doubtSeconds * 1000,
    answered: new Map(),
    unclear: new Map(),
    mutes: mutes.of,
    nameOf: slack.people.nameOf,
    permalink: slack.messages.permalink,
    logReaches: daysKept * 86_400_000,
    self: randomUUID(),
    log,
  }
  return createDigesting({ digestDeps, digests: configuration.digests, engine })
}
