import type { SteadyClock } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import { createRateLimiter, type RateLimit, type RateLimiter } from '@overheard/base/rate-limiter'
import type { Ms } from '@overheard/base/time'
import PQueue from 'p-queue'
import type { Id } from '../id.ts'
import { MentionServiceError } from '../mention-service-error.ts'
import { type RequestShares, requestShares } from '../request-limit.ts'
import type { RequestOptions, Sleep } from './request-options.ts'

/** Assumed, too: so many requests a second are allowed for an IP address. */
export const assumedRequestsPerSecond = 100

const windowMs: Ms = 60_000
export const requestLimit = ({ all }: RequestShares): RateLimit => ({ limit: all, windowMs })

/**
 * The time between two requests of all processes, in ms: two thirds of what the service is assumed to accept from an IP address, because other
 * programs may share ours.
 */
export const requestSpacingMs: Ms = 1500 / assumedRequestsPerSecond

/** A command waits at most this long, in ms, because a person gives up after this time. The error says when to try again. */
const maxCommandWaitMs = 10_000

/** A shorter wait of a poll, in ms, is not told. */
const longPollWaitMs: Ms = 30_000

export type RequestBudget = {
  /** The requests that all processes send at most in a minute. */
  perMinute: number
  /**
   * Resolves when the request may be sent. Commands come before polls, and the alerts take turns. Rejects with the signal's reason, with
   * MentionServiceError `rate_limited` if a command would wait longer than ten seconds, and with the error of the limiter.
   */
  take(ask: RequestOptions & { alert: Id }): Promise<void>
  pause(forMs: Ms): Promise<void>
  /** Returns the requests that are left in this minute, the rest of a pause in ms, and the number of waiting requests. */
  left(): Promise<{ requests: number; pausedForMs: Ms; waiting: number }>
}

/**
 * `limiter` counts the requests of polls. `commandLimiter` counts those of commands, and knows what is left of both; it is the same by default.
 * `processes` returns the number of processes that send requests.
 */
type RequestBudgetDeps = {
  shares?: RequestShares
  limiter: RateLimiter
  commandLimiter?: RateLimiter
  steady: SteadyClock
  sleep: Sleep
  spacingMs?: Ms
  processes?: () => number
  /** Is told how long the service has asked to wait. */
  onPause?: (forMs: Ms) => void
  /** Is told how long a poll has waited for its request, if the service has not asked for that. */
  onPollWait?: (ms: Ms) => void
}

export const requestKey = 'mention service'
const key = requestKey

export function createRequestBudget({
  shares = requestShares(),
  limiter,
  commandLimiter = limiter,
  steady,
  sleep,
  spacingMs = requestSpacingMs,
  processes = () => 1,
  onPause = () => undefined,
  onPollWait = () => undefined,
}: RequestBudgetDeps): RequestBudget {
  const ofCommands = createRateLimiter({ limit: shares.commands, windowMs }, steady)
  const spacing = createRateLimiter({ limit: 1, windowMs: spacingMs }, steady)
  // Each queue asks the limiter for one request at a time. Commands have their own queue, so that none waits behind a poll.
  const queues = { command: new PQueue({ concurrency: 1 }), poll: new PQueue({ concurrency: 1 }) }
  const waitingOfAlert = new Map<string, number>()
  let entered = 0
  /** An error of the limiter rejects all requests that came before it (up to number `upTo`). */
  let failure: { error: unknown; upTo: number } | undefined

  async function waitForRoom(
    priority: RequestOptions['priority'],
    signal: AbortSignal | undefined,
    since: Ms,
  ): Promise<void> {
    for (;;) {
      const waitMs = await askLimiter(priority)
      const waitedMs = steady() - since + waitMs
      if (priority === 'poll' && waitedMs >= longPollWaitMs) await tellWait(waitedMs)
      if (waitMs === 0) return
      if (priority === 'command' && waitMs > maxCommandWaitMs) throw refusedCommand(waitMs)
      await sleep(waitMs, signal)
    }
  }

  async function askLimiter(priority: RequestOptions['priority']): Promise<number> {
    try {
      return await (priority === 'command' ? commandLimiter.take(key) : limiter.take(key, 0, shares.reserve))
    } catch (error) {
      failure = { error, upTo: entered }
      throw error
    }
  }

  /** The processes divide the share of commands. */
  async function takeShare(signal: AbortSignal | undefined): Promise<void> {
    const ofOthers = Math.floor(shares.commands - shares.commands / processes())
    const waitMs = await ofCommands.take(key, maxCommandWaitMs, ofOthers)
    if (waitMs > maxCommandWaitMs) throw refusedCommand(waitMs)
    if (waitMs > 0) await sleep(waitMs, signal)
  }

  async function tellWait(ms: Ms): Promise<void> {
    const { pausedForMs } = await commandLimiter.left(key)
    if (pausedForMs === 0) onPollWait(ms)
  }

  return {
    perMinute: shares.all,
    async take(ask) {
      const { priority, alert, signal } = ask
      signal?.throwIfAborted()
      const before = waitingOfAlert.get(alert) ?? 0
      waitingOfAlert.set(alert, before + 1)
      const number = ++entered
      const since = steady()
      try {
        const queue = queues[priority]
        const run = async () => {
          if (failure !== undefined && number <= failure.upTo) throw failure.error
          if (priority === 'command') await takeShare(signal)
          await waitForRoom(priority, signal, since)
          const gapMs = await spacing.take(key, Number.POSITIVE_INFINITY)
          // Each of the other processes may send a request before the next one of this process.
          for (let other = 1; other < processes(); other++) await spacing.take(key, Number.POSITIVE_INFINITY)
          if (gapMs > 0) await sleep(gapMs, signal)
        }
        if (waitingIn(queue) === 0) await runAlone(queue, run)
        // The second request of an alert has a lower priority than the first request of any other alert.
        else await queue.add(run, { priority: -before, ...defined({ signal }) })
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        const left = (waitingOfAlert.get(alert) ?? 1) - 1
        if (left > 0) waitingOfAlert.set(alert, left)
        else waitingOfAlert.delete(alert)
      }
    },
    async pause(forMs) {
      onPause(forMs)
      await limiter.pause(key, forMs)
      if (commandLimiter !== limiter) await commandLimiter.pause(key, forMs)
    },
    async left() {
      const { units, pausedForMs } = await commandLimiter.left(key)
      const waiting = waitingIn(queues.command) + waitingIn(queues.poll)
      return { requests: units, pausedForMs, waiting }
    },
  }
}

/** Gives a part of the budget of commands away: at most `limit` requests a minute, by all processes together. */
export function limitedBudget(
  budget: RequestBudget,
  limiter: RateLimiter,
  part: { key: string; limit: number },
): RequestBudget {
  return {
    ...budget,
    async take(ask) {
      const waitMs = await limiter.take(part.key, 0, Math.max(0, budget.perMinute - part.limit))
      if (waitMs > 0) throw refusedCommand(waitMs)
      await budget.take(ask)
    },
  }
}

const waitingIn = ({ size, pending, isPaused }: PQueue) => size + pending + (isPaused ? 1 : 0)

/** Runs a task while the queue is paused. Adding the task to the idle queue would cost more CPU than the rest of the budget. */
async function runAlone(queue: PQueue, run: () => Promise<void>): Promise<void> {
  queue.pause()
  try {
    await run()
  } finally {
    queue.start()
  }
}

function refusedCommand(afterMs: Ms): MentionServiceError {
  const what = 'No more requests to the mention service are allowed for the moment'
  return new MentionServiceError({ kind: 'rate_limited', retry: 'later', afterMs, what })
}
