import type { Channel } from './events.ts'
import { type Context, newId } from './state.ts'

/** Finds a channel by id, `#name` or name. */
export function findChannel(context: Pick<Context, 'state'>, reference: string): Channel | undefined {
  const { channels } = context.state
  const name = reference.replace(/^#/, '')
  return (
    channels.get(reference) ?? [...channels.values()].find((one) => one.kind !== 'im' && one.name === name)
  )
}

/** Finds a channel as the bot sees it: a private channel without the bot does not exist for it. */
export function visibleChannel(context: Context, reference: string): Channel | undefined {
  const channel = findChannel(context, reference)
  return channel?.kind === 'private' && !channel.botIsMember ? undefined : channel
}

/** Returns the direct messages between the bot and a user; opens them if there are none. */
export function directChannel(context: Context, user: string): { channel: Channel; isNew: boolean } {
  const { state, clock } = context
  const open = [...state.channels.values()].find((one) => one.kind === 'im' && one.user === user)
  if (open) return { channel: open, isNew: false }
  const channel: Channel = {
    id: newId(state, 'D'),
    name: state.people.get(user)?.name ?? user,
    kind: 'im',
    user,
    isArchived: false,
    botIsMember: true,
    members: [user],
    created: Math.floor(clock.now() / 1000),
  }
  return { channel: changeChannel(context, channel), isNew: true }
}

/** Replaces a channel and reports the change. */
export function changeChannel(context: Context, channel: Channel): Channel {
  context.state.channels.set(channel.id, channel)
  context.emit({ type: 'channel_changed', channel })
  return channel
}

/** The channel in Slack's JSON (`conversations.info`, `.list`, `.join`). */
export function channelJson(context: Context, channel: Channel): Record<string, unknown> {
  const shared = {
    id: channel.id,
    created: channel.created,
    is_archived: channel.isArchived,
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_im: channel.kind === 'im',
    is_mpim: false,
    is_private: channel.kind !== 'public',
    is_org_shared: false,
    context_team_id: context.seed.team.id,
    updated: channel.created * 1000,
  }
  if (channel.kind === 'im') {
    const isDeleted = context.state.people.get(channel.user ?? '')?.isDeactivated === true
    return { ...shared, user: channel.user, is_user_deleted: isDeleted, priority: 0 }
  }
  return { ...shared, ...namedJson(context, channel) }
}

/** True if a user of another workspace is in the channel (Slack Connect). */
export function isExternallyShared({ state }: Context, { members }: Channel): boolean {
  return members.some((id) => state.people.get(id)?.kind === 'external')
}

function namedJson(context: Context, channel: Channel): Record<string, unknown> {
  const canvas = [...context.state.canvases.values()].find((one) => one.channel === channel.id)
  const empty = { value: '', creator: '', last_set: 0 }
  return {
    name: channel.name,
    name_normalized: channel.name,
    is_general: channel.name === 'general',
    is_member: channel.botIsMember,
    is_shared: isExternallyShared(context, channel),
    is_ext_shared: isExternallyShared(context, channel),
    is_pending_ext_shared: false,
    unlinked: 0,
    creator: channel.creator ?? context.seed.users[0]?.id ?? context.seed.bot.userId,
    previous_names: [],
    pending_shared: [],
    topic: channel.topic ?? empty,
    purpose: channel.purpose ?? empty,
    num_members: channel.members.length + (channel.botIsMember ? 1 : 0),
    ...(canvas && {
      properties: { canvas: { file_id: canvas.id, is_empty: canvas.sections.length === 0 } },
    }),
  }
}
