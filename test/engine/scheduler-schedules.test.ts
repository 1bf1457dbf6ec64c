import { expect, it } from 'vitest'
import { createCronSchedules } from '../../src/engine/schedule/poll-scheduler.ts'
import { subscriptionOf } from '../tools/story-world.ts'

function open() {
  const entries: { what: string; tick: () => unknown }[] = []
  const fired: string[][] = []
  const all = [
    subscriptionOf({ name: 'one', schedule: '*/2 * * * *', timezone: 'UTC' }),
    subscriptionOf({ name: 'other', schedule: '*/2 * * * *', timezone: 'UTC' }),
    subscriptionOf({ name: 'elsewhere', schedule: '0 9 * * *', timezone: 'Europe/Berlin' }),
    subscriptionOf({ name: 'at nine, too', schedule: '0 9 * * *', timezone: 'UTC' }),
  ]
  const ensure = createCronSchedules(
    (cron, zone, tick) => void entries.push({ what: `${cron} in ${zone}`, tick }),
    async (isOn) => void fired.push(all.filter(isOn).map(({ name }) => name)),
  )
  for (const subscription of all) ensure(subscription)
  return { entries, fired }
}

it('each distinct schedule and time zone has one timer, for any number of subscriptions', () => {
  expect(open().entries.map(({ what }) => what)).toEqual([
    '*/2 * * * * in UTC',
    '0 9 * * * in Europe/Berlin',
    '0 9 * * * in UTC',
  ])
})

it('a schedule that fires makes its subscriptions due, and no others', async () => {
  const { entries, fired } = open()
  for (const { tick } of entries) await tick()
  expect(fired).toEqual([['one', 'other'], ['elsewhere'], ['at nine, too']])
})
