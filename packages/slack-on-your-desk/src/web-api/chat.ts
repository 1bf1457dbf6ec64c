import { completeBlocks } from '../block-kit/defaults.ts'
import { refuseBlocks } from '../block-kit/errors.ts'
import { metadataSchema } from '../entities.ts'
import { isRecord, stringAt } from '../json.ts'
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
import type { Context, MessageContent } from '../state.ts'
import { type Answer, type Attachment, type Block, type Message, type Metadata, refuse } from '../wire.ts'
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

/** The codes of the parts that several methods share. */
const targetErrors = ['channel_not_found', 'is_archived', 'not_in_channel']
const threadErrors = [
  'restricted_action_non_threadable_channel',
  'restricted_action_thread_locked',
  'thread_not_found',
]
export const contentErrors = [
  'invalid_attachments',
  'invalid_blocks',
  'invalid_blocks_format',
  'markdown_text_conflict',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
  'too_many_attachments',
]
export const metadataErrors = ['invalid_metadata_format', 'invalid_metadata_schema', 'metadata_too_large']

export const postMessage: Method = {
  scopes: ['chat:write'],
  tier: 'special',
  required: ['channel'],
  errors: [...targetErrors, ...threadErrors, ...contentErrors, ...metadataErrors],
  isPost: true,
  run: postToChannel,
}

function postToChannel(context: Context, args: Args, storage: StorageFaults): Answer {
  const draft = readDraft(context, args)
  if (draft.kind === 'refused') return draft.answer
  const { channel, warnings, fields } = draft
  const { metadata, ...rest } = fields
  const message = botMessage(context, { ...rest, ...(metadata && !storage.dropMetadata && { metadata }) })
  addMessage(context, channel, message, storage.lagMs)
  return { ok: true, channel, ts: message.ts, message: messageJson(message, true), ...warningsOf(warnings) }
}

type Draft =
  | { kind: 'draft'; channel: string; warnings: string[]; fields: MessageContent }
  | { kind: 'refused'; answer: Answer }

/** Reads and checks the arguments of a message to post: its channel, thread, content and metadata. */
export function readDraft(context: Context, args: Args): Draft {
  const target = writableChannel(context, args)
  if (target.kind === 'refused') return target
  const thread = readThread(context, target.channel.id, args)
  if (thread.kind === 'refused') return thread
  const content = readContent(context, args)
  if (content.kind === 'refused') return content
  const metadata = readMetadata(args)
  if (metadata.kind === 'refused') return metadata
  const { text, blocks, attachments, warnings } = content
  const fields = {
    text,
    blocks,
    attachments,
    ...thread.fields,
    ...authorship(context, args),
    ...(metadata.kind === 'some' && { metadata: metadata.metadata }),
  }
  return { kind: 'draft', channel: target.channel.id, warnings, fields }
}

/** Another name and icon for one message. Without the scope, Slack ignores them. */
function authorship({ state }: Context, args: Args): Partial<Pick<Message, 'username' | 'icons'>> {
  if (!state.scopes.bot.includes('chat:write.customize')) return {}
  const [username, emoji, image] = [
    textArg(args, 'username'),
    textArg(args, 'icon_emoji'),
    textArg(args, 'icon_url'),
  ]
  return {
    ...(username !== undefined && { username }),
    ...(emoji !== undefined && { icons: { emoji } }),
    ...(emoji === undefined && image !== undefined && { icons: { image_48: image } }),
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

export const meMessage: Method = {
  scopes: ['chat:write'],
  tier: 3,
  required: ['channel', 'text'],
  errors: [...targetErrors, 'no_text'],
  run: (context, args) => {
    const target = writableChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const text = textArg(args, 'text')
    if (text === undefined) return refuse('no_text')
    const message = botMessage(context, { text, subtype: 'me_message' })
    addMessage(context, target.channel.id, message)
    return { ok: true, channel: target.channel.id, ts: message.ts }
  },
}

/** `chat.update` refuses longer texts (its reference page). */
const maxUpdateText = 4000

export const updateMessage: Method = {
  scopes: ['chat:write'],
  tier: 3,
  required: ['channel', 'ts'],
  errors: [
    'cant_update_message',
    'channel_not_found',
    'is_inactive',
    'message_not_found',
    ...contentErrors,
    ...metadataErrors,
  ],
  run: update,
}

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
  const { text, blocks, attachments } = content
  const edited = editedMessage(context, message, {
    text,
    blocks,
    attachments,
    metadata: given,
    ts: context.clock.nextTs(),
  })
  replaceMessage(context, channel, edited)
  return { ok: true, channel, ts: edited.ts, text: edited.text, message: messageJson(edited, true) }
}

/** A bot can delete only its own messages. */
export const deleteMessage: Method = {
  scopes: ['chat:write'],
  tier: 3,
  required: ['channel', 'ts'],
  errors: ['cant_delete_message', 'channel_not_found', 'message_not_found'],
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

export const postEphemeral: Method = {
  scopes: ['chat:write'],
  tier: 4,
  required: ['channel', 'user'],
  errors: [...targetErrors, ...contentErrors, 'user_not_in_channel'],
  run: showToUser,
}

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
    attachments: content.attachments,
    ...authorship(context, args),
    ...(thread && { thread_ts: thread }),
  })
  addEphemeral(context, { channel: target.channel.id, user, message })
  return { ok: true, message_ts: message.ts }
}

/** Returns the address of a message. Needs no scope. */
export const getPermalink: Method = {
  tier: 'special',
  required: ['channel', 'message_ts'],
  errors: ['channel_not_found', 'message_not_found'],
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
export function permalinkOf(context: Context, channel: string, message: Message): string {
  const address = `${context.url()}/archives/${channel}/p${message.ts.replace('.', '')}`
  return isReply(message) ? `${address}?thread_ts=${message.thread_ts}&cid=${channel}` : address
}

/** Slack truncates longer texts. */
const maxText = 40_000

/** Slack's limit of `markdown_text`, and of attachments (their reference pages). */
const maxMarkdown = 12_000
const maxAttachments = 100

type ReadContent =
  | {
      kind: 'content'
      text: string
      blocks: Block[] | undefined
      attachments: Attachment[] | undefined
      warnings: string[]
    }
  | { kind: 'refused'; answer: Answer }

/** Reads and checks `text`, `markdown_text`, `blocks` and `attachments`. A message without all of them is refused as `no_text`. */
export function readContent(context: Context, args: Args): ReadContent {
  const markdown = textArg(args, 'markdown_text')
  if (markdown !== undefined) return readMarkdown(context, args, markdown)
  const text = textArg(args, 'text') ?? ''
  const given = jsonArg(args, 'blocks')
  if (given !== undefined && !Array.isArray(given)) return refusedContent(refuse('invalid_blocks_format'))
  const refusal = refuseBlocks(given ?? [])
  if (refusal) return refusedContent(refusal)
  const attachments = readAttachments(context, args)
  if (attachments.kind === 'refused') return attachments
  const hasBlocks = given !== undefined && given.length > 0
  if (text === '' && !hasBlocks && attachments.list.length === 0) return refusedContent(refuse('no_text'))
  return {
    kind: 'content',
    text: text.slice(0, maxText),
    blocks: hasBlocks ? completeBlocks(context.state, given) : undefined,
    attachments: attachments.list.length === 0 ? undefined : attachments.list,
    warnings: text.length > maxText ? ['message_truncated'] : [],
  }
}

/** Slack turns Markdown into blocks of its own. Here it stays one block. */
function readMarkdown({ state }: Context, args: Args, text: string): ReadContent {
  if (args.text !== undefined || args.blocks !== undefined)
    return refusedContent(refuse('markdown_text_conflict'))
  if (text.length > maxMarkdown) return refusedContent(refuse('msg_too_long'))
  const blocks = completeBlocks(state, [{ type: 'markdown', text }])
  return { kind: 'content', text, blocks, attachments: undefined, warnings: [] }
}

type ReadAttachments = { kind: 'attachments'; list: Attachment[] } | { kind: 'refused'; answer: Answer }

function readAttachments({ state }: Context, args: Args): ReadAttachments {
  const given = jsonArg(args, 'attachments')
  if (given === undefined) return { kind: 'attachments', list: [] }
  if (!Array.isArray(given) || !given.every(isRecord))
    return { kind: 'refused', answer: refuse('invalid_attachments') }
  if (given.length > maxAttachments) return { kind: 'refused', answer: refuse('too_many_attachments') }
  for (const { blocks } of given) {
    const refusal = blocks === undefined ? undefined : refuseBlocks(blocks)
    if (refusal) return { kind: 'refused', answer: refusal }
  }
  const list = given.map(({ blocks, ...attachment }, index) => ({
    id: index + 1,
    fallback: stringAt(attachment, 'text') ?? '[no preview available]',
    ...attachment,
    ...(Array.isArray(blocks) && { blocks: completeBlocks(state, blocks) }),
  }))
  return { kind: 'attachments', list }
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
  const parsed = metadataSchema.safeParse(value)
  if (!parsed.success) return { kind: 'refused', answer: refuse('invalid_metadata_schema') }
  const { event_type, event_payload, entities } = parsed.data
  const metadata = {
    ...(event_type !== undefined && event_payload !== undefined && { event_type, event_payload }),
    ...(entities !== undefined && { entities }),
  }
  return JSON.stringify(metadata).length > maxMetadata
    ? { kind: 'refused', answer: refuse('metadata_too_large') }
    : { kind: 'some', metadata }
}
