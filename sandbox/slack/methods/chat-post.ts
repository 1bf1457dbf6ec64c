import { botMessage } from '../bot-message.ts'
import type { Context } from '../context.ts'
import { addMessage, findMessage, isReply, messageJson } from '../messages.ts'
import { type Answer, type Message, refuse } from '../wire.ts'
import { type Args, flagArg, textArg } from './args.ts'
import { readContent } from './content.ts'
import { readMetadata } from './metadata.ts'
import type { Kept, Method } from './method.ts'
import { writableChannel } from './target.ts'

/** `chat.postMessage`. */
export const postMessage: Method = { token: 'bot', scope: 'chat:write', isPost: true, run: post }

function post(context: Context, args: Args, kept: Kept): Answer {
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
    ...(metadata.kind === 'some' && !kept.dropMetadata && { metadata: metadata.metadata }),
  })
  addMessage(context, target.channel.id, message, kept.lagMs)
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

/** The thread to reply in. Its parent must be there and be no reply itself. */
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

/** Refuses a reply to a thread that an admin has locked, or in a channel that has no threads. */
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
