import { z } from 'zod'
import { completeBlocks } from '../block-kit/defaults.ts'
import { changeChannel } from '../channels.ts'
import type { Channel } from '../events.ts'
import { addMessage, findMessage, removeMessage } from '../messages.ts'
import { type Context, isFullMember, newId, teamOf } from '../state.ts'
import type { Message } from '../wire.ts'
import { channelOf, personOf } from './lookup.ts'

const channel = z.string()

/** A user's change of a channel. */
export const channelChange = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['inviteBot', 'kickBot', 'archive', 'unarchive']), channel }),
  z.object({ do: z.literal('rename'), channel, name: z.string() }),
  z.object({ do: z.literal('create'), name: z.string(), isPrivate: z.boolean().optional() }),
])
type ChannelChange = z.infer<typeof channelChange>

/** Changes a channel as a user could, and sends the event. */
export async function changeAsPerson(context: Context, change: ChannelChange): Promise<Channel> {
  if (change.do === 'create') return createChannel(context, change)
  const channel = channelOf(context, change.channel)
  const { fields, event } = effectOf(context, channel, change)
  const changed = changeChannel(context, { ...channel, ...fields })
  await context.sendEvent(event)
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
    members: context.seed.users.filter(isFullMember).map((user) => user.id),
    created: Math.floor(context.clock.now() / 1000),
  })
}

/** A message that is not the bot's. `blocks` are not checked. */
export const post = z.object({
  channel,
  text: z.string(),
  threadTs: z.string().optional(),
  blocks: z.array(z.unknown()).optional(),
  metadata: z.object({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) }).optional(),
})
export type Post = z.infer<typeof post>

export function postAsPerson(context: Context, user: string, post: Post): Message {
  const person = personOf(context, user)
  return storePost(context, post, { user: person.id, team: teamOf(context, person) })
}

/** Posts as another app, with any metadata, even with this app's event types. */
export function postAsOtherApp(context: Context, post: Post): Message {
  return storePost(context, post, { user: 'U00000OTHER', bot_id: 'B0000OTHER1', app_id: 'A0000OTHER1' })
}

/** Deletes any message, as an admin can. Throws if there is none. */
export function deleteMessage(context: Context, channel: string, ts: string): void {
  const { id } = channelOf(context, channel)
  const message = findMessage(context, id, ts)
  if (!message) throw new Error(`There is no message ${ts} in ${channel}.`)
  removeMessage(context, id, message)
}

function storePost(
  context: Context,
  post: Post,
  author: Pick<Message, 'user' | 'bot_id' | 'app_id'> & { team?: string },
): Message {
  const message: Message = {
    type: 'message',
    ts: context.clock.nextTs(),
    team: context.seed.team.id,
    text: post.text,
    ...author,
    ...(post.threadTs && { thread_ts: post.threadTs }),
    ...(post.blocks && { blocks: completeBlocks(context.state, post.blocks) }),
    ...(post.metadata && { metadata: post.metadata }),
  }
  addMessage(context, channelOf(context, post.channel).id, message)
  return message
}
