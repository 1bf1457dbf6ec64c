import { changeChannel, channelJson, directChannel } from '../channels.ts'
import type { Channel } from '../events.ts'
import { addNotice, findMessage } from '../messages.ts'
import { type Context, newId } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import {
  type Args,
  flagArg,
  invalidArguments,
  type Method,
  manageScopes,
  refuseManaging,
  seenChannel,
  type Target,
  textArg,
} from './method.ts'

/** How an app changes channels. Each method has a page under https://docs.slack.dev/reference/methods. */

const nameErrors = [
  'invalid_name_maxlength',
  'invalid_name_punctuation',
  'invalid_name_required',
  'invalid_name_specials',
  'name_taken',
]

/** Slack's rules for names of channels. `own`: the id of the channel that gets the name. */
function refuseName({ state }: Context, name: string, own?: string): string | undefined {
  if (name === '') return 'invalid_name_required'
  if (name.length > 80) return 'invalid_name_maxlength'
  if (!/^[\p{Ll}\p{Lo}\p{Lm}\p{N}_-]+$/u.test(name)) return 'invalid_name_specials'
  if (/^[_-]+$/.test(name)) return 'invalid_name_punctuation'
  const isTaken = [...state.channels.values()].some(
    (one) => one.name === name && one.kind !== 'im' && one.id !== own,
  )
  return isTaken ? 'name_taken' : undefined
}

export const createConversation: Method = {
  scopes: manageScopes,
  tier: 2,
  required: ['name'],
  errors: nameErrors,
  run: (context, args) => {
    const kind = flagArg(args, 'is_private') === true ? 'private' : 'public'
    const name = textArg(args, 'name') ?? ''
    const refused = refuseManaging(context, kind)
    if (refused) return refused
    const problem = refuseName(context, name)
    if (problem !== undefined) return refuse(problem)
    const user = context.state.bot.userId
    const created = Math.floor(context.clock.now() / 1000)
    const channel = changeChannel(context, {
      id: newId(context.state, 'C'),
      name,
      kind,
      isArchived: false,
      botIsMember: true,
      members: [],
      created,
      creator: user,
    })
    void context.sendEvent({
      type: 'channel_created',
      channel: { id: channel.id, name, created, creator: user },
    })
    addNotice(context, channel.id, {
      subtype: 'channel_join',
      user,
      text: `<@${user}> has joined the channel`,
    })
    return { ok: true, channel: channelJson(context, channel) }
  },
}

type Managed = { channel: Channel; user: string }

/** Runs on a channel that the bot may change. `more` is a narrower scope. Direct messages cannot be changed. */
function managing(
  run: (context: Context, managed: Managed, args: Args) => Answer,
  { more, membersOnly = true }: { more?: string; membersOnly?: boolean } = {},
): Method['run'] {
  return (context, args) => {
    const target = managed(context, args, more, membersOnly)
    return target.kind === 'refused'
      ? target.answer
      : run(context, { channel: target.channel, user: context.state.bot.userId }, args)
  }
}

function managed(context: Context, args: Args, more: string | undefined, membersOnly: boolean): Target {
  const target = seenChannel(context, args)
  if (target.kind === 'refused') return target
  const refused = refuseManaging(context, target.channel.kind, more)
  if (refused) return { kind: 'refused', answer: refused }
  if (target.channel.kind === 'im')
    return { kind: 'refused', answer: refuse('method_not_supported_for_channel_type') }
  if (membersOnly && !target.channel.botIsMember) return { kind: 'refused', answer: refuse('not_in_channel') }
  return target
}

const managedErrors = ['channel_not_found', 'method_not_supported_for_channel_type', 'not_in_channel']

export const archiveConversation: Method = {
  scopes: manageScopes,
  tier: 2,
  required: ['channel'],
  errors: ['already_archived', 'cant_archive_general', ...managedErrors],
  run: managing((context, { channel, user }) => {
    if (channel.isArchived) return refuse('already_archived')
    if (channel.name === 'general') return refuse('cant_archive_general')
    addNotice(context, channel.id, { subtype: 'channel_archive', user, text: 'archived the channel' })
    changeChannel(context, { ...channel, isArchived: true })
    void context.sendEvent({ type: 'channel_archive', channel: channel.id, user })
    return { ok: true }
  }),
}

export const unarchiveConversation: Method = {
  scopes: manageScopes,
  tier: 2,
  required: ['channel'],
  errors: ['channel_not_found', 'method_not_supported_for_channel_type', 'not_archived'],
  run: managing(
    (context, { channel, user }) => {
      if (!channel.isArchived) return refuse('not_archived')
      changeChannel(context, { ...channel, isArchived: false })
      void context.sendEvent({ type: 'channel_unarchive', channel: channel.id, user })
      return { ok: true }
    },
    { membersOnly: false },
  ),
}

export const renameConversation: Method = {
  scopes: manageScopes,
  tier: 2,
  required: ['channel', 'name'],
  errors: ['is_archived', ...nameErrors, ...managedErrors],
  run: managing((context, { channel, user }, args) => {
    if (channel.isArchived) return refuse('is_archived')
    const name = textArg(args, 'name') ?? ''
    const problem = refuseName(context, name, channel.id)
    if (problem !== undefined) return refuse(problem)
    const renamed = changeChannel(context, { ...channel, name })
    const text = `has renamed the channel from "${channel.name}" to "${name}"`
    addNotice(context, channel.id, { subtype: 'channel_name', user, text })
    void context.sendEvent({
      type: 'channel_rename',
      channel: { id: channel.id, name, created: channel.created },
    })
    return { ok: true, channel: channelJson(context, renamed) }
  }),
}

/** Slack takes at most this many users in one call. */
const maxInvited = 100

export const inviteToConversation: Method = {
  scopes: [
    'channels:manage',
    'channels:write.invites',
    'groups:write',
    'groups:write.invites',
    'im:write',
    'mpim:write',
  ],
  tier: 3,
  required: ['channel', 'users'],
  errors: [
    'already_in_channel',
    'cant_invite_self',
    'is_archived',
    'no_user',
    'user_not_found',
    ...managedErrors,
  ],
  run: managing(
    (context, { channel, user }, args) => {
      if (channel.isArchived) return refuse('is_archived')
      const ids = (textArg(args, 'users') ?? '').split(',').map((id) => id.trim())
      const given = ids.filter((id) => id !== '')
      if (given.length === 0) return refuse('no_user')
      if (given.length > maxInvited)
        return invalidArguments([`no more than ${maxInvited} items allowed [json-pointer:/users]`])
      const errors = given.flatMap((id) => {
        const error = refuseInvitation(context, channel, id)
        return error === undefined ? [] : [{ user: id, ok: false, error }]
      })
      const welcome = given.filter((id) => !errors.some((one) => one.user === id))
      const [first] = errors
      if (first !== undefined && (flagArg(args, 'force') !== true || welcome.length === 0))
        return refuse(first.error, { errors })
      const changed = changeChannel(context, { ...channel, members: [...channel.members, ...welcome] })
      for (const invited of welcome) {
        const text = `<@${invited}> has joined the channel`
        addNotice(context, channel.id, { subtype: 'channel_join', user: invited, text })
        const event = { type: 'member_joined_channel', user: invited, channel: channel.id, inviter: user }
        void context.sendEvent({ ...event, channel_type: channel.kind === 'private' ? 'G' : 'C' })
      }
      return { ok: true, channel: channelJson(context, changed) }
    },
    { more: 'write.invites' },
  ),
}

function refuseInvitation({ state }: Context, channel: Channel, id: string): string | undefined {
  if (id === state.bot.userId) return 'cant_invite_self'
  if (!state.people.has(id)) return 'user_not_found'
  return channel.members.includes(id) ? 'already_in_channel' : undefined
}

export const kickFromConversation: Method = {
  scopes: manageScopes,
  tier: 3,
  required: ['channel'],
  errors: ['cant_kick_from_general', 'cant_kick_self', 'user_not_found', ...managedErrors],
  run: managing((context, { channel }, args) => {
    const user = textArg(args, 'user') ?? ''
    if (user === context.state.bot.userId) return refuse('cant_kick_self')
    if (!context.state.people.has(user)) return refuse('user_not_found')
    if (channel.name === 'general') return refuse('cant_kick_from_general')
    if (!channel.members.includes(user)) return refuse('not_in_channel')
    changeChannel(context, { ...channel, members: channel.members.filter((id) => id !== user) })
    void context.sendEvent({ type: 'member_left_channel', user, channel: channel.id })
    return { ok: true, errors: {} }
  }),
}

export const leaveConversation: Method = {
  scopes: manageScopes,
  tier: 3,
  required: ['channel'],
  errors: ['cant_leave_general', 'channel_not_found', 'is_archived', 'method_not_supported_for_channel_type'],
  run: managing(
    (context, { channel }) => {
      if (!channel.botIsMember) return { ok: true, not_in_channel: true }
      if (channel.isArchived) return refuse('is_archived')
      if (channel.name === 'general') return refuse('cant_leave_general')
      changeChannel(context, { ...channel, botIsMember: false })
      void context.sendEvent({ type: 'channel_left', channel: channel.id })
      return { ok: true }
    },
    { membersOnly: false },
  ),
}

/** Closes direct messages. Their history stays. */
export const closeConversation: Method = {
  scopes: manageScopes,
  tier: 2,
  required: ['channel'],
  errors: ['channel_not_found', 'method_not_supported_for_channel_type'],
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const refused = refuseManaging(context, target.channel.kind)
    if (refused) return refused
    if (target.channel.user === undefined) return refuse('method_not_supported_for_channel_type')
    directChannel(context, target.channel.user)
    return { ok: true }
  },
}

const describeScopes = [
  'channels:manage',
  ...['channels', 'groups', 'im', 'mpim'].flatMap((family) => [
    ...(family === 'channels' ? [] : [`${family}:write`]),
    `${family}:write.topic`,
  ]),
]

/** Slack's limit of topics and purposes. */
const maxDescription = 250

const describing = (what: 'topic' | 'purpose'): Method => ({
  scopes: describeScopes,
  tier: 2,
  required: ['channel', what],
  errors: ['is_archived', 'too_long', ...managedErrors],
  run: managing(
    (context, { channel, user }, args) => {
      if (channel.isArchived) return refuse('is_archived')
      const value = textArg(args, what) ?? ''
      if (value.length > maxDescription) return refuse('too_long')
      const described = { value, creator: user, last_set: Math.floor(context.clock.now() / 1000) }
      const changed = changeChannel(context, { ...channel, [what]: described })
      addNotice(context, channel.id, {
        subtype: `channel_${what}`,
        user,
        text: `set the channel ${what}: ${value}`,
      })
      return { ok: true, channel: channelJson(context, changed) }
    },
    { more: 'write.topic' },
  ),
})

export const setTopic = describing('topic')
export const setPurpose = describing('purpose')

/** Moves the bot's read mark, which this workspace does not keep. */
export const markConversation: Method = {
  scopes: manageScopes,
  tier: 3,
  required: ['channel', 'ts'],
  errors: ['channel_not_found', 'invalid_timestamp', 'not_in_channel'],
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const { channel } = target
    const refused = refuseManaging(context, channel.kind)
    if (refused) return refused
    if (!channel.botIsMember) return refuse('not_in_channel')
    const ts = textArg(args, 'ts') ?? ''
    return findMessage(context, channel.id, ts) === undefined ? refuse('invalid_timestamp') : { ok: true }
  },
}

/** There is no second workspace that could invite this one. */
export const listConnectInvites: Method = {
  scopes: ['conversations.connect:manage'],
  tier: 1,
  run: () => ({ ok: true, invites: [], response_metadata: { next_cursor: '' } }),
}
