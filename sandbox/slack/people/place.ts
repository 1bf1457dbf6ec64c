import { findChannel } from '../channels.ts'
import type { Context } from '../context.ts'
import type { Channel } from '../events.ts'

/** Finds the channel somebody acts in, by id or name. Throws where there is none. */
export function channelOf(context: Context, reference: string): Channel {
  const channel = findChannel(context, reference)
  if (!channel) throw new Error(`There is no channel "${reference}" in this workspace.`)
  return channel
}
