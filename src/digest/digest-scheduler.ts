import type { DigestAsk } from '../messages/digest-actions.ts'
import type { Content } from '../model/message.ts'
import type { Digest } from '../model/subscription.ts'
import type { Scheduler } from '../scheduler/cron-ticker.ts'
import { type DigestPreview, previewDigest } from './compose-digest.ts'
import { sendDigest } from './deliver-digest.ts'
import type { DigestDeps, ExplainDeps } from './digest-dependencies.ts'
import { explainFigures, explainNotPosted } from './explain-digest.ts'

/** Sends digests on their schedules. */
export type DigestScheduler = {
  /** Sends the digests that were missed while no process ran. */
  start(): void
  /** A digest as it would be posted now, for the person who asks. Undefined if the name is unknown. */
  preview(name: string): Promise<DigestPreview | undefined>
  /** The figures behind a posted digest, for the person who asks. */
  details(ask: DigestAsk): Promise<Content>
  /** The mentions that were not posted in the period of a digest, for the person who asks. */
  notPosted(ask: DigestAsk): Promise<Content>
  /** Starts no more digests. Resolves when the running ones have committed their part, or left it pending. */
  stop(): Promise<void>
}

type DigestSchedulerDeps = { digestDeps: DigestDeps & ExplainDeps; digests: Digest[]; engine: Scheduler }

/** The schedule of the check for missed digests (the process, the service or Slack was down). */
const missedCheckSchedule = '*/5 * * * *'

/** No retry comes sooner than this, in ms. */
const minRetryDelayMs = 500

/** Sends each digest at most once at a time. */
export function createDigestScheduler({ digestDeps, digests, engine }: DigestSchedulerDeps): DigestScheduler {
  const running = new Map<string, Promise<void>>()
  const timers = new Map<string, () => void>()

  function send(digest: Digest): Promise<void> {
    const { name } = digest
    const current = running.get(name)
    if (current !== undefined || digestDeps.stopping.aborted) return current ?? Promise.resolve()
    const run = sendOnce(digest).finally(() => running.delete(name))
    running.set(name, run)
    return run
  }

  async function sendOnce(digest: Digest): Promise<void> {
    const { name } = digest
    try {
      const end = await sendDigest(digestDeps, digest)
      if (end.kind !== 'later') return
      digestDeps.log.info(
        { digest: name, why: end.why, at: end.at },
        'a digest is deferred; it is retried at the given time',
      )
      retryAt(digest, end.at)
    } catch (error) {
      digestDeps.log.warn({ digest: name, err: error }, 'a digest failed with an error; it is retried')
    }
  }

  function retryAt(digest: Digest, at: number): void {
    timers.get(digest.name)?.()
    const wait = Math.max(minRetryDelayMs, at - digestDeps.now())
    timers.set(
      digest.name,
      digestDeps.setTimer(() => void send(digest), wait),
    )
  }

  const sendAll = async () => void (await Promise.all(digests.map(send)))
  for (const digest of digests)
    engine.every(`digest ${digest.name}`, digest.schedule, digest.timezone, () => send(digest))
  if (digests.length > 0) engine.every('digests missed', missedCheckSchedule, 'UTC', sendAll)

  const find = (name: string) => digests.find((one) => one.name === name)
  return {
    start: () => void sendAll(),
    async preview(name) {
      const digest = find(name)
      return digest && previewDigest(digestDeps, digest)
    },
    details: (ask) => explainFigures(digestDeps, find(ask.digest), ask),
    notPosted: (ask) => explainNotPosted(digestDeps, ask),
    async stop() {
      for (const cancel of timers.values()) cancel()
      await Promise.all(running.values())
    },
  }
}
