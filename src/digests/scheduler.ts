import type { Time } from '@overheard/base/time'
import type { Digest } from '../model/subscription.ts'
import type { AddJob } from '../scheduler/jobs.ts'
import type { DigestAsk } from './actions.ts'
import { type DigestPreview, previewDigest } from './compose.ts'
import { sendDigest } from './deliver.ts'
import type { DigestDeps, ExplainDeps } from './dependencies.ts'
import { explainFigures, explainNotPosted } from './explain.ts'

type DigestSchedulerDeps = {
  sending: DigestDeps
  asked: ExplainDeps
  digests: Digest[]
  /** False for a digest that may not be posted now. */
  mayPost: (digest: Digest) => Promise<boolean>
  addJob: AddJob
}

/** This check sends digests that were missed because the process, the mention service or Slack was down. */
const missedCheckSchedule = '*/5 * * * *'

const minRetryDelayMs = 500

export function createDigestScheduler({ sending, asked, digests, mayPost, addJob }: DigestSchedulerDeps) {
  async function send(digest: Digest, again: (at: Time) => void): Promise<void> {
    const { name } = digest
    if (sending.stopping.aborted) return
    try {
      if (!(await mayPost(digest))) return
      const end = await sendDigest(sending, digest)
      if (end.kind !== 'later') return
      sending.log.info(
        { digest: name, why: end.why, at: end.at },
        'deferred a digest; it is retried at the time `at`',
      )
      again(Math.max(end.at, sending.now() + minRetryDelayMs))
    } catch (error) {
      sending.log.warn(
        { digest: name, err: error },
        'a digest failed with an error; retrying within five minutes',
      )
    }
  }

  for (const digest of digests) {
    const { every, again } = addJob(`digest ${digest.name}`, () => send(digest, again))
    every(digest.schedule, digest.timezone)
    every(missedCheckSchedule, 'UTC')
  }

  const find = (name: string) => digests.find((one) => one.name === name)
  return {
    async preview(name: string): Promise<DigestPreview | undefined> {
      const digest = find(name)
      return digest && previewDigest(asked, digest)
    },
    details: (ask: DigestAsk) => explainFigures(asked, find(ask.digest), ask),
    notPosted: (ask: DigestAsk) => explainNotPosted(asked, ask),
  }
}
