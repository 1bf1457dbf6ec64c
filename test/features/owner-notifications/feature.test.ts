import { expect, it } from 'vitest'
import { readConfiguration } from '../../../src/config/configuration.ts'
import { ownerNotifications } from '../../../src/features/owner-notifications/feature.ts'

it('the setup says how to name an owner, unless the configuration file names one', () => {
  expect(ownerNotifications.setupHint('overheard.yaml', {})).toBe(
    'To hear in Slack when something stops, write your member id into overheard.yaml: `owner: U0123456789` (in Slack: your profile, ⋮, Copy member ID).',
  )
  expect(ownerNotifications.setupHint('overheard.yaml', { owner: 'U0000000ANA' })).toBeUndefined()
})

it('an owner that is not a member id is an error', () =>
  expect(readConfiguration('owner: ana').errors).toEqual([
    'line 1: owner: expected a Slack member id (U…); in Slack: the profile of the person, ⋮, Copy member ID',
  ]))
