import { expect, it } from 'vitest'
import { runChecks } from '../../src/cli/doctor/findings.ts'
import { peopleChecks } from '../../src/kernel/people-check.ts'

const users = {
  nameOf: async () => 'Ana',
  presenceOf: async () => 'active' as const,
  kindOf: async () => 'member' as const,
}

const onWatch = {
  user: 'U1',
  key: 'watch.users',
  can: 'can be called',
  otherwise: 'Until then, others are called.',
  mustBeMember: true,
}

it.each([
  ['an active full member', {}, 'fine', 'U1 (Ana) can be called.'],
  ['a deactivated account', { presenceOf: async () => 'gone' as const }, 'warning', 'no active account'],
  ['a guest', { kindOf: async () => 'guest' as const }, 'warning', 'not a full member'],
  ['a person of another organisation', { kindOf: async () => 'external' as const }, 'warning', 'not a full'],
  ['a Slack that does not answer', { presenceOf: async () => 'unknown' as const }, 'unknown', 'not answer'],
])('for %s, the finding of the doctor says if the person can do it', async (...given) => {
  const [, differences, level, words] = given
  const [section] = await runChecks(peopleChecks('Watch', [onWatch], { ...users, ...differences }))
  expect(section?.findings).toMatchObject([{ level, what: expect.stringContaining(words) }])
})

it('a guest is fine if the person need not be a member', async () => {
  const guests = { ...users, kindOf: async () => 'guest' as const }
  const [section] = await runChecks(peopleChecks('Owner', [{ ...onWatch, mustBeMember: false }], guests))
  expect(section?.findings).toMatchObject([{ level: 'fine' }])
})

it('a warning names the key to correct, and what happens until then', async () => {
  const gone = { ...users, presenceOf: async () => 'gone' as const }
  const [section] = await runChecks(peopleChecks('Watch', [onWatch], gone))
  expect(section?.findings[0]?.whatToDo).toBe(
    'Correct `watch.users` in the configuration file. Until then, others are called.',
  )
})

it('without people, the doctor checks nobody', () => {
  expect(peopleChecks('Watch', [], users)).toEqual([])
})

it('without a bot token, the doctor says that the people are not checked', async () => {
  const [section] = await runChecks(peopleChecks('Watch', [onWatch], undefined))
  expect(section?.findings).toMatchObject([{ level: 'unknown' }])
})
