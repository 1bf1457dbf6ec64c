import { expect, it } from 'vitest'
import { createFindPressed } from '../../src/cards/recent-card.ts'
import type { PostedCard } from '../../src/model/card.ts'

const start = 1_700_000_000_000
const card = { channel: 'C1', ts: '1700000000.000100' } as PostedCard

/** A card that is pressed `age` ms after Slack showed it, and whose record is stored `recordedAfter` ms after the press. */
async function press(age: number, recordedAfter: number, patienceMs?: number) {
  const pressedAt = start + age
  let now = pressedAt
  const find = createFindPressed(
    {
      find: async () => (now >= pressedAt + recordedAfter ? card : undefined),
      now: () => now,
      sleep: async (ms) => {
        now += ms
      },
    },
    patienceMs,
  )
  const found = await find(card)
  return { found, waited: now - pressedAt }
}

it('a press finds a card at once if its record is stored', async () => {
  expect(await press(50, 0)).toEqual({ found: card, waited: 0 })
})

it('a press waits for the record of a card that Slack has just shown', async () => {
  expect(await press(50, 1_500)).toEqual({ found: card, waited: 1_500 })
})

it('a press waits no longer than Slack lets it open a form', async () => {
  expect(await press(50, 60_000)).toEqual({ found: undefined, waited: 2_000 })
})

it('a press does not wait for the record of an older message', async () => {
  expect(await press(61_000, 500)).toEqual({ found: undefined, waited: 0 })
})

it('a reaction, which opens no form, waits longer', async () => {
  expect(await press(50, 20_000, 30_000)).toEqual({ found: card, waited: 20_000 })
})
