import type { Ms, Time } from '@overheard/base/time'
import { coversEachDateOnce, dueAt, periodsOf } from '../digests/content/period.ts'
import { type ProblemText, warningTexts } from '../messages/problems/problem-texts.ts'
import type { Digest } from '../model/subscription.ts'
import { nextRunOf } from '../scheduler/cron.ts'
import { fieldsOf } from '../scheduler/cron-tasks.ts'

const halfYearMs = 183 * 86_400_000

/** Says which digests do not do exactly what their schedules say. */
export function digestScheduleWarnings(digests: Digest[], now: Time): ProblemText[] {
  return digests.flatMap((digest) => {
    const { name, schedule, period } = digest
    const waitsFor = longestWait(digest, now)
    return [
      ...(coversEachDateOnce(digest) ? [] : [warningTexts.digestSinceLast(name, schedule, period)]),
      ...(runsPerDate(schedule) > 1 ? [warningTexts.digestOncePerDate(name, schedule)] : []),
      ...(waitsFor > 0 ? [warningTexts.digestWaits(name, digest.timezone, waitsFor)] : []),
    ]
  })
}

/** Tries a run now and one half a year later, because the wait is an hour longer or shorter if the clocks change. */
function longestWait(digest: Digest, now: Time): Ms {
  const nextRun = nextRunOf(digest.schedule, digest.timezone)
  const periodOf = periodsOf(digest)
  const waits = [now, now + halfYearMs].map((from) => {
    const slot = nextRun(from)
    return slot === undefined ? 0 : dueAt(slot, periodOf(slot)) - slot
  })
  return Math.max(...waits)
}

/** Returns how many times a schedule runs on each of its dates. */
function runsPerDate(expression: string): number {
  const fields = fieldsOf(expression)
  return fields.hour.length * fields.minute.length * fields.second.length
}
