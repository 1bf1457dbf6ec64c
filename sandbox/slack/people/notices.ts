import type { Context } from '../context.ts'
import { addEphemeral } from '../ephemerals.ts'

/** Shows a person what Slack itself says in a channel, for their eyes only: as Slackbot does. */
export function tellAsSlackbot(context: Context, user: string, channel: string, text: string): void {
  const message = {
    type: 'message' as const,
    subtype: 'bot_message',
    ts: context.clock.nextTs(),
    user: 'USLACKBOT',
    username: 'Slackbot',
    team: context.seed.team.id,
    text,
  }
  addEphemeral(context, { channel, user, message })
}

/** Tells a person something that is no message: a warning sign beside a button or in a modal. */
export function warn(context: Context, user: string, text: string, channel?: string): void {
  context.emit({ type: 'notice', notice: { user, text, ...(channel && { channel }) } })
}
