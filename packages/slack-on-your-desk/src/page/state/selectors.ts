import type { Channel, Person, Snapshot } from '../../events.ts'
import type { Message, View } from '../../wire.ts'
import { markKey, type State } from './state.ts'

/** A message as one user sees it. `isEphemeral`: only this user sees it. */
export type VisibleMessage = { message: Message; isEphemeral: boolean }

function isReply(message: Message): boolean {
  return message.thread_ts !== undefined && message.thread_ts !== message.ts
}

/** The messages of a channel that I see, oldest first, without replies. */
export function messagesIn(state: State, channel: string): VisibleMessage[] {
  return visibleIn(state, channel).filter(({ message }) => !isReply(message))
}

/** The replies of a thread that I see, oldest first. */
export function repliesTo(state: State, channel: string, ts: string): VisibleMessage[] {
  return visibleIn(state, channel).filter(({ message }) => isReply(message) && message.thread_ts === ts)
}

function visibleIn({ workspace, me }: State, channel: string): VisibleMessage[] {
  const kept = (workspace.messages[channel] ?? []).map((message) => ({ message, isEphemeral: false }))
  const mine = workspace.ephemerals.filter((one) => one.user === me && one.channel === channel)
  if (mine.length === 0) return kept
  const ephemerals = mine.map(({ message }) => ({ message, isEphemeral: true }))
  return [...kept, ...ephemerals].sort((a, b) => (a.message.ts < b.message.ts ? -1 : 1))
}

/** A message by its ts, ephemeral ones included. */
export function messageAt(workspace: Snapshot, channel: string, ts: string): Message | undefined {
  const ephemeral = workspace.ephemerals.find((one) => one.channel === channel && one.message.ts === ts)
  return workspace.messages[channel]?.find((one) => one.ts === ts) ?? ephemeral?.message
}

/** The number of messages of a channel that I have not read. */
export function unreadIn({ workspace, me, readMarks }: State, channel: string): number {
  const mark = readMarks[markKey(me, channel)] ?? ''
  const messages = workspace.messages[channel] ?? []
  return messages.filter((one) => one.ts > mark && one.user !== me && !isReply(one)).length
}

/** My channels by name. */
export function myChannels({ workspace, me }: State): Channel[] {
  return workspace.channels
    .filter((one) => one.kind !== 'im' && one.members.includes(me))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** My direct messages with the bot; undefined if there are none yet. */
export function myDirectMessages({ workspace, me }: State): Channel | undefined {
  return workspace.channels.find((one) => one.kind === 'im' && one.user === me)
}

/** My open modals, the topmost last. */
export function myViews({ workspace, me }: State): View[] {
  return workspace.views.filter((one) => one.user === me).map((one) => one.view)
}

/** The workspace's time in ms since 1970. */
export function nowOf({ clockOffset }: State): number {
  return Date.now() + clockOffset
}

/** The label of a user who is not a full member. */
export function membershipOf({ kind }: Person): 'Guest' | 'External' | undefined {
  if (kind === undefined) return undefined
  return kind === 'guest' ? 'Guest' : 'External'
}

/** A user's name as Slack shows it. */
export function personName(person: Person): string {
  return person.displayName ?? person.name
}

export function nameOfUser(workspace: Snapshot, id: string): string {
  const person = workspace.people.find((one) => one.id === id)
  if (person) return personName(person)
  return id === 'USLACKBOT' ? 'Slackbot' : 'Another app'
}

export function authorName(workspace: Snapshot, message: Message): string {
  return message.username ?? message.bot_profile?.name ?? nameOfUser(workspace, message.user)
}

/** A channel's name as people write it: `#general`. Direct messages have the bot's name. */
export function channelName(workspace: Snapshot, id: string): string {
  const channel = workspace.channels.find((one) => one.id === id)
  if (!channel) return id
  return channel.kind === 'im' ? workspace.bot.name : `#${channel.name}`
}
