import { describe, expect, it } from 'vitest'
import { subscriptionKind } from '../src/stored-kinds.ts'
import { everySetting } from './tools/every-setting.ts'

/** A value that nobody can plan with would end the process at its start; a damaged record only stops its own subscription. */
describe('a stored subscription', () => {
  const stored = (change: object) =>
    subscriptionKind.schema.safeParse({
      subscription: { ...everySetting(), ...change },
      created: { by: 'U1', at: 0 },
    }).success

  it.each([{}, { schedule: 'auto' }, { schedule: '*/5 * * * *', timezone: 'Europe/Berlin' }])(
    'is read with %j',
    (change) => {
      expect(stored(change)).toBe(true)
    },
  )

  it.each([
    { schedule: '1097 * * * *' },
    { schedule: '' },
    { schedule: 'every hour' },
    { timezone: 'Mars/Olympus' },
    { quiet: { from: '22:00', to: '07:00', timezone: 'Mars/Olympus' } },
  ])('is damaged with %j', (change) => {
    expect(stored(change)).toBe(false)
  })
})
