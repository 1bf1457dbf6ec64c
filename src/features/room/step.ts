import type { Ms } from '@overheard/base/time'
import type { Called } from '../../slack/rooms.ts'
import type { Room } from './model.ts'

/**
 * The outcome of a step of a room. `save` changes the stored record, because people may have pressed something in the meantime. `failed`
 * ends the opening of a room: Slack has no channel of it.
 */
export type Step =
  | { kind: 'save'; change: (room: Room) => Room }
  | { kind: 'wait'; forMs: Ms }
  | { kind: 'failed'; reason: string }
  | { kind: 'lost'; reason: string }
  | { kind: 'idle' }

export const save = (change: (room: Room) => Room): Step => ({ kind: 'save', change })

/** Without an answer, a call is tried again after this time, in ms. */
export const retryMs = 5000

/** The channel was archived or deleted, or somebody has removed the bot from it. */
const lostCodes = new Set(['channel_not_found', 'is_archived', 'not_in_channel', 'is_inactive'])

const isLost = (reason: string): boolean => lostCodes.has(reason)

/** What follows from a call that did not succeed. `refused` decides on a refusal that does not concern the channel itself. */
export function afterFailure(
  failed: Exclude<Called<unknown>, { kind: 'done' }>,
  refused: (reason: string) => Step,
): Step {
  switch (failed.kind) {
    case 'refused':
      return isLost(failed.reason) ? { kind: 'lost', reason: failed.reason } : refused(failed.reason)
    case 'later':
      return { kind: 'wait', forMs: failed.afterMs }
    case 'unclear':
      return { kind: 'wait', forMs: retryMs }
  }
}
