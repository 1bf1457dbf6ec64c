import { crc32 } from 'node:zlib'
import { type Checkpoint, type CheckpointKey, checkpointSchema } from '../model/checkpoint.ts'
import { type Checked, checkShape } from './damage.ts'

/**
 * A checkpoint is stored with the field `sum`: a checksum of the rest of it and of its key. So a changed digit, or the checkpoint of another
 * subscription, is recognised. A checkpoint without `sum` was written by version 0.2 and is read as it is.
 */
export function sealCheckpoint(key: CheckpointKey, checkpoint: Checkpoint): object {
  return { ...checkpoint, sum: sumOf(key, checkpoint) }
}

export function unsealCheckpoint(key: CheckpointKey, stored: unknown): Checked<Checkpoint> {
  const { sum, ...rest } = fieldsOf(stored)
  if (sum !== undefined && sum !== sumOf(key, rest)) return { why: 'its checksum is wrong' }
  return checkShape(checkpointSchema, stored)
}

/** Returns `after`, with a new checksum if that of `before` was right. So a damaged checkpoint stays recognisable. */
export function resealCheckpoint(key: CheckpointKey, before: unknown, after: unknown): unknown {
  const { sum, ...rest } = fieldsOf(before)
  const { sum: _, ...next } = fieldsOf(after)
  return sum !== undefined && sum === sumOf(key, rest) ? { ...next, sum: sumOf(key, next) } : after
}

/** Sums the stored form, which may have fields that this version does not know. JSON keeps the order of the fields. */
function sumOf({ subscription, alert }: CheckpointKey, stored: object): string {
  const text = JSON.stringify([subscription, alert, stored])
  return crc32(text).toString(16).padStart(8, '0')
}

function fieldsOf(stored: unknown): Partial<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {}
}
