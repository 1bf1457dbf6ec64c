import { expect, it } from 'vitest'
import { watchChecks } from '../../../src/features/watch/doctor.ts'
import { runChecks } from '../../../src/model/finding.ts'

const users = {
  nameOf: async () => 'Ana',
  presenceOf: async () => 'active' as const,
  kindOf: async () => 'member' as const,
}

it.each([
  ['an active full member', {}, 'fine', 'U1 (Ana) can be called'],
  ['a deactivated account', { presenceOf: async () => 'gone' as const }, 'warning', 'no active account'],
  ['a guest', { kindOf: async () => 'guest' as const }, 'warning', 'not a full member'],
  ['a person of another organisation', { kindOf: async () => 'external' as const }, 'warning', 'not a full'],
  ['a Slack that does not answer', { presenceOf: async () => 'unknown' as const }, 'unknown', 'not answer'],
])('for %s on the watch, the finding of the doctor says if the person can be called', async (...given) => {
  const [, differences, level, words] = given
  const [section] = await runChecks(watchChecks(['U1'], { ...users, ...differences }))
  expect(section?.findings).toMatchObject([{ level, what: expect.stringContaining(words) }])
})

it('without a watch in the configuration, the doctor checks no person', () => {
  expect(watchChecks(undefined, users)).toEqual([])
})

it('without a bot token, the doctor says that the people on watch are not checked', async () => {
  const [section] = await runChecks(watchChecks(['U1'], undefined))
  expect(section?.findings).toMatchObject([{ level: 'unknown' }])
})
