import { findMessage } from '../messages.ts'
import type { Context } from '../state.ts'
import { type Answer, type Message, refuse } from '../wire.ts'
import { type Args, seenChannel, textArg } from './method.ts'

type Item = { kind: 'item'; channel: string; message: Message } | { kind: 'refused'; answer: Answer }

export const itemErrors = ['bad_timestamp', 'channel_not_found', 'message_not_found', 'no_item_specified']

/** Finds the message that the arguments `channel` and `timestamp` name, as methods for reactions and pins do. */
export function findItem(context: Context, args: Args): Item {
  const ts = textArg(args, 'timestamp')
  if (ts === undefined) return { kind: 'refused', answer: refuse('no_item_specified') }
  const target = seenChannel(context, args)
  if (target.kind === 'refused') return target
  if (!/^\d+\.\d+$/.test(ts)) return { kind: 'refused', answer: refuse('bad_timestamp') }
  const message = findMessage(context, target.channel.id, ts)
  if (message === undefined || message.subtype === 'tombstone')
    return { kind: 'refused', answer: refuse('message_not_found') }
  return { kind: 'item', channel: target.channel.id, message }
}
