import PQueue from 'p-queue'
import { createRateLimiter, type RateLimit, type RateLimiter } from '../async/rate-limiter.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import type { Now, RequestOptions, Sleep } from './request-options.ts'

/** The service allows 300 requests a minute and token; the difference is for clocks and latencies that are not ours. */
export const requestLimit: RateLimit = { limit: 280, windowMs: 60_000 }

/** Units that polls leave to commands, so that a person's question is not refused because of polls. */
const commandReserve = 30

/**
 * The time between two requests of this process, in ms. The service accepts 100 a second from an address, and other processes may share
 * ours.
 */
export const requestSpacingMs = 15

/** A command waits at most this long, in ms, because a person gives up by then. The error says when to retry. */
const maxCommandWaitMs = 10_000

/** Decides when the requests of one token are sent. */
export type RequestBudget = {
  /**
   * Resolves when the request may be sent: commands before polls, and polls of different alerts in turn. Rejects with the signal's
   * reason, with MentionServiceError `rate_limited` if a command would wait longer than ten seconds, and with the error of the limiter.
   */
  take(ask: RequestOptions & { alert: string }): Promise<void>
  /** Sends nothing for the next `forMs`. */
  pause(forMs: number): Promise<void>
  /** For the status: requests left in the running minute, ms of a pause still to come, and requests that wait. */
  left(): Promise<{ requests: number; pausedForMs: number; waiting: number }>
}

type RequestBudgetDeps = { limiter: RateLimiter; now: Now; sleep: Sleep; spacingMs?: number }

/** The key of all requests, which count against one token. */
const key = 'mention service'

/** `limiter` may be shared with other processes. */
export function createRequestBudget({
  limiter,
  now,
  sleep,
  spacingMs = requestSpacingMs,
}: RequestBudgetDeps): RequestBudget {
  const spacing = createRateLimiter({ limit: 1, windowMs: spacingMs }, now)
  // One request at a time asks the limiter. Commands have a queue of their own, so none waits behind a poll.
  const queues = { command: new PQueue({ concurrency: 1 }), poll: new PQueue({ concurrency: 1 }) }
  const waitingOfAlert = new Map<string, number>()
  let entered = 0
  /** An error of the limiter is the answer to all requests that came before it. */
  let failure: { error: unknown; upTo: number } | undefined

  async function acquire({ priority, signal }: RequestOptions, number: number): Promise<void> {
    if (failure !== undefined && number <= failure.upTo) throw failure.error
    for (;;) {
      const waitMs = await askLimiter(priority)
      if (waitMs === 0) break
      if (priority === 'command' && waitMs > maxCommandWaitMs) throw refusedCommand(waitMs)
      await sleep(waitMs, signal)
    }
    const gapMs = await spacing.take(key, Number.POSITIVE_INFINITY)
    if (gapMs > 0) await sleep(gapMs, signal)
  }

  async function askLimiter(priority: RequestOptions['priority']): Promise<number> {
    try {
      return await limiter.take(key, 0, priority === 'command' ? 0 : commandReserve)
    } catch (error) {
      failure = { error, upTo: entered }
      throw error
    }
  }

  return {
    async take(ask) {
      const { priority, alert, signal } = ask
      signal?.throwIfAborted()
      const before = waitingOfAlert.get(alert) ?? 0
      waitingOfAlert.set(alert, before + 1)
      const number = ++entered
      try {
        const queue = queues[priority]
        const run = () => acquire(ask, number)
        if (isIdle(queue)) await runAlone(queue, run)
        // An alert's second request has a lower priority than the first request of any other alert.
        else await queue.add(run, { priority: -before, ...(signal === undefined ? {} : { signal }) })
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        const left = (waitingOfAlert.get(alert) ?? 1) - 1
        if (left > 0) waitingOfAlert.set(alert, left)
        else waitingOfAlert.delete(alert)
      }
    },
    pause: (forMs) => limiter.pause(key, forMs),
    async left() {
      const { units, pausedForMs } = await limiter.left(key)
      const waiting = Object.values(queues).reduce((sum, queue) => sum + waitingIn(queue), 0)
      return { requests: units, pausedForMs, waiting }
    },
  }
}

const waitingIn = ({ size, pending, isPaused }: PQueue) => size + pending + (isPaused ? 1 : 0)
const isIdle = (queue: PQueue) => waitingIn(queue) === 0

/** Runs a task while the queue is paused. Adding it to the idle queue would cost more than the whole budget. */
async function runAlone(queue: PQueue, run: () => Promise<void>): Promise<void> {
  queue.pause()
  try {
    await run()
  } finally {
    queue.start()
  }
}

function refusedCommand(afterMs: number): MentionServiceError {
  const what = 'No more requests to the mention service are allowed for the moment'
  return new MentionServiceError({ kind: 'rate_limited', retry: 'later', afterMs, what })
}
