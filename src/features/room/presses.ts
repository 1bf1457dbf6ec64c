import { parseJson } from '@overheard/base/json'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import { z } from 'zod'
import { type Access, isRefused, isRefusedAtCard } from '../../listeners/access.ts'
import type { MessageAction } from '../../listeners/payloads.ts'
import type { Reply } from '../../listeners/reply.ts'
import { noSpikeCardAnswer } from '../../messages/anomalies/spike.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import type { Collection, MessageKey } from '../../model/collection.ts'
import type { SpikeCardRecord, SpikeNote } from '../../model/spike-card.ts'
import type { Operation } from '../../people/permission.ts'
import type { OwnChannels } from '../../slack/rooms.ts'
import { isSpikeOver } from './keep.ts'
import { notInvitedAnswer, say } from './messages.ts'
import { type Room, roomKey } from './model.ts'
import { freeName } from './open-channel.ts'

type PressDeps = {
  now: () => Time
  timezone: string
  opens: 'public' | 'private' | 'off'
  rooms: Pick<Collection<Room>, 'find' | 'change' | 'all'>
  spikeCards: {
    find(place: MessageKey): Promise<SpikeCardRecord | undefined>
    setNote(place: MessageKey, next: (note: SpikeNote) => SpikeNote): Promise<boolean>
  }
  access: Pick<Access, 'refusal'>
  isPrivateAlert: (alert: Id) => Promise<boolean>
  slack: Pick<OwnChannels, 'isPrivate'>
  nameOf: (user: string) => Promise<string>
  reply: Reply
  /** Keeps the rooms now if this process leads. Otherwise the leader does it within seconds. */
  wake: () => Promise<void>
}

const roomOfButton = z.tuple([z.string(), z.string()]).transform(([channel, ts]) => ({ channel, ts }))

/** Who may set the status of a spike may open its room, end it and archive it: full members who may see the alert. */
export function createRoomPresses(deps: PressDeps) {
  const { now, rooms, spikeCards, reply } = deps
  const answer = (action: MessageAction, sentence: string) => reply(action, textMessage(sentence), 'beside')

  /** The room of a spike in a private channel or of a private alert is private, so that only invited people read it. */
  async function isPrivateRoom({ channel, alert }: SpikeCardRecord): Promise<boolean> {
    if (deps.opens === 'private' || (await deps.isPrivateAlert(alert))) return true
    const found = await deps.slack.isPrivate(channel)
    return found.kind !== 'done' || found.value
  }

  async function roomFor(card: SpikeCardRecord, user: string): Promise<Room> {
    const { channel, ts, subscription, alert, shown } = card
    const room = {
      ...{ card: { channel, ts }, subscription, alert, alertName: shown.spike.alertName },
      by: { user, name: await deps.nameOf(user) },
      isPrivate: await isPrivateRoom(card),
      ...{ at: now(), taken: 0 },
    }
    return freeName(room, await rooms.all(), deps.timezone)
  }

  /** Returns the room of a button in a room. Answers if there is none. */
  async function pressedIn(
    action: MessageAction,
    operation: Operation = 'dismiss',
  ): Promise<Room | undefined> {
    const place = roomOfButton.safeParse(parseJson(action.value)).data
    const found = place && (await rooms.find(roomKey(place)))
    const refused = await isRefused(deps, action, operation, found === undefined ? [] : [found.alert])
    if (refused) return undefined
    if (found?.channel === action.channel) return found
    await answer(action, say.unknown())
    return undefined
  }

  const change = (room: Room, next: (current: Room) => Room) =>
    rooms.change(roomKey(room.card), (current) => current && next(current))

  return {
    async open(action: MessageAction): Promise<void> {
      if (await isRefusedAtCard({ ...deps, findCard: spikeCards.find }, action, 'dismiss')) return
      const card = await spikeCards.find(action)
      if (card === undefined) return reply(action, noSpikeCardAnswer(), 'beside')
      if (deps.opens === 'off') return answer(action, say.switchedOff())
      if (isSpikeOver(card, now())) return answer(action, say.isOver())
      const { user } = action
      const room = await roomFor(card, user)
      let isNew = false
      const stored = await rooms.change(roomKey(room.card), (current) => {
        isNew = current === undefined
        return current ?? room
      })
      if (!isNew || stored === undefined) return answer(action, say.already())
      await answer(action, say.opening({ name: room.name }))
      const lead = { user, by: room.by.name, at: now() }
      await spikeCards.setNote(room.card, (note) =>
        note.lead === undefined ? { ...note, lead } : { ...note },
      )
      await deps.wake()
    },
    async end(action: MessageAction): Promise<void> {
      const room = await pressedIn(action)
      if (room === undefined) return
      if (room.report !== undefined || room.over !== undefined) return answer(action, say.hasReport())
      const by = { user: action.user, name: await deps.nameOf(action.user) }
      const at = now()
      await change(room, (current) =>
        current.ended === undefined ? { ...current, ended: { at, by } } : current,
      )
      await answer(action, say.ends())
      await deps.wake()
    },
    async notInvited(action: MessageAction): Promise<void> {
      const room = await pressedIn(action, 'read')
      if (room !== undefined) await reply(action, notInvitedAnswer(room), 'beside')
    },
    async archive(action: MessageAction): Promise<void> {
      const room = await pressedIn(action)
      if (room === undefined) return
      const by = { user: action.user, name: await deps.nameOf(action.user) }
      const at = now()
      await change(room, (current) =>
        current.over !== undefined
          ? current
          : { ...current, ended: current.ended ?? { at, by }, archive: current.archive ?? action.user },
      )
      await answer(action, room.report === undefined ? say.archivesAfterReport() : say.archives())
      await deps.wake()
    },
  }
}
