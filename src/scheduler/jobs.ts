import type { SetTimer } from '@overheard/base/clock'
import { coalesced } from '@overheard/base/serial'
import type { Ms, Time } from '@overheard/base/time'
import { FencedError } from '../model/fenced-error.ts'
import { errorMessage, type Log } from '../model/log.ts'
import type { Every } from './cron-ticker.ts'
import type { Leadership } from './leadership.ts'

/**
 * Adds a job, which runs in the leader only: at its times, and when this process begins to lead. Two runs never overlap: a run that is due
 * during another one follows it.
 */
export type AddJob = (
  name: string,
  run: () => Promise<void>,
) => {
  every(cron: string, timezone: string): void
  /** Also runs the job at this time, if no other run begins before. A later call replaces the time. */
  again(at: Time): void
  /** Also runs the job now, or `apartMs` after the beginning of its last run. */
  soon(): void
}

/** Records can change in each moment, so two runs that follow changes begin at least this time (ms) one after the other. */
const apartMs: Ms = 2000

type JobsDeps = {
  now: () => Time
  setTimer: SetTimer
  every: Every
  leadership: Pick<Leadership, 'leads' | 'attach'>
  log: Pick<Log, 'warn'>
}

export function createJobs({ now, setTimer, every, leadership, log }: JobsDeps): AddJob {
  const jobs: { start(): Promise<void>; resume(): void; cancel(): void }[] = []
  let isOpen = false
  leadership.attach({
    begin() {
      isOpen = true
      for (const job of jobs) void job.start()
    },
    resume() {
      for (const job of jobs) job.resume()
    },
    async end() {
      isOpen = false
      for (const job of jobs) job.cancel()
      await Promise.all(jobs.map((job) => job.start()))
    },
  })
  return (name, run) => {
    let isDue = false
    let cancel = () => {}
    let began = Number.NEGATIVE_INFINITY
    let cancelSoon: (() => void) | undefined
    const begin = coalesced(async () => {
      // A job that is due while the lease is too old runs when the lease is renewed.
      if (!isOpen || !leadership.leads()) return
      isDue = false
      began = now()
      cancel()
      try {
        await run()
      } catch (error) {
        if (error instanceof FencedError) return
        const fields = { schedule: name, error: errorMessage(error) }
        log.warn(fields, 'a scheduled run failed with an error; it runs again at its next time')
      }
    })
    const start = () => {
      isDue = isOpen
      return begin()
    }
    function cancelAll(): void {
      cancel()
      cancelSoon?.()
      cancelSoon = undefined
    }
    jobs.push({ start, resume: () => void (isDue && begin()), cancel: cancelAll })
    return {
      every: (cron, timezone) => every(cron, timezone, start),
      again(at) {
        cancel()
        if (isOpen) cancel = setTimer(start, Math.max(0, at - now()))
      },
      soon() {
        if (!isOpen || cancelSoon !== undefined) return
        const begin = () => {
          cancelSoon = undefined
          return start()
        }
        cancelSoon = setTimer(begin, Math.max(0, Math.min(apartMs, began + apartMs - now())))
      },
    }
  }
}
