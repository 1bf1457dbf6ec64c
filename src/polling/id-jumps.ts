import { beyondJump, confirmedIn } from '../model/checkpoint.ts'
import type { Id } from '../model/id.ts'
import type { PollDeps } from './poll-deps.ts'
import type { SubscriptionRun } from './subscription-run.ts'

/** How long an absurd id stays visible as a trouble, in ms: it happened once, and may stay in the service for ever. */
const jumpStands = 86_400_000

const jumpKey = (id: Id) => `absurd id ${id}`

/**
 * Says of each id that lies far beyond the others that nothing goes on from it, once in the life of the process; and takes that back
 * when another id confirms it.
 */
export function tellJumps({ problems, now }: Pick<PollDeps, 'problems' | 'now'>, run: SubscriptionRun): void {
  const { state, checkpoint, subscription, alert } = run
  const ids = beyondJump(checkpoint)
  const told = state.jumps ?? []
  if (ids.length + told.length === 0) return
  for (const id of told.filter((one) => !ids.includes(one))) problems.clear(jumpKey(id))
  for (const id of ids.filter((one) => !told.includes(one)))
    problems.raise(jumpKey(id), {
      subscription: subscription.name,
      channel: subscription.channel,
      code: 'absurd_id',
      what: `A mention of ${alert.name} has the id ${id}, far beyond all others (up to ${confirmedIn(checkpoint)}).`,
      whatToDo:
        'Look at it in the mention service, and delete it there if it is a test or a mistake. What comes after it is posted all the same; if the service goes on from there, this ends with its next mention.',
      until: now() + jumpStands,
    })
  state.jumps = ids
}
