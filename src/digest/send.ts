import type { DigestProgress } from '../model/digest-progress.ts'
import type { Digest } from '../model/subscription.ts'
import { begin, type DueDigest, type Later } from './begin.ts'
import { resolveDoubt } from './doubt.ts'
import { digestPeriod, stillMadeUp } from './period.ts'
import type { DigestDeps } from './ports.ts'
import { postPart } from './post-part.ts'
import { finish, nextPart } from './progress.ts'

/** How sending a digest ended: `not-due`: there is no slot within the last day; `done`: its period is posted, now or before. */
export type DigestEnd = { kind: 'not-due' } | { kind: 'done' } | Later

/**
 * Sends what is due of a digest, once a period: what is not posted of it yet is posted part by part, each under an intent. Rejects
 * where the store cannot be read or written.
 */
export async function sendDigest(deps: DigestDeps, digest: Digest): Promise<DigestEnd> {
  const slot = deps.lastSlot(digest)
  if (slot === undefined || !stillMadeUp(slot, deps.now())) return { kind: 'not-due' }
  const due = { digest, slot, period: digestPeriod(slot, digest.timezone, digest.period) }
  for (;;) {
    const progress = await progressOf(deps, due)
    if ('kind' in progress) return progress
    const { intent } = progress
    const part = nextPart(progress)
    if (intent === undefined && part === undefined) {
      await deps.progress.change(digest.name, (current) => current && finish(current))
      return { kind: 'done' }
    }
    const end =
      intent === undefined
        ? await postPart(deps, digest, progress, part ?? 0)
        : await resolveDoubt(deps, digest.name, progress, intent)
    if (end !== undefined) return end
  }
}

async function progressOf(deps: DigestDeps, due: DueDigest): Promise<DigestProgress | Later> {
  const known = await deps.progress.find(due.digest.name)
  return known?.period === due.period.key ? known : begin(deps, due)
}
