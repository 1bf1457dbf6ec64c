import type { Context } from './context.ts'
import type { Ephemeral } from './events.ts'
import type { Message } from './wire.ts'

/** Ephemeral messages that are kept at most: Slack forgets them at a reload. */
const most = 500

/** Shows a message to one person only. */
export function addEphemeral(context: Context, ephemeral: Ephemeral): void {
  context.state.ephemerals = [...context.state.ephemerals, ephemeral].slice(-most)
  context.emit({ type: 'ephemeral_posted', ephemeral })
}

/** Finds an ephemeral message of a person by its ts. */
export function findEphemeral(
  context: Context,
  channel: string,
  user: string,
  ts: string,
): Ephemeral | undefined {
  return context.state.ephemerals.find(
    (one) => one.channel === channel && one.user === user && one.message.ts === ts,
  )
}

/** Puts an ephemeral message's new form in its place. */
export function replaceEphemeral(context: Context, old: Ephemeral, message: Message): void {
  const ephemeral = { ...old, message }
  context.state.ephemerals = context.state.ephemerals.map((one) => (one === old ? ephemeral : one))
  context.emit({ type: 'ephemeral_updated', ephemeral })
}

/** Takes an ephemeral message away. */
export function removeEphemeral(context: Context, old: Ephemeral): void {
  context.state.ephemerals = context.state.ephemerals.filter((one) => one !== old)
  context.emit({ type: 'ephemeral_deleted', channel: old.channel, user: old.user, ts: old.message.ts })
}
