import { timeSchema } from '@overheard/base/time-schema'
import { beforeAll, compareIds, type Id, idSchema } from '@overheard/mention-client/id'
import { sentimentSchema } from '@overheard/mention-client/mention'
import { z } from 'zod'
import { duplicateSchema, fingerprintSchema, shownMentionsSchema } from './card.ts'
import { spikeProgressSchema } from './spike-progress.ts'

/**
 * The posts to the channel within the time `burstWithin` of the subscription, from the poll that started at `since` on. `cards` counts the cards, and
 * `afterBurst` is set if the window began with a burst or a message about a spike.
 */
const burstWindowSchema = z.object({
  since: timeSchema,
  cards: z.number(),
  afterBurst: z.literal(true).exactOptional(),
})

/** A mention that the subscription `by` has posted in the message with this `ts`. `inGroup` is set if the message is part of a burst or a spike. */
const sharedMentionSchema = z.object({
  id: idSchema,
  url: z.string(),
  sentiment: sentimentSchema.exactOptional(),
  by: z.string(),
  ts: z.string(),
  inGroup: z.literal(true).exactOptional(),
})

/**
 * A post is stored as pending before it is sent, so that the bot recognises it after a crash. The commit clears the
 * pending post.
 */
const pendingPostSchema = z.object({
  channel: z.string(),
  thread: z.string().exactOptional(),
  /**
   * The mentions that are done with this message: those that it shows, or to which it calls people. Empty for the first message of a
   * subscription and for messages about a spike.
   */
  ids: z.array(idSchema),
  burstIds: z.array(idSchema).exactOptional(),
  /** `card` is the live card of a spike. Only older versions posted `call`, a line that notified people. */
  spike: z.enum(['card', 'call']).exactOptional(),
  fingerprint: fingerprintSchema.exactOptional(),
  /** The content of the message, so that its card can be stored even after a crash. */
  shows: shownMentionsSchema.exactOptional(),
  /** The burst window after this post. The commit stores it, so a restart finds the same window. */
  window: burstWindowSchema.exactOptional(),
  /**
   * The message shows no mentions. It calls people to mentions that other subscriptions have posted in the channel: the decision log has
   * these posts.
   */
  joins: z.array(sharedMentionSchema).exactOptional(),
  /** The message is a reply to the card of a story, whose mention is `of`. It has the addresses of these places. */
  places: z.object({ of: idSchema, joined: z.array(duplicateSchema) }).exactOptional(),
  /** The message ends a window with more mentions than `burst`. Such messages are a sign of a spike. */
  isBurst: z.literal(true).exactOptional(),
  at: timeSchema,
  /** The time of Slack's clock. A search for the post begins there. Older versions did not store it. */
  slackAt: timeSchema.exactOptional(),
})

/**
 * A burst whose thread is not complete yet. `thread` is the parent's `ts`, `total` the number of its mentions, and
 * `ids` the mentions that still have to be posted, in order.
 */
const burstSchema = z.object({ thread: z.string(), total: z.number(), ids: z.array(idSchema) })

/**
 * `at` is the time of the mention service's clock at which the ids were done, and `slackAt` that of Slack's clock. Older versions did not store
 * `slackAt`.
 */
const doneBatchSchema = z.object({
  at: timeSchema,
  slackAt: timeSchema.exactOptional(),
  ids: z.array(idSchema),
})

export const checkpointSchema = z.object({
  /** Every id up to the watermark is done. Polls fetch only the ids above it. */
  watermark: idSchema,
  /**
   * The newest id that the initial sync skipped. A receipt's watermark is never below it, unless `origin` itself is implausibly large.
   */
  origin: idSchema,
  /** The done ids above the watermark, oldest batch first. Every other id above the watermark is still undecided. */
  done: z.array(doneBatchSchema),
  /** The largest id that was posted. Absent if it is not above the watermark. */
  postedUpTo: idSchema.exactOptional(),
  lastTs: z.string().exactOptional(),
  /** The id of the channel that has the message of `lastTs` and the threads of the burst and the spike. */
  channel: z.string().exactOptional(),
  /** Present until the subscription's first message is posted. That message says what the subscription watches. */
  unannounced: z.literal(true).exactOptional(),
  /** The id of the answer that last made the subscription skip the mentions of a pause. */
  startedOver: z.string().exactOptional(),
  /**
   * The mention service has lost data. A mention with the id `from` or a larger one may have been posted under another id. This was found after the
   * message of `lastTs`, because this subscription knows ids in a gap of the ids that ends with `gap`, or in one before it.
   */
  givenAgain: z.object({ from: idSchema, gap: idSchema, lastTs: z.string().exactOptional() }).exactOptional(),
  /** Receipts up to this `ts` are from before the mention service started its ids again, so they do not count. */
  restartedAfter: z.string().exactOptional(),
  pending: pendingPostSchema.exactOptional(),
  window: burstWindowSchema.exactOptional(),
  burst: burstSchema.exactOptional(),
  spike: spikeProgressSchema.exactOptional(),
})
export type Checkpoint = z.infer<typeof checkpointSchema>

export const checkpointKeySchema = z.object({ subscription: z.string(), alert: idSchema })
export type CheckpointKey = z.infer<typeof checkpointKeySchema>

/** The name under which the posts of a subscription are sent, one after the other. */
export const senderOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`

/** `unsure` is set if a database connection broke after the last read, because the database may have been restored from a backup. */
export type StoredCheckpoint =
  | { kind: 'none' }
  | { kind: 'kept'; checkpoint: Checkpoint; unsure?: true }
  | { kind: 'damaged'; reason: string }

/** `fenced` means that another process leads, so nothing was written. */
type SaveResult = 'kept' | 'fenced'

export type CheckpointStore = {
  load(key: CheckpointKey): Promise<StoredCheckpoint>
  save(key: CheckpointKey, checkpoint: Checkpoint): Promise<SaveResult>
}

export const emptyCheckpoint: Checkpoint = { watermark: beforeAll, origin: beforeAll, done: [] }

export function isUndecided(checkpoint: Checkpoint): (id: Id) => boolean {
  const known = new Set(doneIdsIn(checkpoint))
  return (id) => compareIds(id, checkpoint.watermark) > 0 && !known.has(id)
}

export const doneIdsIn = ({ done }: Checkpoint) => done.flatMap(({ ids }) => ids)
