import { changeChannel, channelJson, directChannel } from '../channels.ts'
import { addMessage } from '../messages.ts'
import { refuse } from '../wire.ts'
import { flagArg, textArg } from './args.ts'
import type { Method } from './method.ts'
import { seenChannel } from './target.ts'

/** `conversations.join`: public channels only. */
export const joinChannel: Method = {
  token: 'bot',
  scope: 'channels:join',
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const { channel } = target
    if (channel.kind !== 'public') return refuse('method_not_supported_for_channel_type')
    if (channel.isArchived) return refuse('is_archived')
    if (channel.botIsMember) {
      const response_metadata = { warnings: ['already_in_channel'] }
      return {
        ok: true,
        channel: channelJson(context, channel),
        warning: 'already_in_channel',
        response_metadata,
      }
    }
    const joined = changeChannel(context, { ...channel, botIsMember: true })
    const { team } = context.seed
    const { bot } = context.state
    addMessage(context, channel.id, {
      type: 'message',
      subtype: 'channel_join',
      ts: context.clock.nextTs(),
      user: bot.userId,
      team: team.id,
      text: `<@${bot.userId}> has joined the channel`,
    })
    return { ok: true, channel: channelJson(context, joined) }
  },
}

/** `conversations.open`: the direct messages with one person. */
export const openDirect: Method = {
  token: 'bot',
  scope: 'im:write',
  run: (context, args) => {
    const user = textArg(args, 'users') ?? context.state.channels.get(textArg(args, 'channel') ?? '')?.user
    const person = user === undefined ? undefined : context.state.people.get(user)
    if (!person || person.isBot) return refuse('user_not_found')
    const { channel, isNew } = directChannel(context, person.id)
    const shown = flagArg(args, 'return_im') ? channelJson(context, channel) : { id: channel.id }
    return { ok: true, ...(!isNew && { no_op: true, already_open: true }), channel: shown }
  },
}
