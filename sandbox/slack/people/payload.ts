import type { Context } from '../context.ts'
import type { Channel, Person } from '../events.ts'

/** The verification token of old: still in every payload, checked by nobody any more. */
export const verificationToken = 'sandbox-verification-token'

/** What every interactive payload says of the person and the app. */
export function interactiveBase(context: Context, person: Person): Record<string, unknown> {
  const { team, bot } = context.seed
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: team.id },
    api_app_id: bot.appId,
    token: verificationToken,
    team: { id: team.id, domain: team.domain },
    enterprise: null,
    is_enterprise_install: false,
  }
}

/** Finds a person by id or name. Throws where there is none. */
export function personOf(context: Context, reference: string): Person {
  const { people } = context.state
  const person = people.get(reference) ?? [...people.values()].find((one) => one.name === reference)
  if (!person) throw new Error(`There is no person "${reference}" in this workspace.`)
  return person
}

/** A channel's name as payloads carry it: Slack hides those of private channels and direct messages. */
export function payloadName(channel: Channel): string {
  if (channel.kind === 'im') return 'directmessage'
  return channel.kind === 'private' ? 'privategroup' : channel.name
}
