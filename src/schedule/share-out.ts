import type { Job, TakenMember } from './cluster-ports.ts'
import type { IsKnown } from './due-list.ts'

/** What a process does with what it claimed. */
type Share = {
  /** What each job runs; one whose members are all unknown here runs nobody, and ends at once. */
  begin: { job: Job; members: string[] }[]
  /** What this process does not know, and others may. */
  offer: { key: string; member: string; at: number }[]
}

/** What this process does not know is offered to the others again after so long, and given up where none has known it for so long, in ms. */
const offerAgain = 2000
const givenUpAfter = 600_000

/**
 * Shares out what was taken under the claimed jobs: to runs here, or back to the others. Swallowed here, what only another process
 * knows would wait for its next slot: a day, perhaps. `now`: UTC, ms.
 */
export function shareOut(claimed: Job[], taken: TakenMember[], knows: IsKnown, now: number): Share {
  const isKnown = ({ key, member }: TakenMember) => knows(key, member)
  const known = taken.filter(isKnown)
  const offered = taken.filter((row) => !isKnown(row) && row.behindMs < givenUpAfter)
  return {
    begin: claimed.map((job) => ({
      job,
      members: known.filter(({ key }) => key === job.key).map(({ member }) => member),
    })),
    offer: offered.map(({ key, member }) => ({ key, member, at: now + offerAgain })),
  }
}
