import { botMessage } from '../bot-message.ts'
import type { Context } from '../context.ts'
import { addEphemeral } from '../ephemerals.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, textArg } from './args.ts'
import { readContent } from './content.ts'
import type { Method } from './method.ts'
import { writableChannel } from './target.ts'

/** `chat.postEphemeral`. */
export const postEphemeral: Method = { token: 'bot', scope: 'chat:write', run: post }

function post(context: Context, args: Args): Answer {
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
