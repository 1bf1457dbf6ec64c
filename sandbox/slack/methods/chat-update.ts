import { editedMessage } from '../bot-message.ts'
import type { Context } from '../context.ts'
import { findMessage, messageJson, replaceMessage } from '../messages.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, textArg } from './args.ts'
import { readContent } from './content.ts'
import { readMetadata } from './metadata.ts'
import type { Kept, Method } from './method.ts'
import { seenChannel } from './target.ts'

/** `chat.update` takes no longer texts (its reference page). */
const mostText = 4000

/** `chat.update`. */
export const updateMessage: Method = { token: 'bot', scope: 'chat:write', run: update }

function update(context: Context, args: Args, kept: Kept): Answer {
  const target = seenChannel(context, args)
  if (target.kind === 'refused') return target.answer
  const channel = target.channel.id
  const message = findMessage(context, channel, textArg(args, 'ts') ?? '')
  if (!message || message.subtype === 'tombstone') return refuse('message_not_found')
  if (message.bot_id !== context.state.bot.botId) return refuse('cant_update_message')
  if (target.channel.isArchived) return refuse('is_inactive')
  if ((textArg(args, 'text')?.length ?? 0) > mostText) return refuse('msg_too_long')
  const content = readContent(context, args)
  if (content.kind === 'refused') return content.answer
  const metadata = readMetadata(args)
  if (metadata.kind === 'refused') return metadata.answer
  const given = metadata.kind === 'some' && !kept.dropMetadata ? metadata.metadata : undefined
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
