import { z } from 'zod'
import type { CardRecord } from '../model/card-record.ts'
import { isId } from '../model/id.ts'
import type { EveryKey } from './every-key.ts'
import { shardOf } from './part-of.ts'
import type { RecordStore, RecordType } from './records.ts'

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

const id = z.string().refine(isId)

const cardRecordType: RecordType<CardRecord> = {
  name: 'cards',
  shape: z.object({
    channel: z.string(),
    ts: z.string(),
    subscription: z.string(),
    alert: id,
    mention: id,
    sentiment: z.enum(['positive', 'negative', 'neutral']).exactOptional(),
    state: z.enum(['claimed', 'done', 'not-relevant']),
    user: z.string(),
    by: z.string(),
    at: z.number(),
    firstAt: z.number(),
  } satisfies EveryKey<CardRecord>),
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
