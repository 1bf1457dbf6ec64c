import { createHash } from 'node:crypto'
import type { Mention } from '@overheard/mention-client/mention'
import type { OpenMention, OpenMentions } from '../../cards/open-mentions.ts'
import {
  alertWords,
  claimWords,
  paceWords,
  type SpikeFact,
  spikeFacts,
} from '../../messages/anomalies/spike.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { SpikeCardRecord } from '../../model/spike-card.ts'
import type { Room } from './model.ts'

/** `link` is the permalink of its post. */
export type UrgentMention = { mention: Mention; state: OpenMention['state']; link: string | undefined }

/**
 * The board of a room, a canvas or a pinned message, shows these facts about its spike. `open` counts the open mentions; `urgent` has the most
 * urgent of them.
 */
export type Board = {
  /** The name of the alert, as it is shown. */
  alert: string
  pace: string
  facts: SpikeFact[]
  claimed: string
  urgent: UrgentMention[]
  open: number
  isOver: boolean
  /** The permalink of the card of the spike. */
  card: string | undefined
}

export type BoardDeps = {
  open: Pick<OpenMentions, 'best'>
  permalink: (place: MessageKey) => Promise<string | undefined>
}

const shownUrgent = 3

/** A spike counts mentions that were posted up to this long before its card, in ms. */
const beforeCardMs = 3_600_000

/** Returns what the room shows now. Rejects if the store fails. */
export async function readBoard(
  { open, permalink }: BoardDeps,
  room: Room,
  card: SpikeCardRecord | undefined,
): Promise<Board> {
  const since = Number(room.card.ts) * 1000 - beforeCardMs
  const { rows, total } = await open.best({
    offset: 0,
    limit: shownUrgent,
    accepts: ({ channel, alert, subscription, postedAt }) =>
      channel === room.card.channel &&
      alert === room.alert &&
      subscription === room.subscription &&
      postedAt >= since,
    isFirst: ({ state }) => state === undefined,
  })
  const urgent = await Promise.all(
    rows.map(async ({ shown, state, channel, ts }) => ({
      mention: shown,
      state,
      link: await permalink({ channel, ts }),
    })),
  )
  const shown = card?.shown
  const live = shown?.kind === 'live' ? shown.spike : undefined
  const summary = shown === undefined || shown.kind === 'interrupted' ? undefined : shown.spike.summary
  return {
    alert: alertWords(room),
    pace: live === undefined ? '' : paceWords(live),
    facts: summary === undefined ? [] : spikeFacts({ summary }, card?.note ?? {}),
    claimed: live === undefined ? '' : claimWords(live),
    urgent,
    open: total,
    isOver: room.ended !== undefined,
    card: await permalink(room.card),
  }
}

export function hashOf(board: Board): string {
  return createHash('sha256').update(JSON.stringify(board)).digest('hex').slice(0, 16)
}
