import type { Ephemeral } from './events.ts'
import { sendMessage, sendMetadataPosted } from './events-api.ts'
import type { Context, MessageContent, Stored } from './state.ts'
import type { Message } from './wire.ts'

/** The messages of a channel, replies included, oldest first. */
export function storedIn(context: Context, channel: string): Stored[] {
  return context.state.messages.get(channel) ?? []
}

/** Finds a message of a channel by its ts, replies included. */
export function findMessage(context: Context, channel: string, ts: string): Message | undefined {
  return storedIn(context, channel).find((stored) => stored.message.ts === ts)?.message
}

/** A thread's parent is not a reply. */
export function isReply(message: Message): boolean {
  return message.thread_ts !== undefined && message.thread_ts !== message.ts
}

/** The replies of a thread, oldest first. */
function repliesTo(context: Context, channel: string, ts: string): Message[] {
  return storedIn(context, channel)
    .map((stored) => stored.message)
    .filter((message) => message.thread_ts === ts && message.ts !== ts)
}

/** Stores a new message. History shows it `lagMs` later; the parent's reply count grows at once. */
export function addMessage(context: Context, channel: string, message: Message, lagMs = 0): void {
  const stored = storedIn(context, channel)
  stored.push({ message, readableAt: context.clock.now() + lagMs })
  context.state.messages.set(channel, stored)
  context.emit({ type: 'message_posted', channel, message })
  sendMessage(context, channel, message)
  sendMetadataPosted(context, channel, message)
  if (isReply(message)) recountReplies(context, channel, message.thread_ts ?? '')
}

/** Adds what Slack itself writes to a channel about an action of a user: `channel_join`, `channel_topic`, … */
export function addNotice(
  context: Context,
  channel: string,
  notice: Required<Pick<Message, 'subtype' | 'user' | 'text'>>,
): void {
  const { seed, clock } = context
  addMessage(context, channel, { type: 'message', ts: clock.nextTs(), team: seed.team.id, ...notice })
}

export function replaceMessage(context: Context, channel: string, message: Message): void {
  const stored = storedIn(context, channel).find((entry) => entry.message.ts === message.ts)
  if (!stored) return
  stored.message = message
  context.emit({ type: 'message_updated', channel, message })
}

/**
 * Deletes a message. As in Slack, a parent with replies becomes a tombstone, which disappears with its last reply.
 */
export function removeMessage(context: Context, channel: string, message: Message): void {
  if (repliesTo(context, channel, message.ts).length > 0) {
    replaceMessage(context, channel, tombstoneOf(message))
    return
  }
  const stored = storedIn(context, channel).filter((entry) => entry.message.ts !== message.ts)
  context.state.messages.set(channel, stored)
  context.emit({ type: 'message_deleted', channel, ts: message.ts })
  const parent = isReply(message) && findMessage(context, channel, message.thread_ts ?? '')
  if (!parent) return
  const isBuried = parent.subtype === 'tombstone' && repliesTo(context, channel, parent.ts).length === 0
  if (isBuried) removeMessage(context, channel, parent)
  else recountReplies(context, channel, parent.ts)
}

function tombstoneOf(message: Message): Message {
  const {
    blocks: _blocks,
    attachments: _attachments,
    metadata: _metadata,
    bot_id: _bot,
    app_id: _app,
    bot_profile: _profile,
    ...rest
  } = message
  return {
    ...rest,
    subtype: 'tombstone',
    user: 'USLACKBOT',
    text: 'This message was deleted.',
    hidden: true,
  }
}

function recountReplies(context: Context, channel: string, parentTs: string): void {
  const parent = findMessage(context, channel, parentTs)
  if (!parent) return
  const replies = repliesTo(context, channel, parentTs)
  const last = replies.at(-1)
  const users = [...new Set(replies.map((reply) => reply.user))]
  const counted = last && {
    ...parent,
    thread_ts: parentTs,
    reply_count: replies.length,
    reply_users_count: users.length,
    reply_users: users,
    latest_reply: last.ts,
  }
  replaceMessage(context, channel, counted ?? withoutThread(parent))
}

function withoutThread(message: Message): Message {
  const { thread_ts: _ts, reply_count: _count, reply_users_count: _users, ...rest } = message
  const { reply_users: _ids, latest_reply: _latest, ...bare } = rest
  return bare
}

/** The message in an answer. Metadata is there only if the call asked for it. */
export function messageJson(message: Message, withMetadata: boolean): Record<string, unknown> {
  const { metadata, ...rest } = message
  return withMetadata && metadata ? { ...rest, metadata } : rest
}

function botFields(context: Context): Pick<Message, 'user' | 'team' | 'bot_id' | 'app_id' | 'bot_profile'> {
  const { team } = context.seed
  const { bot } = context.state
  return {
    user: bot.userId,
    team: team.id,
    bot_id: bot.botId,
    app_id: bot.appId,
    bot_profile: {
      id: bot.botId,
      app_id: bot.appId,
      name: bot.name,
      deleted: false,
      updated: 0,
      team_id: team.id,
    },
  }
}

/** Creates a message of the bot with the next timestamp. */
export function botMessage(context: Context, content: MessageContent): Message {
  const { blocks, attachments, ...rest } = content
  return {
    type: 'message',
    ts: context.clock.nextTs(),
    ...botFields(context),
    ...rest,
    ...(blocks && { blocks }),
    ...(attachments && { attachments }),
  }
}

/**
 * The message after an edit at `ts`. Text without blocks removes the blocks; metadata stays unless new metadata is
 * given.
 */
export function editedMessage(
  context: Context,
  old: Message,
  {
    text,
    blocks,
    attachments,
    metadata,
    ts,
  }: Pick<MessageContent, 'text' | 'blocks' | 'attachments'> & {
    metadata?: Message['metadata'] | undefined
    ts: string
  },
): Message {
  const { blocks: _blocks, attachments: _attachments, ...rest } = old
  const edited = { user: context.state.bot.userId, ts }
  return {
    ...rest,
    text,
    ...(blocks && { blocks }),
    ...(attachments && { attachments }),
    ...(metadata && { metadata }),
    edited,
  }
}

/** The greatest number of stored ephemeral messages. Slack forgets them when the client reloads. */
const maxEphemerals = 500

/** Shows a message to one user only. */
export function addEphemeral(context: Context, ephemeral: Ephemeral): void {
  context.state.ephemerals = [...context.state.ephemerals, ephemeral].slice(-maxEphemerals)
  context.emit({ type: 'ephemeral_posted', ephemeral })
}

export function findEphemeral(
  context: Context,
  channel: string,
  user: string,
  ts: string,
): Ephemeral | undefined {
  return context.state.ephemerals.find(
    (one) => one.channel === channel && one.user === user && one.message.ts === ts,
  )
}

export function replaceEphemeral(context: Context, old: Ephemeral, message: Message): void {
  const ephemeral = { ...old, message }
  context.state.ephemerals = context.state.ephemerals.map((one) => (one === old ? ephemeral : one))
  context.emit({ type: 'ephemeral_updated', ephemeral })
}

export function removeEphemeral(context: Context, old: Ephemeral): void {
  context.state.ephemerals = context.state.ephemerals.filter((one) => one !== old)
  context.emit({ type: 'ephemeral_deleted', channel: old.channel, user: old.user, ts: old.message.ts })
}
