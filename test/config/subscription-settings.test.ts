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
    ['    notify: { users: [ana], when: { sentiment: [negative] } }', 'expected a Slack member id (U…)'],
    ['    dedupe: title', 'line 6: subscriptions[0].dedupe'],
  ])('the invalid line %j leads to an error with the text "%s"', (more, error) =>
    expect(String(subscription(more))).toContain(error),
  )
})

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
    return read.configuration.subscriptions.map((one) => one.escalateAfter)
  }
  const watch = 'watch: { users: [U1], from: 2026-11-23 }\n'

  it('is 15 minutes for subscriptions with notify if there is a watch, unless the subscription switches it off', () =>
    expect(escalations(watch)).toEqual([undefined, 15 * 60_000, undefined]))

  it('of the file counts for all subscriptions with notify', () => {
    expect(escalations(`${watch}escalateAfter: 1h\n`)).toEqual([undefined, 3_600_000, undefined])
    expect(escalations(`${watch}escalateAfter: off\n`)).toEqual([undefined, undefined, undefined])
  })

  it('is off without a watch', () => expect(escalations('')).toEqual([undefined, undefined, undefined]))
})

it('the configuration key admins accepts only Slack member ids', () => {
  const read = readConfiguration('admins: [U0123456789]\n')
  expect('configuration' in read && read.configuration.admins).toEqual(['U0123456789'])
  expect(readConfiguration('admins: [ana]\n').errors).toEqual([
    'line 1: admins[0]: expected a Slack member id (U…)',
  ])
})
