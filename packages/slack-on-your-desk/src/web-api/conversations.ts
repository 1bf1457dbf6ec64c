import { changeChannel, channelJson, directChannel } from '../channels.ts'
import type { Channel } from '../events.ts'
import { addNotice } from '../messages.ts'
import type { Context } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import {
  type Args,
  flagArg,
  type Method,
  pageOf,
  refuseChannelScope,
  refuseManaging,
  scopesFor,
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
  scopes: scopesFor('read'),
  tier: 2,
  errors: ['invalid_cursor', 'invalid_limit', 'invalid_types'],
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
  scopes: scopesFor('read'),
  tier: 3,
  required: ['channel'],
  errors: ['channel_not_found'],
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const refused = refuseChannelScope(context, target.channel.kind, 'read')
    return refused ?? { ok: true, channel: channelJson(context, target.channel) }
  },
}

/** The channels of a user, the bot itself by default. Of the private channels, only those with the bot. */
export const userConversations: Method = {
  scopes: scopesFor('read'),
  tier: 3,
  errors: ['invalid_cursor', 'invalid_limit', 'invalid_types', 'user_not_found'],
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
  scopes: scopesFor('read'),
  tier: 4,
  required: ['channel'],
  errors: ['channel_not_found', 'invalid_cursor', 'invalid_limit'],
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
  scopes: ['channels:join'],
  tier: 3,
  required: ['channel'],
  errors: ['channel_not_found', 'is_archived', 'method_not_supported_for_channel_type'],
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
    const user = context.state.bot.userId
    addNotice(context, channel.id, {
      subtype: 'channel_join',
      user,
      text: `<@${user}> has joined the channel`,
    })
    return { ok: true, channel: channelJson(context, joined) }
  },
}

/** Opens the direct messages with one user. */
export const openDirect: Method = {
  scopes: ['channels:manage', 'groups:write', 'im:write', 'mpim:write'],
  tier: 3,
  errors: ['channel_not_found', 'user_disabled', 'user_not_found', 'users_list_not_supplied'],
  run: (context, args) => {
    const refused = refuseManaging(context, 'im')
    if (refused) return refused
    if (args.users === undefined && args.channel === undefined) return refuse('users_list_not_supplied')
    const user = textArg(args, 'users') ?? context.state.channels.get(textArg(args, 'channel') ?? '')?.user
    const person = user === undefined ? undefined : context.state.people.get(user)
    if (!person || person.isBot) return refuse('user_not_found')
    if (person.isDeactivated) return refuse('user_disabled')
    const { channel, isNew } = directChannel(context, person.id)
    const shown = flagArg(args, 'return_im') ? channelJson(context, channel) : { id: channel.id }
    return { ok: true, ...(!isNew && { no_op: true, already_open: true }), channel: shown }
  },
}
