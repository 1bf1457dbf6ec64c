import { MentionServiceError } from '../model/mention-service-error.ts'
import type { Now, RequestOptions, Sleep } from './request-options.ts'

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

/** Somebody who waits for a request. `alert` is what polls are served in turn by. */
type WaitingRequest = {
  priority: 'command' | 'poll'
  alert: string
  go: () => void
  refuse: (reason: unknown) => void
}

/** Who waits, and who is next: commands in the order they came, then polls, one of each alert in turn. */
function createRequestQueue() {
  let commands: WaitingRequest[] = []
  const polls = new Map<string, WaitingRequest[]>()

  function nextPoll(): WaitingRequest | undefined {
    const alert = polls.keys().next().value ?? ''
    const waiting = polls.get(alert) ?? []
    const waiter = waiting.shift()
    // A Map keeps the order of insertion: put back, the alert stands at the end.
    polls.delete(alert)
    if (waiting.length > 0) polls.set(alert, waiting)
    return waiter
  }

  return {
    add(waiter: WaitingRequest): void {
      if (waiter.priority === 'command') commands.push(waiter)
      else polls.set(waiter.alert, [...(polls.get(waiter.alert) ?? []), waiter])
    },
    remove(waiter: WaitingRequest): void {
      commands = commands.filter((other) => other !== waiter)
      const rest = polls.get(waiter.alert)?.filter((other) => other !== waiter) ?? []
      if (rest.length > 0) polls.set(waiter.alert, rest)
      else polls.delete(waiter.alert)
    },
    /** Takes the next one out. */
    next(): WaitingRequest | undefined {
      return commands.shift() ?? nextPoll()
    },
    hasCommand: (): boolean => commands.length > 0,
    size: (): number => commands.length + [...polls.values()].reduce((sum, { length }) => sum + length, 0),
    isEmpty: (): boolean => commands.length === 0 && polls.size === 0,
    /** Takes out all commands: they are not going to be served in time. */
    takeCommands: (): WaitingRequest[] => commands.splice(0),
  }
}

/**
 * How many requests a token may still make: the counting part of the budget, small enough to be shared by several
 * processes through a database.
 */
export type RequestRateLimiter = {
  /**
   * Takes one request, if more than `reserve` are left, and answers 0; otherwise takes none and answers after how many
   * ms it is worth asking again.
   */
  take(reserve: number): Promise<number>
  /** Nothing may be taken until then (epoch ms); never shortens a pause. */
  pause(untilMs: number): Promise<void>
  /** What is left at this moment, for the status: requests, and the ms of a pause that are still to come. */
  left(): Promise<{ requests: number; pausedForMs: number }>
}

/** The service allows 300 a minute and token; the difference is for clocks and latencies that are not ours. */
export const requestsPerMinute = 280

const oneMinuteMs = 60_000

/** No pause is longer, whoever asks for it; a clock that was set back cannot make it so either. */
export const maxPauseMs = 15 * 60_000

/** The allowance of one process: at most `most` requests in any 60 s, counted exactly. */
export function createRequestRateLimiter(now: Now, most: number = requestsPerMinute): RequestRateLimiter {
  let taken: number[] = []
  let pausedUntil = 0

  function forget(at: number): void {
    // After the clock was set back, what was taken "later" counts from now on, and a pause keeps its bound.
    if ((taken.at(-1) ?? 0) > at) taken = taken.map((time) => Math.min(time, at))
    pausedUntil = Math.min(pausedUntil, at + maxPauseMs)
    const stale = taken.findIndex((time) => time > at - oneMinuteMs)
    taken.splice(0, stale === -1 ? taken.length : stale)
  }

  return {
    async take(reserve) {
      const at = now()
      forget(at)
      if (pausedUntil > at) return pausedUntil - at
      const allowed = Math.max(1, most - reserve)
      const blocking = taken[taken.length - allowed]
      if (blocking !== undefined) return blocking + oneMinuteMs - at
      taken.push(at)
      return 0
    },
    async pause(untilMs) {
      pausedUntil = Math.max(pausedUntil, untilMs)
    },
    async left() {
      const at = now()
      forget(at)
      return { requests: most - taken.length, pausedForMs: Math.max(0, pausedUntil - at) }
    },
  }
}
