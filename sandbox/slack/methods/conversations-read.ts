import { channelJson } from '../channels.ts'
import type { Channel } from '../events.ts'
import { refuse } from '../wire.ts'
import { flagArg, textArg } from './args.ts'
import { refuseChannelScope } from './channel-scope.ts'
import type { Method } from './method.ts'
import { pageOf } from './pages.ts'
import { seenChannel } from './target.ts'

const kindOfType: Record<string, Channel['kind'] | undefined> = {
  public_channel: 'public',
  private_channel: 'private',
  im: 'im',
}

/** `conversations.list`: public channels unless other types are asked for; of private ones those the bot is in. */
export const listChannels: Method = {
  token: 'bot',
  run: (context, args) => {
    const types = (textArg(args, 'types') ?? 'public_channel').split(',').map((one) => one.trim())
    if (types.some((one) => !kindOfType[one] && one !== 'mpim')) return refuse('invalid_types')
    const kinds = types.flatMap((one) => kindOfType[one] ?? [])
    const refused = kinds.map((kind) => refuseChannelScope(context, kind, 'read')).find((one) => one)
    if (refused) return refused
    const found = [...context.state.channels.values()].filter(
      (channel) =>
        kinds.includes(channel.kind) &&
        (channel.kind !== 'private' || channel.botIsMember) &&
        !(flagArg(args, 'exclude_archived') && channel.isArchived),
    )
    const page = pageOf(found, (channel) => channel.id, args, { most: 1000 })
    if (page.kind === 'refused') return page.answer
    const channels = page.items.map((channel) => channelJson(context, channel))
    return { ok: true, channels, response_metadata: { next_cursor: page.nextCursor } }
  },
}

/** `conversations.info`. */
export const channelInfo: Method = {
  token: 'bot',
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const refused = refuseChannelScope(context, target.channel.kind, 'read')
    return refused ?? { ok: true, channel: channelJson(context, target.channel) }
  },
}

/** `conversations.members`: the people's ids, and the bot's where it is in. */
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
