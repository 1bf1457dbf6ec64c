import type { Context } from '../context.ts'
import { findMessage, isReply } from '../messages.ts'
import { type Message, refuse } from '../wire.ts'
import { textArg } from './args.ts'
import type { Method } from './method.ts'
import { seenChannel } from './target.ts'

/** `chat.getPermalink`. It needs no scope. */
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

/** The address of a message, in Slack's form but on this server, so that nothing leads outside. */
function permalinkOf(context: Context, channel: string, message: Message): string {
  const address = `${context.url()}/archives/${channel}/p${message.ts.replace('.', '')}`
  return isReply(message) ? `${address}?thread_ts=${message.thread_ts}&cid=${channel}` : address
}
