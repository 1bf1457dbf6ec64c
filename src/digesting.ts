import { detailsOf } from './digest/details.ts'
import { heldBackOf } from './digest/held-back.ts'
import type { AskDeps, DigestDeps } from './digest/ports.ts'
import { type PreviewedDigest, previewDigest } from './digest/preview.ts'
import { sendDigest } from './digest/send.ts'
import type { DigestAsk } from './messages/digest/actions.ts'
import type { Content } from './model/message.ts'
import type { Digest } from './model/subscription.ts'
import type { Engine } from './schedule/engine.ts'

/** The digests at work. */
export type Digesting = {
  /** Looks at once for what was missed while no process ran. */
  start(): void
  /** A digest of this name as it would be posted now, for the asker's eyes; nothing where there is none of this name. */
  preview(name: string): Promise<PreviewedDigest | undefined>
  /** The figures behind the numbers of a digest that was posted, for the asker's eyes. */
  details(ask: DigestAsk): Promise<Content>
  /** What was held back in the period of a digest that was posted, for the asker's eyes. */
  heldBack(ask: DigestAsk): Promise<Content>
  /** Begins nothing new; resolves when what is being sent is settled or left with its intent. */
  stop(): Promise<void>
}

type DigestingDeps = { digestDeps: DigestDeps & AskDeps; digests: Digest[]; engine: Engine }

/** What was missed (an hour without the process, the service or Slack) is looked for so often. */
const lookThrough = '*/5 * * * *'

/** A wish to come back sooner than in so many ms is not granted. */
const soonest = 500

/** Sends digests on their schedules, one run at a time a digest. */
export function createDigesting({ digestDeps, digests, engine }: DigestingDeps): Digesting {
  const running = new Map<string, Promise<void>>()
  const timers = new Map<string, () => void>()

  function send(digest: Digest): Promise<void> {
    const { name } = digest
    const current = running.get(name)
    if (current !== undefined || digestDeps.stopping.aborted) return current ?? Promise.resolve()
    const run = attempt(digest).finally(() => running.delete(name))
    running.set(name, run)
    return run
  }

  async function attempt(digest: Digest): Promise<void> {
    const { name } = digest
    try {
      const end = await sendDigest(digestDeps, digest)
      if (end.kind !== 'later') return
      digestDeps.log.info({ digest: name, why: end.why, at: end.at }, 'a digest waits')
      comeBack(digest, end.at)
    } catch (error) {
      digestDeps.log.warn({ digest: name, err: error }, 'a digest failed; it is tried again')
    }
  }

  function comeBack(digest: Digest, at: number): void {
    timers.get(digest.name)?.()
    const wait = Math.max(soonest, at - digestDeps.now())
    timers.set(
      digest.name,
      digestDeps.setTimer(() => void send(digest), wait),
    )
  }

  const sendAll = async () => void (await Promise.all(digests.map(send)))
  for (const digest of digests)
    engine.every(`digest ${digest.name}`, digest.schedule, digest.timezone, () => send(digest))
  if (digests.length > 0) engine.every('digests missed', lookThrough, 'UTC', sendAll)

  const find = (name: string) => digests.find((one) => one.name === name)
  return {
    start: () => void sendAll(),
    async preview(name) {
      const digest = find(name)
      return digest && previewDigest(digestDeps, digest)
    },
    details: (ask) => detailsOf(digestDeps, find(ask.digest), ask),
    heldBack: (ask) => heldBackOf(digestDeps, ask),
    async stop() {
      for (const cancel of timers.values()) cancel()
      await Promise.all(running.values())
    },
  }
}
