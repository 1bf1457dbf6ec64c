import type { Ms, Time } from '@overheard/base/time'
import type { MessageKey } from '../../model/collection.ts'
import type { NamedChannel, OwnChannels } from '../../slack/rooms.ts'
import { channelName, dayIn } from './channel-name.ts'
import { purpose } from './messages.ts'
import type { Room } from './model.ts'
import { afterFailure, retryMs, type Step, save } from './step.ts'

type OpenDeps = {
  now: () => Time
  timezone: string
  slack: Pick<OwnChannels, 'create' | 'named' | 'setPurpose'>
  permalink: (place: MessageKey) => Promise<string | undefined>
  /** The other rooms. */
  others: (room: Room) => Promise<Room[]>
  isSpikeOver: (room: Room) => Promise<boolean>
}

/** A channel may be missing in Slack's list for this time after it was created, in ms. */
const listedAfterMs: Ms = 60_000

/** If more names than this are taken, something else is wrong. */
const mostTaken = 50

type Named = Pick<Room, 'alertName' | 'at' | 'taken' | 'isPlain'>

/** Returns the first name that no other room has, or tries to get. */
export function freeName<Unnamed extends Named>(
  room: Unnamed,
  others: Pick<Room, 'name'>[],
  timezone: string,
): Unnamed & { name: string } {
  const names = new Set(others.map(({ name }) => name))
  const day = dayIn(timezone, room.at)
  for (let { taken } = room; ; taken++) {
    const name = channelName(room.alertName, day, { taken, isPlain: room.isPlain === true })
    if (!names.has(name)) return { ...room, taken, name }
  }
}

/** Returns the part of the card's address in Slack that the purpose of the room contains. It shows to which spike a channel belongs. */
const markOf = ({ card: { channel, ts } }: Pick<Room, 'card'>) =>
  `/archives/${channel}/p${ts.replace('.', '')}`

export function createOpening(deps: OpenDeps) {
  const { now, slack } = deps
  /** Names that this process has just stored, and that nobody has tried yet. */
  const untried = new Set<string>()
  const keyOf = ({ card, name }: Room) => `${card.channel} ${card.ts} ${name}`

  /** Slack may call the channel ours after a lost answer, or after the store was lost. */
  async function isOurs(
    room: Room,
    { id, isOurs: isOfApp, isPrivate, purpose }: NamedChannel,
  ): Promise<boolean> {
    if (!isOfApp || isPrivate !== room.isPrivate) return false
    if (purpose !== '' && !purpose.includes(markOf(room))) return false
    return (await deps.others(room)).every(({ channel }) => channel !== id)
  }

  async function nextName(room: Room): Promise<Step> {
    if (room.taken >= mostTaken) return { kind: 'failed', reason: 'name_taken' }
    const others = await deps.others(room)
    const { taken, name } = freeName(room, others, deps.timezone)
    return save(({ sentAt: _, ...current }) => ({
      ...current,
      ...(room.isPlain && { isPlain: room.isPlain }),
      taken,
      name,
    }))
  }

  async function afterTaken(room: Room, sentAt: Time, isFirstTry: boolean): Promise<Step> {
    const found = await slack.named(room.name)
    if (found.kind !== 'done') return afterFailure(found, (reason) => ({ kind: 'failed', reason }))
    const channel = found.value
    if (channel !== undefined && (await isOurs(room, channel)))
      return save((current) => ({ ...current, channel: channel.id }))
    if (channel === undefined && !isFirstTry && now() - sentAt < listedAfterMs)
      return { kind: 'wait', forMs: retryMs }
    return nextName({ ...room, taken: room.taken + 1 })
  }

  return {
    /**
     * Opens the channel of a room. Slack gives a name only once, so the name tells after a lost answer if Slack has the channel. The name is
     * stored before the first try, and another name is tried only after Slack has said that the channel with this name is not ours.
     */
    async open(room: Room): Promise<Step> {
      const { name, isPrivate, sentAt } = room
      if (sentAt === undefined) {
        if (await deps.isSpikeOver(room)) return { kind: 'failed', reason: 'over' }
        untried.add(keyOf(room))
        return save((current) => ({ ...current, sentAt: now() }))
      }
      const isFirstTry = untried.delete(keyOf(room))
      const created = await slack.create(name, isPrivate)
      if (created.kind === 'done') return save((current) => ({ ...current, channel: created.value }))
      if (created.kind !== 'refused') return afterFailure(created, (reason) => ({ kind: 'failed', reason }))
      if (created.reason === 'name_taken') return afterTaken(room, sentAt, isFirstTry)
      if (created.reason.startsWith('invalid_name') && room.isPlain === undefined)
        return nextName({ ...room, taken: 0, isPlain: true })
      return { kind: 'failed', reason: created.reason }
    },
    /** The purpose says what the channel is for, and proves whose room it is if the store is lost. */
    async describe(room: Room, channel: string): Promise<Step> {
      const link = (await deps.permalink(room.card)) ?? markOf(room)
      const described = save((current) => ({ ...current, isDescribed: true }))
      const answer = await slack.setPurpose(channel, purpose(room.alertName, link))
      return answer.kind === 'done' ? described : afterFailure(answer, () => described)
    },
  }
}
