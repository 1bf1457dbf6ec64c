import type { DigestProgress } from '../model/digest-progress.ts'
import type { Digest } from '../model/subscription.ts'
import { type DueDigest, type RetryLater, startDigest } from './begin.ts'
import { resolveUnconfirmed } from './doubt.ts'
import { digestPeriod, isWithinCatchUp } from './period.ts'
import type { DigestDeps } from './ports.ts'
import { postPart } from './post-part.ts'
import { dropMessages, nextPart } from './progress.ts'

/** How sending a digest ended: `not-due`: there is no slot within the last day; `done`: its period is posted, now or before. */
export type SendResult = { kind: 'not-due' } | { kind: 'done' } | RetryLater

/**
 * Sends what is due of a digest, once a period: what is not posted of it yet is posted part by part, each under an intent. Rejects
 * where the store cannot be read or written.
 */
export async function sendDigest(deps: DigestDeps, digest: Digest): Promise<SendResult> {
  const slot = deps.lastSlot(digest)
  if (slot === undefined || !isWithinCatchUp(slot, deps.now())) return { kind: 'not-due' }
  const due = { digest, slot, period: digestPeriod(slot, digest.timezone, digest.period) }
  for (;;) {
    const progress = await loadOrStart(deps, due)
    if ('kind' in progress) return progress
    const { pending } = progress
    const part = nextPart(progress)
    if (pending === undefined && part === undefined) {
      await deps.progress.change(digest.name, (current) => current && dropMessages(current))
      return { kind: 'done' }
    }
    const end =
      pending === undefined
        ? await postPart(deps, digest, progress, part ?? 0)
        : await resolveUnconfirmed(deps, digest.name, progress, pending)
    if (end !== undefined) return end
  }
}

async function loadOrStart(deps: DigestDeps, due: DueDigest): Promise<DigestProgress | RetryLater> {
  const known = await deps.progress.find(due.digest.name)
  return known?.period === due.period.key ? known : startDigest(deps, due)
}
