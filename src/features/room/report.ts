import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { SpikeSummary } from '../../model/anomaly.ts'
import { type Handling, isClosed } from '../../model/card.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { Mute, MuteKind } from '../../model/mute.ts'
import type { SpikeCardRecord } from '../../model/spike-card.ts'
import type { Room } from './model.ts'

/** Something that happened. `name` is a person, except for a mute: what is muted. */
export type Event =
  | { at: Time; kind: 'began' | 'posted' | 'over' }
  | { at: Time; kind: 'opened'; name: string; leads: boolean }
  | { at: Time; kind: 'led' | 'ended'; name: string }
  | { at: Time; kind: 'first'; name: string | undefined }
  | { at: Time; kind: 'status'; name: string; text: string }
  | { at: Time; kind: 'false-alarm'; name: string }
  | { at: Time; kind: 'muted'; what: MuteKind; name: string; by: string }

/** The mentions that a mute kept out of the channel. */
export type MutedMentions = { kind: string; name: string; count: number }

export type Report = {
  alertName: string
  /** Undefined if the numbers of the spike were lost. */
  summary: SpikeSummary | undefined
  endedAt: Time
  isOver: boolean
  closed: number
  claimed: number
  /** When somebody first claimed or closed a mention of the spike, and who, if that is known. */
  first: { at: Time; name?: string } | undefined
  lead: string | undefined
  muted: MutedMentions[]
  timeline: Event[]
}

/** More mutes would push the other events out of the message. */
const mostMutes = 10

const momentMs = 10_000

type Known = {
  room: Room
  card: SpikeCardRecord | undefined
  /** What people did with the posts of the channel. */
  handled: Handling[]
  decisions: AsyncIterable<DecisionRecord>
  mutes: Mute[]
  nameOf: (user: string) => Promise<string>
  now: Time
}

/** Computes the report of a room. Rejects if the store fails. */
export async function reportOf({
  room,
  card,
  handled,
  decisions,
  mutes,
  nameOf,
  now,
}: Known): Promise<Report> {
  const shown = card?.shown
  const summary = shown === undefined || shown.kind === 'interrupted' ? undefined : shown.spike.summary
  const isOver = shown?.kind !== 'live'
  const until = room.ended?.at ?? now
  const endedAt = shown === undefined || shown.kind === 'live' ? until : shown.spike.endedAt
  const postedAt = Number(room.card.ts) * 1000
  const startedAt = summary?.startedAt ?? postedAt
  const own = handled.filter(
    ({ subscription, alert, firstAt }) =>
      subscription === room.subscription && alert === room.alert && firstAt >= startedAt && firstAt <= until,
  )
  // Somebody may have handled older mentions during the spike.
  const most = summary?.total ?? own.length
  const closed = Math.min(own.filter(({ state }) => isClosed(state)).length, most)
  const claimed = Math.min(own.length, most) - closed
  const first = firstOf(own)
  const timeline = await timelineOf(
    { room, card, mutes, nameOf },
    { startedAt, until, first, endedAt: isOver ? endedAt : undefined },
  )
  return {
    alertName: room.alertName,
    summary,
    endedAt,
    isOver,
    closed,
    claimed,
    first,
    lead: card?.note.lead?.by,
    muted: await mutedOf(decisions, room, { from: startedAt, until }),
    timeline,
  }
}

type Span = { startedAt: Time; until: Time; endedAt: Time | undefined; first: Report['first'] }

async function timelineOf(
  { room, card, mutes, nameOf }: Pick<Known, 'room' | 'card' | 'mutes' | 'nameOf'>,
  { startedAt, until, endedAt, first }: Span,
): Promise<Event[]> {
  const note = card?.note ?? {}
  const { lead } = note
  // Who opens a room takes the lead a moment later.
  const leads = lead?.user === room.by.user && Math.abs(lead.at - room.at) < momentMs
  const set = mutes.filter(({ at }) => at >= startedAt && at <= until).slice(0, mostMutes)
  const muteEvents = await Promise.all(
    set.map(
      async ({ at, kind, name, by }): Promise<Event> => ({
        at,
        kind: 'muted',
        what: kind,
        name,
        by: await nameOf(by),
      }),
    ),
  )
  const events: Event[] = [
    { at: startedAt, kind: 'began' },
    { at: Number(room.card.ts) * 1000, kind: 'posted' },
    ...(first === undefined ? [] : [{ at: first.at, kind: 'first' as const, name: first.name }]),
    { at: room.at, kind: 'opened', name: room.by.name, leads },
    ...(lead === undefined || leads ? [] : [{ at: lead.at, kind: 'led' as const, name: lead.by }]),
    ...(note.status === undefined
      ? []
      : [{ at: note.status.at, kind: 'status' as const, name: note.status.by, text: note.status.text }]),
    ...(note.falseAlarm === undefined
      ? []
      : [{ at: note.falseAlarm.at, kind: 'false-alarm' as const, name: note.falseAlarm.by }]),
    ...muteEvents,
    ...(endedAt === undefined ? [] : [{ at: endedAt, kind: 'over' as const }]),
    ...(room.ended?.by === undefined
      ? []
      : [{ at: room.ended.at, kind: 'ended' as const, name: room.ended.by.name }]),
  ]
  return events.toSorted((a, b) => a.at - b.at)
}

/** The person of the first state is known only if that state is still the present one, or the one before it. */
function firstOf(handled: Handling[]): Report['first'] {
  const [first] = handled.toSorted((a, b) => a.firstAt - b.firstAt)
  if (first === undefined) return undefined
  const { firstAt, at, by, before } = first
  const name = at === firstAt ? by : before?.at === firstAt ? before.by : undefined
  return { at: firstAt, ...defined({ name }) }
}

async function mutedOf(
  decisions: AsyncIterable<DecisionRecord>,
  { subscription, alert }: Pick<Room, 'subscription' | 'alert'>,
  { from, until }: { from: Time; until: Time },
): Promise<MutedMentions[]> {
  // A mention can be decided again after a crash. The last decision counts.
  const last = new Map<string, DecisionRecord>()
  for await (const one of decisions)
    if (one.subscription === subscription && one.alert === alert && one.at >= from && one.at <= until)
      last.set(one.id, one)
  const counts = new Map<string, MutedMentions>()
  for (const { outcome, reason, detail = '' } of last.values()) {
    if (outcome !== 'skipped' || !reason.startsWith('mute.')) continue
    const kind = reason.slice('mute.'.length)
    const before = counts.get(`${kind} ${detail}`)
    counts.set(`${kind} ${detail}`, { kind, name: detail, count: (before?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}
