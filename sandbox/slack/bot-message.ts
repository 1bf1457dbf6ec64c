import type { Context } from './context.ts'
import type { Message } from './wire.ts'

/** The fields every message of the bot has. */
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

type Content = Pick<Message, 'text'> &
  Partial<Pick<Message, 'metadata' | 'thread_ts' | 'parent_user_id' | 'subtype'>> & {
    blocks?: Message['blocks'] | undefined
  }

/** A new message of the bot, with the next timestamp. */
export function botMessage(context: Context, content: Content): Message {
  const { blocks, ...rest } = content
  return {
    type: 'message',
    ts: context.clock.nextTs(),
    ...botFields(context),
    ...rest,
    ...(blocks && { blocks }),
  }
}

/** The new form of a message, edited at `ts`. Text without blocks removes the blocks; metadata stays unless new is given. */
export function editedMessage(
  context: Context,
  old: Message,
  {
    text,
    blocks,
    metadata,
    ts,
  }: Pick<Content, 'text' | 'blocks'> & { metadata?: Message['metadata'] | undefined; ts: string },
): Message {
  const { blocks: _old, ...rest } = old
  const edited = { user: context.state.bot.userId, ts }
  return { ...rest, text, ...(blocks && { blocks }), ...(metadata && { metadata }), edited }
}
