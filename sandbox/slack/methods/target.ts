import { directChannel, visibleChannel } from '../channels.ts'
import type { Context } from '../context.ts'
import type { Channel } from '../events.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, textArg } from './args.ts'

/** A channel that a call may act on, or why not. */
export type Target = { kind: 'channel'; channel: Channel } | { kind: 'refused'; answer: Answer }

/** The channel named by `channel`, as far as the bot may see it. */
export function seenChannel(context: Context, args: Args): Target {
  const reference = textArg(args, 'channel')
  const channel = reference === undefined ? undefined : visibleChannel(context, reference)
  return channel ? { kind: 'channel', channel } : { kind: 'refused', answer: refuse('channel_not_found') }
}

/** The channel the bot may write to: it exists, is not archived, and the bot is in it. A person's id means their DMs. */
export function writableChannel(context: Context, args: Args): Target {
  const reference = textArg(args, 'channel') ?? ''
  const person = context.state.people.get(reference)
  if (person && !person.isBot) return { kind: 'channel', channel: directChannel(context, person.id).channel }
  const target = seenChannel(context, args)
  if (target.kind === 'refused') return target
  if (target.channel.isArchived) return { kind: 'refused', answer: refuse('is_archived') }
  return target.channel.botIsMember ? target : { kind: 'refused', answer: refuse('not_in_channel') }
}
