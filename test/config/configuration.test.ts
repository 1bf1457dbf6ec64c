import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../src/config/configuration.ts'
import { defaults } from './defaults.ts'

describe('a valid configuration', () => {
  it.each([
    ['the file is empty', ''],
    ['the file has only comments', '# nothing yet\n'],
    ['its lists are empty', 'subscriptions: []\ndigests:\n'],
  ])('has no subscriptions if %s', (_when, text) => {
    expect(readConfiguration(text)).toEqual({
      configuration: {
        ...defaults,
        subscriptions: [],
        digests: [],
        written: expect.anything(),
      },
      errors: [],
    })
  })

  it('has a default value for every key that the file leaves out', () => {
    const text = `
subscriptions: [{name: acme, alert: Acme brand, channel: C0123456789}]
digests: [{name: weekly, channel: '#marketing', alerts: [Acme brand]}]`
    expect(readConfiguration(text)).toEqual({
      errors: [],
      configuration: {
        ...defaults,
        subscriptions: [
          {
            name: 'acme',
            alert: 'Acme brand',
            channel: 'C0123456789',
            schedule: 'auto',
            timezone: 'UTC',
            only: {},
            except: {},
            backfill: 0,
            burst: 5,
          },
        ],
        digests: [
          {
            name: 'weekly',
            channel: '#marketing',
            alerts: ['Acme brand'],
            schedule: '0 9 * * 1',
            timezone: 'UTC',
            period: 'week',
            whenEmpty: 'line',
            people: false,
          },
        ],
        written: expect.anything(),
      },
    })
  })

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['1001', '1001'],
    ["'007'", '007'],
    ['Acme brand', 'Acme brand'],
  ])('reads the alert %s as the text %j', (written, alert) => {
    expect(readConfiguration(`subscriptions: [{name: a, alert: ${written}, channel: C1}]`)).toMatchObject({
      configuration: { subscriptions: [{ alert }] },
    })
  })

  it.each([
    ['*/5 * * * *', 'UTC'],
    ['30 * * * * *', 'UTC'],
    ['0 9 * * 1-5', 'Asia/Tokyo'],
    ['0 */2 * * *', 'Asia/Tokyo'],
  ])(
    'reads the schedule %s in the time zone %s, because the zone matters only if the schedule names hours',
    (schedule, timezone) => {
      const text = `timezone: Europe/Berlin\nsubscriptions: [{name: a, alert: A, channel: C1, timezone: Asia/Tokyo, schedule: '${schedule}'}]`
      expect(readConfiguration(text)).toMatchObject({ configuration: { subscriptions: [{ timezone }] } })
    },
  )
})
