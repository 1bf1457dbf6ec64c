import { describe, expect, it } from 'vitest'
import { checkRates, pollingLimits } from '../../src/engine/schedule/check-rates.ts'
import { withPlainSpaces } from '../tools/message-sketch.ts'

const limits = { mostPerMinute: 250, share: 0.5, fastestMs: 5000, slowestMs: 300_000 }

const subscriptions = (count: number, schedule = 'auto') =>
  Array.from({ length: count }, (_, index) => ({ alert: `Alert ${schedule} ${index}`, schedule }))
const warningsOf = (...all: ReturnType<typeof subscriptions>[]) =>
  checkRates(all.flat(), limits).warnings.map(({ what }) => withPlainSpaces(what))

describe('the expected time between two checks of an alert', () => {
  it.each([
    [10, 5000],
    [250, 120_000],
    [500, 120_000],
    [2000, 480_000],
  ])('of %i automatic alerts is %i ms', (count, everyMs) => {
    expect(checkRates(subscriptions(count), limits)).toMatchObject({ alerts: count, everyMs })
  })

  it('counts an alert with several subscriptions once', () => {
    const all = [...subscriptions(10), ...subscriptions(10)]
    expect(checkRates(all, limits)).toMatchObject({ alerts: 10, everyMs: 5000 })
  })
})

describe('a warning that alerts need too many requests', () => {
  it('is absent while all automatic alerts can be checked every two minutes', () => {
    expect(warningsOf(subscriptions(500))).toEqual([])
    expect(warningsOf(subscriptions(10), subscriptions(200, '*/2 * * * *'))).toEqual([])
  })

  it('names the resulting intervals of automatic alerts', () => {
    expect(warningsOf(subscriptions(2000))).toEqual([
      'The 2,000 alerts need more requests than the mention service allows: Overheard checks each every 8 minutes on average, busy alerts more often, and quiet ones at least every 12 minutes.',
    ])
  })

  it('names the requests if cron expressions need more than checks may use', () => {
    expect(warningsOf(subscriptions(2000, '*/2 * * * *'))).toEqual([
      'The schedules of the subscriptions need 1,000 requests a minute, but checks may use 250, so checks are late.',
    ])
    expect(warningsOf(subscriptions(10), subscriptions(10, '*/4 * * * * *'))).toHaveLength(1)
  })
})

it('the polls plan with five of six requests that the configuration says the service allows', () => {
  const polling = { share: 0.5, fastest: 5000, slowest: 300_000 }
  expect(pollingLimits({ ...polling, requestsPerMinute: 300 }).mostPerMinute).toBe(250)
  expect(pollingLimits({ ...polling, requestsPerMinute: 60 }).mostPerMinute).toBe(50)
})
