import type { Channel, Snapshot } from '../../events.ts'
import type { Message, View } from '../../wire.ts'
import type { State } from './state.ts'

/** A message as it is shown: with whether only one person sees it. */
export type Shown = { message: Message; isEphemeral: boolean }

/** Where a person's read mark of a channel is kept. */
export function markKey(user: string, channel: string): string {
  return `${user}/${channel}`
}

/** Whether a message is a reply within a thread. */
function isReply(message: Message): boolean {
  return message.thread_ts !== undefined && message.thread_ts !== message.ts
}

/** The messages of a channel that I see, oldest first, without replies. */
export function shownIn(state: State, channel: string): Shown[] {
  return visible(state, channel).filter(({ message }) => !isReply(message))
}

/** The replies of a thread that I see, oldest first. */
export function repliesTo(state: State, channel: string, ts: string): Shown[] {
  return visible(state, channel).filter(({ message }) => isReply(message) && message.thread_ts === ts)
}

function visible({ world, me }: State, channel: string): Shown[] {
  const kept = (world.messages[channel] ?? []).map((message) => ({ message, isEphemeral: false }))
  const mine = world.ephemerals.filter((one) => one.user === me && one.channel === channel)
  if (mine.length === 0) return kept
  const ephemerals = mine.map(({ message }) => ({ message, isEphemeral: true }))
  return [...kept, ...ephemerals].sort((a, b) => (a.message.ts < b.message.ts ? -1 : 1))
}

/** A message by its ts. */
export function messageAt(world: Snapshot, channel: string, ts: string): Message | undefined {
  const ephemeral = world.ephemerals.find((one) => one.channel === channel && one.message.ts === ts)
  return world.messages[channel]?.find((one) => one.ts === ts) ?? ephemeral?.message
}

/** How many messages of a channel I have not read. */
export function unreadIn({ world, me, readMarks }: State, channel: string): number {
  const mark = readMarks[markKey(me, channel)] ?? ''
  const messages = world.messages[channel] ?? []
  return messages.filter((one) => one.ts > mark && one.user !== me && !isReply(one)).length
}

/** The channels I am in, by name. */
export function myChannels({ world, me }: State): Channel[] {
  return world.channels
    .filter((one) => one.kind !== 'im' && one.members.includes(me))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** My direct messages with the bot, where there are any. */
export function myDirect({ world, me }: State): Channel | undefined {
  return world.channels.find((one) => one.kind === 'im' && one.user === me)
}

/** My open modals, the topmost last. */
export function myViews({ world, me }: State): View[] {
  return world.views.filter((one) => one.user === me).map((one) => one.view)
}

/** The workspace's time in ms since 1970. */
export function nowOf({ clockOffset }: State): number {
  return Date.now() + clockOffset
}
