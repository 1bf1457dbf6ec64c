import type { DigestAsk } from '../messages/digest-actions.ts'
import type { Content } from '../model/message.ts'
import type { Digest } from '../model/subscription.ts'
import type { Scheduler } from '../scheduler/cron-ticker.ts'
import { type DigestPreview, previewDigest } from './compose-digest.ts'
import { sendDigest } from './deliver-digest.ts'
import type { DigestDeps, ExplainDeps } from './digest-dependencies.ts'
import { explainFigures, explainNotPosted } from './explain-digest.ts'

/** The digests at work. */
export type DigestScheduler = {
  /** Looks at once for what was missed while no process ran. */
  start(): void
  /** A digest of this name as it would be posted now, for the asker's eyes; nothing where there is none of this name. */
  preview(name: string): Promise<DigestPreview | undefined>
  /** The figures behind the numbers of a digest that was posted, for the asker's eyes. */
  details(ask: DigestAsk): Promise<Content>
  /** What was held back in the period of a digest that was posted, for the asker's eyes. */
  notPosted(ask: DigestAsk): Promise<Content>
  /** Begins nothing new; resolves when what is being sent is settled or left with its intent. */
  stop(): Promise<void>
}

type DigestSchedulerDeps = { digestDeps: DigestDeps & ExplainDeps; digests: Digest[]; engine: Scheduler }

/** What was missed (an hour without the process, the service or Slack) is looked for so often. */
const missedCheckSchedule = '*/5 * * * *'

/** A wish to come back sooner than in so many ms is not granted. */
const minRetryDelayMs = 500

/** Sends digests on their schedules, one run at a time a digest. */
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
      digestDeps.log.info({ digest: name, why: end.why, at: end.at }, 'a digest waits')
      retryAt(digest, end.at)
    } catch (error) {
      digestDeps.log.warn({ digest: name, err: error }, 'a digest failed; it is tried again')
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
