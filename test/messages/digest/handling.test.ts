import { expect, it } from 'vitest'
import { handledExplained, handledLines } from '../../../src/messages/digest/handling.ts'

it.each([
  [0, 1, '0 of 1 posted negative handled', 'Of 1 negative posted, 0 are Done or Not relevant now.'],
  [1, 1, '1 of 1 posted negative handled', 'Of 1 negative posted, 1 is Done or Not relevant now.'],
  [1, 8, '1 of 8 posted negatives handled', 'Of 8 negatives posted, 1 is Done or Not relevant now.'],
])('%i handled of %i is right in number', (done, of, line, explained) => {
  expect(handledLines({ done, of })).toEqual([line])
  expect(handledExplained({ done, of })).toEqual([explained])
})
