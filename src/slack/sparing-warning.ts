import type { Time } from '@overheard/base/time'
import type { Log } from '../model/log.ts'

const warnEveryMs = 60_000

/** Counts what strangers can cause at any rate. Warns at most once a minute, with the number since the last warning as `counted`. */
export function createSparingWarning(
  { log, now }: { log: Pick<Log, 'warn'>; now: () => Time },
  counted: string,
  sentence: string,
): (fields?: object) => void {
  let count = 0
  let warnedAt = Number.NEGATIVE_INFINITY
  return (fields = {}) => {
    count += 1
    if (Math.abs(now() - warnedAt) < warnEveryMs) return
    log.warn({ [counted]: count, ...fields }, sentence)
    count = 0
    warnedAt = now()
  }
}
