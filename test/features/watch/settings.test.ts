import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfiguration } from '../../../src/config/configuration.ts'
import { escalationOf, keys } from '../../../src/features/watch/settings.ts'

it.each([
  [
    'a person who is twice on the watch, at the line of the second entry',
    'onDuty:\n  from: 2026-11-23\n  users:\n    - U1\n    - U2\n    - U1\n',
    "line 6: onDuty.users[2]: 'U1' is already in the list",
  ],
  [
    'hours of the watch that are no hours',
    'onDuty:\n  from: 2026-11-23\n  users: [U1]\n  hours: nights\n',
    'line 4: onDuty.hours: expected working, or a list of hours with days, from and to',
  ],
  [
    'a watch without people',
    'onDuty:\n  from: 2026-11-23\n  users: []\n',
    'line 3: onDuty.users: an empty list',
  ],
  [
    'a person on the watch who is named instead of given by id',
    'onDuty:\n  from: 2026-11-23\n  users: [ana]\n',
    'line 3: onDuty.users[0]: expected a Slack member id (U…); in Slack: the profile of the person, ⋮, Copy member ID',
  ],
  [
    'a first day of the watch that does not exist',
    'onDuty:\n  users: [U1]\n  from: 2026-11-31\n',
    'line 3: onDuty.from: expected a date (such as 2026-11-23)',
  ],
  [
    'an unknown time zone of the watch',
    'onDuty:\n  users: [U1]\n  from: 2026-11-23\n  timezone: Mars/Base\n',
    "line 4: onDuty.timezone: 'Mars/Base' is not an IANA time zone (such as Europe/Berlin)",
  ],
  [
    'escalateAfter without a watch',
    'timezone: UTC\nescalateAfter: 15m\n',
    'line 2: escalateAfter: nobody can be told, because `onDuty` is missing',
  ],
  [
    'escalateAfter of a subscription without notify',
    'onDuty: { users: [U1], from: 2026-11-23 }\nsubscriptions:\n  - {name: a, alert: A, channel: C1, escalateAfter: 5m}',
    'line 3: subscriptions[0].escalateAfter: only mentions of `notify.when` are urgent, and `notify` is missing',
  ],
  [
    'an escalateAfter of no length',
    'onDuty: { users: [U1], from: 2026-11-23 }\nescalateAfter: 0s\n',
    'line 2: escalateAfter: expected at least 1s and at most 7d',
  ],
])('the configuration with %s is an error', (_what, text, error) =>
  expect(readConfiguration(text).errors).toEqual([error]),
)

describe('escalateAfter', () => {
  const escalations = (file: string) => {
    const read = readConfiguration(
      `${file}\nsubscriptions:\n${[
        '  - {name: a, alert: A, channel: C1}',
        '  - {name: b, alert: A, channel: C1, notify: {here: true, when: {sentiment: [negative]}}}',
        '  - {name: c, alert: A, channel: C1, notify: {here: true, when: {sentiment: [negative]}}, escalateAfter: off}',
      ].join('\n')}`,
    )
    if (!('configuration' in read)) throw new Error(read.errors.join('; '))
    const { subscriptions, written } = read.configuration
    return subscriptions.map(escalationOf(z.object(keys.file).parse(written)))
  }
  const watch = 'onDuty: { users: [U1], from: 2026-11-23 }\n'

  it('is 15 minutes for subscriptions with notify if there is a watch, unless the subscription switches it off', () =>
    expect(escalations(watch)).toEqual([undefined, 15 * 60_000, undefined]))

  it('of the file counts for all subscriptions with notify', () => {
    expect(escalations(`${watch}escalateAfter: 1h\n`)).toEqual([undefined, 3_600_000, undefined])
    expect(escalations(`${watch}escalateAfter: off\n`)).toEqual([undefined, undefined, undefined])
  })

  it('is off without a watch', () => expect(escalations('')).toEqual([undefined, undefined, undefined]))
})

it('the key watch, which is now called onDuty, means the same', () => {
  const plan = '{ users: [U1], from: 2026-11-23, handover: "08:30" }'
  const [before, today] = ['watch', 'onDuty'].map((name) =>
    readConfiguration(`${name}: ${plan}\nsubscriptions: []`),
  )
  expect(before?.errors).toEqual([])
  expect(before).toMatchObject({ configuration: { renamed: [{ formerly: 'watch', name: 'onDuty' }] } })
  expect(before).toMatchObject(today ?? {})
})
