/** How far an outcome reaches: this message only, everything for this channel, or everything for this workspace. */
export type Reach = 'message' | 'channel' | 'workspace'

/**
 * How a post ended. `delivered`: Slack has it, as `ts`. `deferred`: surely not posted, try again after `afterMs`.
 * `rejected`: surely not posted, and trying the same again is useless until a person acts (or the message changes).
 * `unknown`: it may have been posted; only the receipt in the channel can tell.
 */
export type Outcome =
  | { kind: 'delivered'; ts: string; receiptKept: boolean }
  | { kind: 'deferred'; reach: Reach; afterMs: number; reason: string }
  | { kind: 'rejected'; reach: Reach; reason: string }
  | { kind: 'unknown'; reason: string }
