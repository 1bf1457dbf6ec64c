import { z } from 'zod'
import type { Timeline } from '../model/alert-volume.ts'
import { type CardRecord, cardRecordSchema } from '../model/card.ts'
import { type DigestProgress, digestProgressSchema } from '../model/digest-progress.ts'
import type { OpenProblem } from '../model/problem.ts'
import { shardOf } from './file/record-files.ts'
import type { RecordStore, RecordType } from './records.ts'

/** When alerts brought something last, for all processes and over restarts. All reject where the store cannot be read or written. */
type AlertActivity = {
  /** Notes that an alert brought something at `at` (UTC, ms); written at most once an hour an alert, for it is read to the day. */
  note(alert: string, at: number): Promise<void>
  /** The newest of all other alerts: UTC, ms, to the hour; undefined where none has brought anything yet. */
  newestOfOthers(alert: string): Promise<number | undefined>
}

/** All alerts stand in one place, so each turn's news would rewrite them all. In ms. */
const writtenEvery = 60 * 60_000

const activityType: RecordType<number> = { name: 'alerts-heard', shape: z.number() }

/** When alerts brought something last, as the records have it. */
export function alertActivity(records: RecordStore): AlertActivity {
  const noted = new Map<string, number>()
  return {
    async note(alert, at) {
      const known = noted.get(alert)
      if (known !== undefined && at - known < writtenEvery) return
      const isOld = (current: number | undefined) => current === undefined || at - current >= writtenEvery
      const there = await records.change(activityType, alert, (current) => (isOld(current) ? at : current))
      noted.set(alert, there ?? at)
    },
    async newestOfOthers(alert) {
      const others = (await records.all(activityType))
        .filter(({ key }) => key !== alert)
        .map(({ value }) => value)
      return others.length === 0 ? undefined : Math.max(...others)
    },
  }
}

/** Which channel (its id) a name written as `#name` meant when it was found last. Both reject where the store cannot be used. */
export type KnownChannels = {
  find(name: string): Promise<string | undefined>
  keep(name: string, id: string): Promise<void>
}

const knownChannelType: RecordType<string> = { name: 'known-channels', shape: z.string() }

/** The channels that were found by name: one small fact for each name that a subscription or digest is written with. */
export function knownChannels(records: RecordStore): KnownChannels {
  return {
    find: (name) => records.find(knownChannelType, name),
    async keep(name, id) {
      await records.change(knownChannelType, name, () => id)
    },
  }
}

/** Which channels have been told that the plan's limit is reached. */
type PlanLimits = {
  /** Notes what a channel has been told; false where it had been told that already. */
  tell(channel: string, reached: boolean): Promise<boolean>
  told(channel: string): Promise<boolean>
}

const planLimitType: RecordType<true> = { name: 'plan-limits', shape: z.literal(true) }

/** The plan's limit as the channels know it. */
export function planLimits(records: RecordStore): PlanLimits {
  const told = async (channel: string) => (await records.find(planLimitType, channel)) === true
  return {
    told,
    async tell(channel, reached) {
      if ((await told(channel)) === reached) return false
      await records.change(planLimitType, channel, () => (reached ? true : undefined))
      return true
    },
  }
}

/** What is known of the plan's use. All reject where the store cannot be read or written. */
export type PlanRecords = {
  /** The mentions a day of every alert. */
  days(): Promise<Timeline[]>
  keepDays(alert: string, days: Timeline): Promise<void>
  /** The greatest share that a channel was told in the month of the plan that ends at `renewsAt` (UTC, ms). */
  told(channel: string, renewsAt: number): Promise<number | undefined>
  tell(channel: string, renewsAt: number, share: number): Promise<void>
}

const days: RecordType<Timeline> = {
  name: 'plan-days',
  shape: z.object({ first: z.number(), counts: z.array(z.number()) }),
}
const told: RecordType<{ renewsAt: number; share: number }> = {
  name: 'plan-shares',
  shape: z.object({ renewsAt: z.number(), share: z.number() }),
}

/** The plan's use, as the records have it. */
export function planRecords(records: RecordStore): PlanRecords {
  return {
    days: async () => (await records.all(days)).map(({ value }) => value),
    async keepDays(alert, timeline) {
      await records.change(days, alert, () => timeline)
    },
    async told(channel, renewsAt) {
      const known = await records.find(told, channel)
      return known?.renewsAt === renewsAt ? known.share : undefined
    },
    async tell(channel, renewsAt, share) {
      await records.change(told, channel, () => ({ renewsAt, share }))
    },
  }
}

/** A trouble as processes share it; `at`: when its process last said that it stands (UTC, ms). */
export type SharedProblem = OpenProblem & { at: number }

/** The troubles of all processes, by key. Both reject where the store cannot be read or written. */
export type ProblemRecords = {
  all(): Promise<SharedProblem[]>
  /** Changes one in one step; `next` returns undefined to remove it. */
  change(
    key: string,
    next: (current: SharedProblem | undefined) => SharedProblem | undefined,
  ): Promise<SharedProblem | undefined>
}

const problemType: RecordType<SharedProblem> = {
  name: 'troubles',
  shape: z.object({
    key: z.string(),
    since: z.number(),
    at: z.number(),
    subscription: z.string().exactOptional(),
    stops: z.string().exactOptional(),
    channel: z.string().exactOptional(),
    code: z.string().exactOptional(),
    what: z.string(),
    whatToDo: z.string(),
    until: z.number().exactOptional(),
  }),
}

/** The shared troubles as the records have them. */
export function problemRecords(records: RecordStore): ProblemRecords {
  return {
    all: async () => (await records.all(problemType)).map(({ value }) => value),
    change: (key, next) => records.change(problemType, key, next),
  }
}

/** How far each digest got. Both reject where the store cannot be read or written. */
type DigestProgresses = {
  find(digest: string): Promise<DigestProgress | undefined>
  /** Changes it in one step; resolves with what is there now. */
  change(
    digest: string,
    next: (current: DigestProgress | undefined) => DigestProgress | undefined,
  ): Promise<DigestProgress | undefined>
}

const digestType: RecordType<DigestProgress> = { name: 'digests', shape: digestProgressSchema }

/** The progress of digests, by their names. */
export function digestProgresses(records: RecordStore): DigestProgresses {
  return {
    find: (digest) => records.find(digestType, digest),
    change: (digest, next) => records.change(digestType, digest, next),
  }
}

/** Which mention in which message. */
type CardKey = Pick<CardRecord, 'channel' | 'ts' | 'mention'>

/** What people made of mentions. */
export type CardRecords = {
  find(key: CardKey): Promise<CardRecord | undefined>
  /** All of the last ninety days, for the figures of a digest. */
  all(): Promise<CardRecord[]>
  /** Those of messages that were posted to a channel (its id) at a moment or later (UTC, ms). */
  postedTo(channel: string, since: number): Promise<CardRecord[]>
  /** Changes one in one step: of two people at once, the second sees what the first did. */
  change(
    key: CardKey,
    next: (current: CardRecord | undefined) => CardRecord | undefined,
  ): Promise<CardRecord | undefined>
  /** Forgets what is too old. */
  prune(): Promise<void>
}

/** How long it is remembered what people made of a mention, in ms. */
const cardRecordsKeptMs = 90 * 86_400_000

const cardRecordType: RecordType<CardRecord> = {
  name: 'cards',
  shape: cardRecordSchema,
  part: (key) => shardOf(key.slice(0, key.indexOf(' ')), key),
}

/** The card records, as the records have them. */
export function cardRecords(records: RecordStore, now: () => number): CardRecords {
  return {
    find: (key) => records.find(cardRecordType, cardKeyOf(key)),
    all: async () => (await records.all(cardRecordType)).map(({ value }) => value),
    async postedTo(channel, since) {
      const oldest = `${channel} ${(since / 1000).toFixed(6)}`
      return (await records.within(cardRecordType, `${channel} `, oldest)).map(({ value }) => value)
    },
    change: (key, next) => records.change(cardRecordType, cardKeyOf(key), next),
    async prune() {
      for (const { key, value } of await records.all(cardRecordType)) {
        if (value.at < now() - cardRecordsKeptMs) await records.change(cardRecordType, key, () => undefined)
      }
    },
  }
}

const cardKeyOf = ({ channel, ts, mention }: CardKey) => `${channel} ${ts} ${mention}`
