import { expect, it } from 'vitest'
import type { Room } from '../../../src/features/room/model.ts'
import { roomMessages } from '../../../src/features/room/room-messages.ts'

const card = { channel: 'C1', ts: '1.1' }
const room: Room = {
  ...{ card, subscription: 'acme', alert: '7', alertName: 'Acme', by: { user: 'U1', name: 'Ana' } },
  ...{ at: 0, isPrivate: false, name: 'crisis', taken: 0, channel: 'C2' },
}

/** The record of a room after the reminder that posts one of its messages has ended. */
async function afterEnd(before: Room | undefined, what: 'welcome' | 'report', ts: string | undefined) {
  let kept = before
  const unused = () => Promise.reject(new Error('not expected'))
  const messages = roomMessages({
    ...{ now: () => 5, findCard: unused, readBoard: unused, readReport: unused },
    led: {
      find: async () => kept,
      async change(_key, next) {
        kept = next(kept)
        return kept
      },
    },
  })
  await messages.ended?.({
    ...{ id: 'r', kind: 'room', created: 0, due: 0, card, what },
    ...(ts !== undefined && { postedAs: { channel: 'C2', ts } }),
  })
  return kept
}

it('a message of a room is stored with its room, and the numbers are as drawn by the first one', async () => {
  expect(await afterEnd(room, 'welcome', '2.2')).toEqual({
    ...room,
    ...{ welcome: '2.2', drawn: { hash: '', at: 5 } },
  })
  expect(await afterEnd(room, 'report', '3.3')).toEqual({ ...room, report: '3.3' })
})

it('a message that was stored before, and a room that is over or unknown, stay as they are', async () => {
  const welcomed = { ...room, welcome: '2.2' }
  expect(await afterEnd(welcomed, 'welcome', '9.9')).toEqual(welcomed)
  const over: Room = { ...room, over: 'lost' }
  expect(await afterEnd(over, 'report', '9.9')).toEqual(over)
  expect(await afterEnd(undefined, 'welcome', '9.9')).toBeUndefined()
})

it('a room whose message could not be posted is over', async () =>
  expect(await afterEnd(room, 'welcome', undefined)).toEqual({ ...room, over: 'lost' }))
