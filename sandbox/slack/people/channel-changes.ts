import { changeChannel } from '../channels.ts'
import type { Context } from '../context.ts'
import type { Deliver } from '../delivery/envelope.ts'
import type { Channel } from '../events.ts'
import { newId } from '../state.ts'
import { sendEvent } from './app-events.ts'
import { channelOf } from './place.ts'

/** Something a person does to a channel. */
export type ChannelChange =
  | { do: 'inviteBot' | 'kickBot' | 'archive' | 'unarchive'; channel: string }
  | { do: 'rename'; channel: string; name: string }
  | { do: 'create'; name: string; isPrivate?: boolean | undefined }

/** Changes a channel as a person could, and tells the app where it has subscribed to that. */
export async function changeAsPerson(
  context: Context,
  deliver: Deliver,
  change: ChannelChange,
): Promise<Channel> {
  if (change.do === 'create') return createChannel(context, change)
  const channel = channelOf(context, change.channel)
  const { fields, event } = effectOf(context, channel, change)
  const changed = changeChannel(context, { ...channel, ...fields })
  await sendEvent(context, deliver, event)
  return changed
}

type Effect = { fields: Partial<Channel>; event: { type: string; [field: string]: unknown } }

function effectOf(
  context: Context,
  { id }: Channel,
  change: Exclude<ChannelChange, { do: 'create' }>,
): Effect {
  const user = context.state.bot.userId
  switch (change.do) {
    case 'inviteBot':
      return { fields: { botIsMember: true }, event: { type: 'member_joined_channel', user, channel: id } }
    case 'kickBot':
      return { fields: { botIsMember: false }, event: { type: 'channel_left', channel: id } }
    case 'archive':
      return { fields: { isArchived: true }, event: { type: 'channel_archive', channel: id } }
    case 'unarchive':
      return { fields: { isArchived: false }, event: { type: 'channel_unarchive', channel: id } }
    case 'rename':
      return {
        fields: { name: change.name },
        event: { type: 'channel_rename', channel: { id, name: change.name } },
      }
  }
}

function createChannel(
  context: Context,
  { name, isPrivate }: { name: string; isPrivate?: boolean | undefined },
) {
  return changeChannel(context, {
    id: newId(context.state, 'C'),
    name,
    kind: isPrivate ? 'private' : 'public',
    isArchived: false,
    botIsMember: false,
    members: context.seed.users.map((user) => user.id),
    created: Math.floor(context.clock.now() / 1000),
  })
}
