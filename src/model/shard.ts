/** All alerts and schedules are divided into this many shards. Each shard has one owner. */
export const shardCount = 64

/** Returns the shard of a key, from 0 to 63. All processes must agree on it: FNV-1a, with the finish of MurmurHash3 for an even spread. */
export function shardOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % shardCount
}

/** The right to write for a shard. A write with an older fence changes nothing, because another process has taken the shard. */
export type ShardFence = { shard: number; fence: bigint }
