import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniqueSubscriptionName } from '../../../src/cli/setup/subscription-steps.ts'
import { readConfiguration } from '../../../src/config/configuration.ts'

describe('the suggested name of a new subscription', () => {
  it.each([
    ['is the name of the alert in lower case', 'Acme brand', [], 'acme-brand'],
    ['keeps letters of every script', 'Café 日本!', [], 'café-日本'],
    ['gets a number if the name is taken', 'Acme', ['acme', 'acme-2'], 'acme-3'],
    ['is the alert’s id if its name has no letters', '!?', [], 'alert-1001'],
  ])('%s', (_what, name, taken, wanted) => {
    expect(uniqueSubscriptionName({ id: '1001', name }, taken)).toBe(wanted)
  })

  it('is valid in the configuration, whatever the name of the alert is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const free = uniqueSubscriptionName({ id: '1', name }, [])
        const read = readConfiguration(
          JSON.stringify({ subscriptions: [{ name: free, alert: 'a', channel: '#c' }] }),
        )
        expect(read.errors).toEqual([])
      }),
    )
  })
})
