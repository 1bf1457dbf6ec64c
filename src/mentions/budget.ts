import type { RequestRateLimiter } from './allowance.ts'
import { MentionServiceError } from './error.ts'
import type { RequestOptions, Sleep } from './ports.ts'
import { createRequestQueue, type WaitingRequest } from './queue.ts'

/** The requests of one token: who may send the next one, and when. */
export type RequestBudget = {
  /**
   * Resolves when a request may be sent: commands first, then the alerts in turn (`alert` is any key of one).
   * Rejects with the signal's reason when it is aborted, with MentionServiceError `rate_limited` when a command would
   * have to wait longer than a person does, and with the allowance's own error when that cannot be asked.
   */
  take(ask: RequestOptions & { alert: string }): Promise<void>
  /** Nothing is sent until then (epoch ms), at most 15 minutes from now. */
  pause(untilMs: number): Promise<void>
  /** For the status: requests left within the running minute, ms of pause to come, and how many wait. */
  left(): Promise<{ requests: number; pausedForMs: number; waiting: number }>
}

/** What polls leave for commands, so that a person's question is not the 281st. */
const commandReserve = 30

/** Between two requests, in ms: the service takes 100 a second from an address, of which another process may send some. */
export const requestSpacingMs = 15

/** A person has given up by then; the error says when to try again. */
const maxCommandWaitMs = 10_000

/** `everyMs`: so long after one request the next one goes, in ms; 0: at once. */
type RequestBudgetDeps = { allowance: RequestRateLimiter; sleep: Sleep; everyMs?: number }

/** A budget in front of an allowance, which may be shared with other processes. */
export function createRequestBudget({
  allowance,
  sleep,
  everyMs = requestSpacingMs,
}: RequestBudgetDeps): RequestBudget {
  const queue = createRequestQueue()
  let serving = false
  let wake = new AbortController()

  async function serve(): Promise<void> {
    if (serving) return
    serving = true
    try {
      while (!queue.isEmpty()) {
        const isForCommand = queue.hasCommand()
        const waitMs = await allowance.take(isForCommand ? 0 : commandReserve)
        if (waitMs > 0) await waitForLimiter(waitMs, isForCommand)
        else await releaseNext()
      }
    } catch (error) {
      for (let waiter = queue.next(); waiter !== undefined; waiter = queue.next()) waiter.refuse(error)
    } finally {
      serving = false
    }
  }

  async function releaseNext(): Promise<void> {
    queue.next()?.go()
    // Also where nobody waits: those who come one by one are as many in a second as those who came together.
    if (everyMs > 0) await sleep(everyMs)
  }

  async function waitForLimiter(waitMs: number, isForCommand: boolean): Promise<void> {
    if (isForCommand && waitMs > maxCommandWaitMs) refuseCommands(waitMs)
    else if (!queue.isEmpty() && isForCommand === queue.hasCommand()) await sleepUntilWoken(waitMs)
    // Otherwise somebody came or went while the allowance was asked: ask again for those who wait now.
  }

  function refuseCommands(afterMs: number): void {
    const what = 'No more requests to the mention service are allowed for the moment'
    for (const { refuse } of queue.takeCommands())
      refuse(new MentionServiceError({ kind: 'rate_limited', retry: 'later', afterMs, what }))
  }

  /** Ends early when a command comes (it may use the reserve) or a waiter gives up (it may have been the last). */
  async function sleepUntilWoken(ms: number): Promise<void> {
    wake = new AbortController()
    const { signal } = wake
    await sleep(ms, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }

  function enter(waiter: WaitingRequest): void {
    queue.add(waiter)
    if (waiter.priority === 'command') wake.abort()
    void serve()
  }

  return {
    take: (ask) => waitInQueue(queue, ask, { came: enter, left: () => wake.abort() }),
    pause: (untilMs) => allowance.pause(untilMs),
    left: async () => ({ ...(await allowance.left()), waiting: queue.size() }),
  }
}

/** Resolves when it is let go. Whoever gives up leaves the line, and it is said that somebody has. */
function waitInQueue(
  queue: Pick<ReturnType<typeof createRequestQueue>, 'remove'>,
  { priority, alert, signal }: Parameters<RequestBudget['take']>[0],
  { came: onEnter, left: onLeave }: { came: (waiter: WaitingRequest) => void; left: () => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const waiter: WaitingRequest = { priority, alert, go: leaveWith(resolve), refuse: leaveWith(reject) }
    const giveUp = () => {
      queue.remove(waiter)
      onLeave()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    onEnter(waiter)

    function leaveWith<Value>(settle: (value: Value) => void): (value: Value) => void {
      return (value) => {
        signal?.removeEventListener('abort', giveUp)
        settle(value)
      }
    }
  })
}
