import { expect, it } from 'vitest'
import { createKnownMessages } from '../../../src/sources/intake/known-messages.ts'

it('a thousand messages of the intake are known, and the oldest is forgotten for the next', () => {
  const messages = createKnownMessages(undefined)
  for (let id = 0; id < 1000; id++) messages.add('shop', `m${id}`, id, 1)
  expect(messages.taken('shop', 'm0', 1000)).toBe(1)
  messages.add('shop', 'm1000', 1000, 1)
  expect(['m0', 'm1', 'm1000'].map((id) => messages.taken('shop', id, 1000))).toEqual([undefined, 1, 1])
})
