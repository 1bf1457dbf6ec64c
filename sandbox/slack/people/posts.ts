import { completeBlocks } from '../blocks/complete.ts'
import type { Context } from '../context.ts'
import { addMessage, findMessage, removeMessage } from '../messages.ts'
import type { Message, Metadata } from '../wire.ts'
import { personOf } from './payload.ts'
import { channelOf } from './place.ts'

/** A message of somebody else than the bot. `blocks` are taken as they are. */
export type Post = {
  channel: string
  text: string
  threadTs?: string | undefined
  blocks?: unknown[] | undefined
  metadata?: Metadata | undefined
}

/** Posts as a person. */
export function postAsPerson(context: Context, user: string, post: Post): Message {
  return keep(context, post, { user: personOf(context, user).id })
}

/** Posts as another app, which can carry whatever metadata it likes, ours too. */
export function postAsOtherApp(context: Context, post: Post): Message {
  return keep(context, post, { user: 'U00000OTHER', bot_id: 'B0000OTHER1', app_id: 'A0000OTHER1' })
}

/** Deletes any message, as an admin can. Throws where there is none. */
export function deleteMessage(context: Context, channel: string, ts: string): void {
  const { id } = channelOf(context, channel)
  const message = findMessage(context, id, ts)
  if (!message) throw new Error(`There is no message ${ts} in ${channel}.`)
  removeMessage(context, id, message)
}

function keep(context: Context, post: Post, author: Pick<Message, 'user' | 'bot_id' | 'app_id'>): Message {
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
