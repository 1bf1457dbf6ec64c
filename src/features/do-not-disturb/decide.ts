import type { Time } from '@overheard/base/time'
import type { DoNotDisturbOf } from '../../slack/do-not-disturb.ts'

type Told = Awaited<ReturnType<DoNotDisturbOf>>

/** True if Slack shows the person no notifications at a time (UTC, ms). A person of whom Slack tells nothing can be called. */
export function hasDoNotDisturbOn(told: Told, now: Time): boolean {
  if (told === 'not-permitted' || told === 'unknown') return false
  const { isScheduled, start, end, snoozedUntil } = told
  return (isScheduled && start <= now && now < end) || (snoozedUntil !== undefined && now < snoozedUntil)
}
