import { expect, it } from 'vitest'
import { hasDoNotDisturbOn } from '../../../src/features/do-not-disturb/decide.ts'

const told = { isScheduled: true, start: 1000, end: 2000, snoozedUntil: undefined }

it.each([
  ['before the hours of the schedule', told, 999, false],
  ['from the first moment of the schedule', told, 1000, true],
  ['at the last moment of the schedule', told, 1999, true],
  ['at the end of the schedule', told, 2000, false],
  ['if the schedule is off', { ...told, isScheduled: false }, 1500, false],
  ['during a snooze outside the schedule', { ...told, snoozedUntil: 3000 }, 2999, true],
  ['at the end of a snooze', { ...told, snoozedUntil: 3000 }, 3000, false],
  ['during a snooze without a schedule', { ...told, isScheduled: false, snoozedUntil: 500 }, 499, true],
  ['if a snooze ended during the schedule', { ...told, snoozedUntil: 1200 }, 1500, true],
  ['if the app may not see it', 'not-permitted' as const, 1500, false],
  ['if Slack does not say', 'unknown' as const, 1500, false],
])('do-not-disturb %s', (_case, given, now, isOn) => {
  expect(hasDoNotDisturbOn(given, now)).toBe(isOn)
})
