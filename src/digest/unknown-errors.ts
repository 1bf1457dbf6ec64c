import type { DigestProgress } from '../model/digest-progress.ts'
import type { Digest } from '../model/subscription.ts'
import { commitPart, leaveThread, setPending, threadOf } from './deliver-digest.ts'
import type { DigestDeps } from './digest-dependencies.ts'
import { digestProblemKey, type RetryLater, retryLater, stoppedByProblem } from './start-digest.ts'

/** Parts of digests that Slack refuses with codes that nobody knows. */

/** A part of a digest that is being posted. */
export type PartInHand = { digest: Digest; progress: DigestProgress; part: number }

/** The pause after the first try that came to nothing, doubled each time, and the longest pause, in ms. */
const [firstPause, longestPause] = [5000, 5 * 60_000]

/** How long a part that was given up stays visible as a trouble, in ms: nothing takes it back. */
const refusalStands = 86_400_000

/**
 * Slack refuses a part with a code that nobody knows. It is tried again after a pause that grows, unless Slack takes other messages for
 * the channel meanwhile: then the part is to blame, or its thread.
 */
export async function refusedUnclearly(
  deps: DigestDeps,
  { digest, progress, part }: PartInHand,
  reason: string,
): Promise<RetryLater | undefined> {
  const { name, channel } = digest
  const { period } = progress
  const known = deps.unclear.get(name)
  const before = known?.period === period && known.part === part ? known : undefined
  const accepted = deps.accepted(progress.channel)
  if (before !== undefined && accepted !== before.accepted) {
    deps.unclear.delete(name)
    const isInThread = threadOf(progress, part) !== undefined
    if (isInThread) await deps.progress.change(name, (current) => current && leaveThread(current))
    else await giveUpVisibly(deps, digest, part, reason)
    return undefined
  }
  const tries = (before?.tries ?? 0) + 1
  deps.unclear.set(name, { period, part, tries, accepted: before?.accepted ?? accepted })
  deps.problems.raise(digestProblemKey(name), {
    stops: stoppedByProblem(name),
    channel,
    code: reason,
    what: `Slack refuses the digest '${name}' for ${channel} with a code that Overheard does not know: ${reason}.`,
    whatToDo: 'It is tried again by itself for a day, every five minutes at least.',
  })
  return retryLater(deps, reason, Math.min(longestPause, firstPause * 2 ** (tries - 1)))
}

async function giveUpVisibly(deps: DigestDeps, digest: Digest, part: number, reason: string): Promise<void> {
  const { name, channel } = digest
  await giveUp(deps, digest, part)
  deps.problems.clear(digestProblemKey(name))
  deps.problems.raise(`rejected ${name} ${part}`, {
    stops: stoppedByProblem(name),
    channel,
    what: `Slack took part ${part + 1} of the digest '${name}' in no form: ${reason}.`,
    whatToDo: 'Ask for it with /mentions digest; the next one is sent as ever.',
    until: deps.now() + refusalStands,
  })
}

/** Settles a part that Slack takes in no form, so that the others follow. */
export async function giveUp(deps: DigestDeps, { name }: Digest, part: number): Promise<void> {
  const pending = { part, by: deps.self, at: deps.now() }
  await deps.progress.change(name, (current) => current && commitPart(setPending(current, pending), pending))
}
