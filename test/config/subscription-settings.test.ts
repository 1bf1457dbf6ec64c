import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../src/config/configuration.ts'

const file = (more: string) =>
  `timezone: Europe/Berlin\nsubscriptions:\n  - name: acme\n    alert: Acme\n    channel: '#brand'\n${more}`
const subscription = (more: string) => {
  const read = readConfiguration(file(more))
  return 'configuration' in read ? read.configuration.subscriptions[0] : read.errors
}

describe('in the settings of a subscription,', () => {
  it('quiet hours use the time zone of the configuration file, unless they name their own', () => {
    const hours = "    quiet: { from: '22:00', to: '07:00', days: [mon, fri]"
    expect(subscription(`${hours} }`)).toMatchObject({
      quiet: { timezone: 'Europe/Berlin', days: ['mon', 'fri'] },
    })
    expect(subscription(`${hours}, timezone: Asia/Tokyo }`)).toMatchObject({
      quiet: { timezone: 'Asia/Tokyo' },
    })
  })

  it('style, dedupe and notify are read, and missing parts of notify get defaults', () => {
    const more =
      '    style: compact\n    dedupe: url\n    notify: { users: [U1], when: { sentiment: [negative] } }\n'
    expect(subscription(more)).toMatchObject({
      style: 'compact',
      dedupe: 'url',
      notify: { users: ['U1'], groups: [], here: false, when: { sentiment: ['negative'] } },
    })
  })

  it('dedupe accepts the value story', () =>
    expect(subscription('    dedupe: story\n')).toMatchObject({ dedupe: 'story' }))

  it.each([
    [
      "    quiet: { from: '25:00', to: '07:00' }",
      "line 6: subscriptions[0].quiet.from: expected a time of day in quotes ('22:00')",
    ],
    [
      "    quiet: { from: '22:00', to: '07:00', urgent: {} }",
      'line 6: subscriptions[0].quiet.urgent: an empty condition',
    ],
    ["    quiet: { from: '22:00', to: '07:00', days: [monday] }", 'line 6: subscriptions[0].quiet.days[0]'],
    ['    notify: { when: { sentiment: [negative] } }', 'line 6: subscriptions[0].notify: nobody to notify'],
    [
      '    notify: { users: [ana], when: { sentiment: [negative] } }',
      'expected a Slack member id (U…); in Slack: the profile of the person, ⋮, Copy member ID',
    ],
    ['    dedupe: title', 'line 6: subscriptions[0].dedupe'],
  ])('the invalid line %j leads to an error with the text "%s"', (more, error) =>
    expect(String(subscription(more))).toContain(error),
  )
})

it('the configuration key admins accepts only Slack member ids', () => {
  const read = readConfiguration('admins: [U0123456789]\n')
  expect('configuration' in read && read.configuration.admins).toEqual(['U0123456789'])
  expect(readConfiguration('admins: [ana]\n').errors).toEqual([
    'line 1: admins[0]: expected a Slack member id (U…); in Slack: the profile of the person, ⋮, Copy member ID',
  ])
})
