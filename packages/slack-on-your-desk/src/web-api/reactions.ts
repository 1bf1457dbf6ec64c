import { storedIn } from '../messages.ts'
import type { Context } from '../state.ts'
import { changeReaction } from '../users/reactions.ts'
import { type Message, refuse } from '../wire.ts'
import { permalinkOf } from './chat.ts'
import { findItem, itemErrors } from './items.ts'
import { type Args, type Method, pageOf, seenChannel, textArg } from './method.ts'

const shared = ['invalid_name', 'message_not_found', 'no_item_specified', 'thread_locked']

export const addReaction: Method = {
  scopes: ['reactions:write'],
  tier: 3,
  required: ['channel', 'name', 'timestamp'],
  errors: ['already_reacted', 'channel_not_found', 'is_archived', ...shared],
  run: (context, args) => reactAsBot(context, args, false),
}

export const removeReaction: Method = {
  scopes: ['reactions:write'],
  tier: 2,
  required: ['name'],
  errors: ['channel_not_found', 'is_archived', 'no_reaction', ...shared],
  run: (context, args) => reactAsBot(context, args, true),
}

function reactAsBot(context: Context, args: Args, remove: boolean) {
  const target = seenChannel(context, args)
  if (target.kind === 'refused') return target.answer
  const [ts, reaction] = [textArg(args, 'timestamp'), textArg(args, 'name')]
  if (ts === undefined) return refuse('no_item_specified')
  const user = context.state.bot.userId
  const outcome = changeReaction(context, target.channel, { user, ts, reaction: reaction ?? '', remove })
  return 'refusal' in outcome ? refuse(outcome.refusal) : { ok: true as const }
}

export const getReactions: Method = {
  scopes: ['reactions:read'],
  tier: 3,
  errors: itemErrors,
  run: (context, args) => {
    const item = findItem(context, args)
    if (item.kind === 'refused') return item.answer
    return { ok: true, ...itemJson(context, item.channel, item.message) }
  },
}

/** The messages with reactions of a user, the caller by default, newest first. */
export const listReactions: Method = {
  scopes: ['reactions:read'],
  tier: 2,
  errors: ['invalid_cursor', 'invalid_limit', 'user_not_found'],
  run: (context, args, { caller }) => {
    const user = textArg(args, 'user') ?? caller.user
    if (!context.state.people.has(user)) return refuse('user_not_found')
    const items = [...context.state.channels.values()]
      .filter(({ botIsMember }) => botIsMember)
      .flatMap(({ id }) => storedIn(context, id).map(({ message }) => ({ channel: id, message })))
      .filter(({ message }) => message.reactions?.some(({ users }) => users.includes(user)))
      .sort((a, b) => Number(b.message.ts) - Number(a.message.ts))
    const page = pageOf(items, ({ channel, message }) => `${channel} ${message.ts}`, args, { most: 1000 })
    if (page.kind === 'refused') return page.answer
    return {
      ok: true,
      items: page.items.map(({ channel, message }) => itemJson(context, channel, message)),
      response_metadata: { next_cursor: page.nextCursor },
    }
  },
}

function itemJson(context: Context, channel: string, message: Message) {
  const { metadata: _metadata, ...shown } = message
  return {
    type: 'message',
    channel,
    message: { ...shown, permalink: permalinkOf(context, channel, message) },
  }
}
