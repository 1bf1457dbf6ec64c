import { changeChannel, channelJson, directChannel } from '../channels.ts'
import type { Channel } from '../events.ts'
import { addMessage } from '../messages.ts'
import type { Context } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import {
  type Args,
  flagArg,
  type Method,
  pageOf,
  refuseChannelScope,
  seenChannel,
  textArg,
} from './method.ts'

const kindOfType: Record<string, Channel['kind'] | undefined> = {
  public_channel: 'public',
  private_channel: 'private',
  im: 'im',
}

/** Public channels unless `types` asks for others. Of the private channels, only those with the bot. */
export const listChannels: Method = {
  token: 'bot',
  run: (context, args) => answerChannels(context, args, 1000, () => true),
}

function answerChannels(
  context: Context,
  args: Args,
  most: number,
  isListed: (channel: Channel) => boolean,
): Answer {
  const types = (textArg(args, 'types') ?? 'public_channel').split(',').map((one) => one.trim())
  if (types.some((one) => !kindOfType[one] && one !== 'mpim')) return refuse('invalid_types')
  const kinds = types.flatMap((one) => kindOfType[one] ?? [])
  const refused = kinds.map((kind) => refuseChannelScope(context, kind, 'read')).find((one) => one)
  if (refused) return refused
  const found = [...context.state.channels.values()].filter(
    (channel) =>
      kinds.includes(channel.kind) &&
      (channel.kind !== 'private' || channel.botIsMember) &&
      isListed(channel) &&
      !(flagArg(args, 'exclude_archived') && channel.isArchived),
  )
  const page = pageOf(found, (channel) => channel.id, args, { most })
  if (page.kind === 'refused') return page.answer
  const channels = page.items.map((channel) => channelJson(context, channel))
  return { ok: true, channels, response_metadata: { next_cursor: page.nextCursor } }
}

export const channelInfo: Method = {
  token: 'bot',
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const refused = refuseChannelScope(context, target.channel.kind, 'read')
    return refused ?? { ok: true, channel: channelJson(context, target.channel) }
  },
}

/** The channels of a user, the bot itself by default. Of the private channels, only those with the bot. */
export const userConversations: Method = {
  token: 'bot',
  run: (context, args) => {
    const { bot, people } = context.state
    const user = textArg(args, 'user') ?? bot.userId
    if (user !== bot.userId && !people.has(user)) return refuse('user_not_found')
    return answerChannels(context, args, 999, ({ botIsMember, members }) =>
      user === bot.userId ? botIsMember : members.includes(user),
    )
  },
}

/** The ids of the users, and the bot's id if it is a member. */
export const channelMembers: Method = {
  token: 'bot',
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const refused = refuseChannelScope(context, target.channel.kind, 'read')
    if (refused) return refused
    const bot = target.channel.botIsMember ? [context.state.bot.userId] : []
    const page = pageOf([...target.channel.members, ...bot], (id) => id, args, { most: 1000 })
    if (page.kind === 'refused') return page.answer
    return { ok: true, members: page.items, response_metadata: { next_cursor: page.nextCursor } }
  },
}

/** Only public channels can be joined. */
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

/** Opens the direct messages with one user. */
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
