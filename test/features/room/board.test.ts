import { expect, it } from 'vitest'
import type { OpenMention } from '../../../src/cards/open-mentions.ts'
import { readBoard } from '../../../src/features/room/board.ts'
import type { Room } from '../../../src/features/room/model.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const postedAt = Date.UTC(2026, 10, 23, 12)
const hour = 3_600_000
const room: Room = {
  ...{ subscription: 'acme', alert: '7', alertName: 'Acme brand', taken: 0, at: postedAt },
  ...{ by: { user: 'U1', name: 'Ana Lima' }, isPrivate: false, name: 'crisis-acme' },
  card: { channel: 'C1', ts: String(postedAt / 1000) },
}
const open = (fields: Partial<OpenMention>): OpenMention => ({
  ...{ mention: '1', channel: 'C1', ts: '1', alert: '7', subscription: 'acme', postedAt, isNegative: false },
  ...{ shown: sampleMention(), ...fields },
})

it('the board of a room shows the open mentions of its spike: of its channel, alert and subscription, from an hour before the card on', async () => {
  const rows = {
    card: open({}),
    'an hour before': open({ postedAt: postedAt - hour }),
    earlier: open({ postedAt: postedAt - hour - 1 }),
    'of another channel': open({ channel: 'C2' }),
    'of another alert': open({ alert: '8' }),
    'of another subscription': open({ subscription: 'other' }),
  }
  const accepted: string[] = []
  await readBoard(
    {
      permalink: async () => undefined,
      open: {
        async best({ accepts }) {
          for (const [name, row] of Object.entries(rows)) if (accepts(row)) accepted.push(name)
          return { rows: [], total: 0, first: 0 }
        },
      },
    },
    room,
    undefined,
  )
  expect(accepted).toEqual(['card', 'an hour before'])
})
