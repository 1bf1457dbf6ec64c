import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { isUndecided } from '../../model/checkpoint.ts'
import type { MentionDelay } from '../ports.ts'
import type { Deferral, LastRead, RunFailure, RunState, SubscriptionRun } from '../subscription-run.ts'

/**
 * Returns how far the poll has read. A poll that failed because the service was down left nothing unread. A poll that ended early for another
 * reason may have.
 */
export function lastReadOf(
  { input, waiting, checkpoint, state }: SubscriptionRun,
  end: Deferral | RunFailure | undefined,
): LastRead {
  if (end?.kind === 'failed' && end.error instanceof MentionServiceError)
    return state.readAt === undefined ? {} : { readAt: input.pollStart, left: state.left }
  if (end !== undefined) return { readAt: undefined, left: undefined }
  const isOpen = isUndecided(checkpoint)
  const left = waiting.filter(({ id }) => isOpen(id)).map(({ id }) => id)
  return { readAt: input.pollStart, left: left.length === 0 ? undefined : new Set(left) }
}

export function delaysOf(before: RunState, { input, state }: SubscriptionRun): MentionDelay[] {
  const { readAt, left, held } = before
  const { pollStart } = input
  const endsHold = held !== undefined && input.holdsUntil === undefined
  if (readAt === undefined || endsHold) return []
  return (state.recentPosts ?? [])
    .filter(({ mention, at }) => at >= pollStart && left?.has(mention.id) !== true)
    .map(({ mention: { date }, at }) => {
      const earliest = Math.max(readAt, Math.min(date, pollStart))
      const visible = (earliest + pollStart) / 2
      return { ours: at - visible, ...(date > 0 ? { service: Math.max(0, visible - date) } : {}) }
    })
}
