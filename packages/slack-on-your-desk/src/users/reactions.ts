import { z } from 'zod'
import type { Ack, Channel } from '../events.ts'
import { findMessage, replaceMessage } from '../messages.ts'
import type { Context } from '../state.ts'
import type { Message } from '../wire.ts'
import { channelOf, personOf } from './lookup.ts'

/** A reaction that a user adds to a message, or with `remove` takes away. `reaction`: the name of the emoji, without colons. */
export const reactionRequest = z.object({
  user: z.string(),
  channel: z.string(),
  ts: z.string(),
  reaction: z.string(),
  remove: z.boolean().optional(),
})
type Reaction = z.infer<typeof reactionRequest>

/**
 * Adds or removes a reaction and sends the event. Throws with Slack's error code if Slack refuses it; the codes are those of
 * https://docs.slack.dev/reference/methods/reactions.add and reactions.remove. Undefined: the app gets no event.
 */
export async function react(context: Context, request: Reaction): Promise<Ack | undefined> {
  const { id: user } = personOf(context, request.user)
  const outcome = changeReaction(context, channelOf(context, request.channel), { ...request, user })
  if ('refusal' in outcome) throw new Error(outcome.refusal)
  return outcome.sent
}

/** Adds or removes the reaction of a user (an id), people and bots alike. `refusal`: Slack's error code. */
export function changeReaction(
  context: Context,
  channel: Channel,
  { user, ts, reaction, remove = false }: Omit<Reaction, 'channel'>,
): { refusal: string } | { sent: Promise<Ack | undefined> } {
  const message = findMessage(context, channel.id, ts)
  const refusal = refuseReaction(context, channel, message, { user, reaction, remove })
  if (refusal !== undefined || message === undefined) return { refusal: refusal ?? 'message_not_found' }
  replaceMessage(context, channel.id, withReaction(message, user, reaction, remove))
  // Slack sends the event for content that the bot can see: https://docs.slack.dev/reference/events/reaction_added
  if (!channel.botIsMember) return { sent: Promise.resolve(undefined) }
  const sent = context.sendEvent({
    type: remove ? 'reaction_removed' : 'reaction_added',
    user,
    reaction,
    item_user: message.user,
    item: { type: 'message', channel: channel.id, ts },
  })
  return { sent }
}

function refuseReaction(
  { state }: Context,
  channel: { id: string; isArchived: boolean },
  message: Message | undefined,
  { user, reaction, remove }: Required<Pick<Reaction, 'user' | 'reaction' | 'remove'>>,
): string | undefined {
  if (message === undefined || message.subtype === 'tombstone') return 'message_not_found'
  if (channel.isArchived) return 'is_archived'
  if (!/^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/.test(reaction)) return 'invalid_name'
  // "Reactions are disabled as the specified message is part of a locked thread."
  if (state.lockedThreads.has(`${channel.id} ${message.thread_ts ?? message.ts}`)) return 'thread_locked'
  const hasReacted = message.reactions?.some(({ name, users }) => name === reaction && users.includes(user))
  if (remove) return hasReacted ? undefined : 'no_reaction'
  return hasReacted ? 'already_reacted' : undefined
}

/** The message with the reactions as history shows them: in the order of their first use. */
function withReaction(message: Message, user: string, reaction: string, remove: boolean): Message {
  const { reactions: before = [], ...rest } = message
  const known = before.some(({ name }) => name === reaction) ? before : [...before, reactionOf(reaction, [])]
  const reactions = known
    .map((one) => {
      if (one.name !== reaction) return one
      return reactionOf(reaction, remove ? one.users.filter((other) => other !== user) : [...one.users, user])
    })
    .filter(({ count }) => count > 0)
  return reactions.length === 0 ? rest : { ...rest, reactions }
}

const reactionOf = (name: string, users: string[]) => ({ name, users, count: users.length })
