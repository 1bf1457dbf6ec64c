import { findMessage, removeMessage } from '../messages.ts'
import { refuse } from '../wire.ts'
import { textArg } from './args.ts'
import type { Method } from './method.ts'
import { seenChannel } from './target.ts'

/** `chat.delete`: a bot deletes its own messages only. */
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
