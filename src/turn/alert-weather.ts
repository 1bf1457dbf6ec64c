import type { Limit } from '../model/alert.ts'
import type { Checkpoint } from '../model/bookmark.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { VolumeCounts } from '../weather/hourly.ts'
import type { AnnouncedSilence } from '../weather/quiet-state.ts'

/** A mention that was told, and when it came: UTC, ms. */
export type RebuiltMention = { mention: Mention; at: number }

/**
 * What is counted of an alert. `seen`: which mentions were counted, with the look-back of a bookmark; `told`: the silences that
 * were said. A process that dies before it is written counts the same again, from what the look-back still reads.
 */
export type AlertVolume = {
  counts: VolumeCounts
  seen: Pick<Checkpoint, 'watermark' | 'origin' | 'done'>
  announced: AnnouncedSilence[]
}

/** An alert's weather in the course of a turn, shared by its subscriptions. Without `kept` counting has not begun. */
export type PollVolume = {
  stored: AlertVolume | undefined
  /** The plan's limit is reached: what is heard says nothing then. */
  isLimited: boolean
  limit?: Limit
  /** The service has answered in this turn. */
  hasAnswered: boolean
  /** Counted since it was last written. */
  unsaved: boolean
  /** From where the turn reads, and what it has read while nothing is counted yet. */
  readsFrom: Id
  read: Id[]
  /** What was told again of a storm that was taken up: counting begins with it. */
  rebuilt: RebuiltMention[]
}
