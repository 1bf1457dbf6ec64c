import type { Time } from '@overheard/base/time'
import type { Collection, MessageKey } from '../../model/collection.ts'
import type { Content } from '../../model/message.ts'
import type { SpikeCardRecord } from '../../model/spike-card.ts'
import type { ReminderKind } from '../../reminders/reminder-kind.ts'
import type { Board } from './board.ts'
import { roomMessage, roomReport } from './messages.ts'
import { type Room, type RoomMessage, roomKey } from './model.ts'
import type { Report } from './report.ts'

type RoomMessagesDeps = {
  now: () => Time
  led: Pick<Collection<Room>, 'find' | 'change'>
  findCard: (place: MessageKey) => Promise<SpikeCardRecord | undefined>
  readBoard: (room: Room, card: SpikeCardRecord | undefined) => Promise<Board>
  readReport: (room: Room, card: SpikeCardRecord | undefined) => Promise<Report>
}

/** A channel that accepts no message for this time (ms) is given up. */
const patienceMs = 3_600_000

/** The first message of a room and its report. */
export function roomMessages(deps: RoomMessagesDeps): ReminderKind<RoomMessage> {
  const { led, findCard, now } = deps

  async function contentOf(room: Room, what: RoomMessage['what']): Promise<Content> {
    const card = await findCard(room.card)
    if (what === 'report') return roomReport(await deps.readReport(room, card), room.card)
    const board = await deps.readBoard(room, card)
    return roomMessage({ room, board, isInCanvas: room.board?.kind === 'canvas' })
  }

  return {
    async due({ card, what }) {
      const room = await led.find(roomKey(card))
      if (room?.channel === undefined) return 'gone'
      if (room[what] !== undefined || room.over !== undefined) return 'over'
      return { channel: room.channel, content: await contentOf(room, what) }
    },
    /** Stores the message before the reminder is removed, so that nobody asks for it again. */
    async ended({ card, what, postedAs }) {
      await led.change(roomKey(card), (room) => {
        if (room === undefined || room[what] !== undefined || room.over !== undefined) return room
        if (postedAs === undefined) return { ...room, over: 'lost' }
        const drawn = what === 'welcome' && room.drawn === undefined && { drawn: { hash: '', at: now() } }
        return { ...room, [what]: postedAs.ts, ...drawn }
      })
    },
    logFields: ({ card, what }) => ({ what, channel: card.channel, ts: card.ts }),
    patienceMs: () => patienceMs,
  }
}
