import { completeBlocks } from '../block-kit/defaults.ts'
import { refuseBlocks } from '../block-kit/errors.ts'
import { isRecord } from '../json.ts'
import {
  addEphemeral,
  addMessage,
  botMessage,
  editedMessage,
  findMessage,
  isReply,
  messageJson,
  removeMessage,
  replaceMessage,
} from '../messages.ts'
import type { Context } from '../state.ts'
import { type Answer, type Block, type Message, type Metadata, refuse } from '../wire.ts'
import {
  type Args,
  flagArg,
  jsonArg,
  type Method,
  type StorageFaults,
  seenChannel,
  textArg,
  writableChannel,
} from './method.ts'

export const postMessage: Method = { token: 'bot', scope: 'chat:write', isPost: true, run: postToChannel }

function postToChannel(context: Context, args: Args, storage: StorageFaults): Answer {
  const target = writableChannel(context, args)
  if (target.kind === 'refused') return target.answer
  const thread = readThread(context, target.channel.id, args)
  if (thread.kind === 'refused') return thread.answer
  const content = readContent(context, args)
  if (content.kind === 'refused') return content.answer
  const metadata = readMetadata(args)
  if (metadata.kind === 'refused') return metadata.answer
  const message = botMessage(context, {
    text: content.text,
    blocks: content.blocks,
    ...thread.fields,
    ...(metadata.kind === 'some' && !storage.dropMetadata && { metadata: metadata.metadata }),
  })
  addMessage(context, target.channel.id, message, storage.lagMs)
  return {
    ok: true,
    channel: target.channel.id,
    ts: message.ts,
    message: messageJson(message, true),
    ...warningsOf(content.warnings),
  }
}

type Thread =
  | { kind: 'thread'; fields: Partial<Pick<Message, 'thread_ts' | 'parent_user_id' | 'subtype'>> }
  | { kind: 'refused'; answer: Answer }

/** Reads the thread to reply in. Its parent must exist and must not be a reply itself. */
function readThread(context: Context, channel: string, args: Args): Thread {
  const ts = textArg(args, 'thread_ts')
  if (ts === undefined) return { kind: 'thread', fields: {} }
  const parent = findMessage(context, channel, ts)
  if (!parent || isReply(parent)) return { kind: 'refused', answer: refuse('thread_not_found') }
  const refused = refuseReply(context, channel, ts)
  if (refused) return { kind: 'refused', answer: refused }
  const broadcast = flagArg(args, 'reply_broadcast') === true && { subtype: 'thread_broadcast' }
  return { kind: 'thread', fields: { thread_ts: ts, parent_user_id: parent.user, ...broadcast } }
}

/** Refuses a reply to a thread that an admin has locked, or in a channel without threads. */
function refuseReply({ state }: Context, channel: string, ts: string): Answer | undefined {
  if (state.unthreadable.has(channel)) return refuse('restricted_action_non_threadable_channel')
  return state.lockedThreads.has(`${channel} ${ts}`) ? refuse('restricted_action_thread_locked') : undefined
}

function warningsOf(warnings: string[]): Record<string, unknown> {
  if (warnings.length === 0) return {}
  const messages = [
    '[WARN] Your message was truncated but still posted. The `text` field accepts up to 40,000 characters.',
  ]
  return { warning: warnings.join(','), response_metadata: { warnings, messages } }
}

/** `chat.update` refuses longer texts (its reference page). */
const maxUpdateText = 4000

export const updateMessage: Method = { token: 'bot', scope: 'chat:write', run: update }

function update(context: Context, args: Args, storage: StorageFaults): Answer {
  const target = seenChannel(context, args)
  if (target.kind === 'refused') return target.answer
  const channel = target.channel.id
  const message = findMessage(context, channel, textArg(args, 'ts') ?? '')
  if (!message || message.subtype === 'tombstone') return refuse('message_not_found')
  if (message.bot_id !== context.state.bot.botId) return refuse('cant_update_message')
  if (target.channel.isArchived) return refuse('is_inactive')
  if ((textArg(args, 'text')?.length ?? 0) > maxUpdateText) return refuse('msg_too_long')
  const content = readContent(context, args)
  if (content.kind === 'refused') return content.answer
  const metadata = readMetadata(args)
  if (metadata.kind === 'refused') return metadata.answer
  const given = metadata.kind === 'some' && !storage.dropMetadata ? metadata.metadata : undefined
  const { text, blocks } = content
  const edited = editedMessage(context, message, {
    text,
    blocks,
    metadata: given,
    ts: context.clock.nextTs(),
  })
  replaceMessage(context, channel, edited)
  return { ok: true, channel, ts: edited.ts, text: edited.text, message: messageJson(edited, true) }
}

/** A bot can delete only its own messages. */
export const deleteMessage: Method = {
  token: 'bot',
  scope: 'chat:write',
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const message = findMessage(context, target.channel.id, textArg(args, 'ts') ?? '')
    if (!message || message.subtype === 'tombstone') return refuse('message_not_found')
    if (message.bot_id !== context.state.bot.botId) return refuse('cant_delete_message')
    removeMessage(context, target.channel.id, message)
    return { ok: true, channel: target.channel.id, ts: message.ts }
  },
}

export const postEphemeral: Method = { token: 'bot', scope: 'chat:write', run: showToUser }

function showToUser(context: Context, args: Args): Answer {
  const target = writableChannel(context, args)
  if (target.kind === 'refused') return target.answer
  const user = textArg(args, 'user') ?? ''
  if (!target.channel.members.includes(user)) return refuse('user_not_in_channel')
  const content = readContent(context, args)
  if (content.kind === 'refused') return content.answer
  const thread = textArg(args, 'thread_ts')
  const message = botMessage(context, {
    text: content.text,
    blocks: content.blocks,
    ...(thread && { thread_ts: thread }),
  })
  addEphemeral(context, { channel: target.channel.id, user, message })
  return { ok: true, message_ts: message.ts }
}

/** Returns the address of a message. Needs no scope. */
export const getPermalink: Method = {
  token: 'bot',
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const message = findMessage(context, target.channel.id, textArg(args, 'message_ts') ?? '')
    if (!message) return refuse('message_not_found')
    return {
      ok: true,
      channel: target.channel.id,
      permalink: permalinkOf(context, target.channel.id, message),
    }
  },
}

/** The address of a message: Slack's form, but on this server, so that no link leads outside. */
function permalinkOf(context: Context, channel: string, message: Message): string {
  const address = `${context.url()}/archives/${channel}/p${message.ts.replace('.', '')}`
  return isReply(message) ? `${address}?thread_ts=${message.thread_ts}&cid=${channel}` : address
}

/** Slack truncates longer texts. */
const maxText = 40_000

type ReadContent =
  | { kind: 'content'; text: string; blocks: Block[] | undefined; warnings: string[] }
  | { kind: 'refused'; answer: Answer }

/** Reads and checks `text` and `blocks`. A message without both is refused as `no_text`. */
export function readContent(context: Context, args: Args): ReadContent {
  const text = textArg(args, 'text') ?? ''
  const given = jsonArg(args, 'blocks')
  if (given !== undefined && !Array.isArray(given)) return refusedContent(refuse('invalid_blocks_format'))
  const refusal = refuseBlocks(given ?? [])
  if (refusal) return refusedContent(refusal)
  const hasBlocks = given !== undefined && given.length > 0
  if (text === '' && !hasBlocks) return refusedContent(refuse('no_text'))
  return {
    kind: 'content',
    text: text.slice(0, maxText),
    blocks: hasBlocks ? completeBlocks(context.state, given) : undefined,
    warnings: text.length > maxText ? ['message_truncated'] : [],
  }
}

function refusedContent(answer: Answer): ReadContent {
  return { kind: 'refused', answer }
}

/** Characters of JSON. Slack has the error `metadata_too_large` but publishes no number, so this one is made up. */
const maxMetadata = 16_000

type ReadMetadata =
  | { kind: 'none' }
  | { kind: 'some'; metadata: Metadata }
  | { kind: 'refused'; answer: Answer }

export function readMetadata(args: Args): ReadMetadata {
  const value = jsonArg(args, 'metadata')
  if (value === undefined) return { kind: 'none' }
  if (!isRecord(value)) return { kind: 'refused', answer: refuse('invalid_metadata_format') }
  const { event_type, event_payload } = value
  if (typeof event_type !== 'string' || event_type === '' || !isRecord(event_payload))
    return { kind: 'refused', answer: refuse('invalid_metadata_schema') }
  const metadata = { event_type, event_payload }
  return JSON.stringify(metadata).length > maxMetadata
    ? { kind: 'refused', answer: refuse('metadata_too_large') }
    : { kind: 'some', metadata }
}
