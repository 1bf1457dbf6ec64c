import { findChannel } from '../channels.ts'
import type { Channel, Person } from '../events.ts'
import { verificationToken } from '../events-api.ts'
import { addEphemeral } from '../messages.ts'
import { type Context, teamOf } from '../state.ts'

/** The fields of every interactive payload about the user and the app. */
export function interactiveBase(context: Context, person: Person): Record<string, unknown> {
  const { team, bot } = context.seed
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: teamOf(context, person) },
    api_app_id: bot.appId,
    token: verificationToken,
    team: { id: team.id, domain: team.domain },
    enterprise: null,
    is_enterprise_install: false,
  }
}

/** Finds a user by id or name. Throws if there is none. */
export function personOf(context: Context, reference: string): Person {
  const { people } = context.state
  const person = people.get(reference) ?? [...people.values()].find((one) => one.name === reference)
  if (!person) throw new Error(`There is no user "${reference}" in this workspace.`)
  return person
}

/** A channel's name in payloads: Slack hides the names of private channels and direct messages. */
export function payloadName(channel: Channel): string {
  if (channel.kind === 'im') return 'directmessage'
  return channel.kind === 'private' ? 'privategroup' : channel.name
}

/** Finds a channel by id or name. Throws if there is none. */
export function channelOf(context: Context, reference: string): Channel {
  const channel = findChannel(context, reference)
  if (!channel) throw new Error(`There is no channel "${reference}" in this workspace.`)
  return channel
}

/** Shows a message from Slackbot to one user only. */
export function postAsSlackbot(context: Context, user: string, channel: string, text: string): void {
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

/** Shows a warning to a user beside a button or in a modal. It is no message. */
export function showWarning(context: Context, user: string, text: string, channel?: string): void {
  context.emit({ type: 'notice', notice: { user, text, ...(channel && { channel }) } })
}
