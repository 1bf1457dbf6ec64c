import type { PostedMessage } from '../deliver/history.ts'
import type { CheckpointKey } from '../model/bookmark.ts'
import { isSpikeCard } from './storm/open-storm.ts'

/**
 * Whether replies of ours may stand below one of our messages: history says so, or it is the parent of a burst (which covers
 * several mentions) or the card of a storm. Where history tells no replies at all, a thread that is not read would come twice.
 */
export function mayHaveThread(key: CheckpointKey, message: PostedMessage): boolean {
  if (message.replies > 0) return true
  const coversSeveral = (message.receipt?.ids.length ?? 0) > 1
  return message.thread === undefined && (coversSeveral || isSpikeCard(key, message))
}
