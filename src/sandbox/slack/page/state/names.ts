import type { Person, Snapshot } from '../../events.ts'
import type { Message } from '../../wire.ts'

/** A person's name as Slack shows it. */
export function personName(person: Person): string {
  return person.displayName ?? person.name
}

/** The name of whoever has an id. */
export function nameOfUser(world: Snapshot, id: string): string {
  const person = world.people.find((one) => one.id === id)
  if (person) return personName(person)
  return id === 'USLACKBOT' ? 'Slackbot' : 'Another app'
}

/** The name of a message's author. */
export function authorName(world: Snapshot, message: Message): string {
  return message.username ?? message.bot_profile?.name ?? nameOfUser(world, message.user)
}

/** A channel's name as it is written: `#general`, or the bot's name for direct messages with it. */
export function channelName(world: Snapshot, id: string): string {
  const channel = world.channels.find((one) => one.id === id)
  if (!channel) return id
  return channel.kind === 'im' ? world.bot.name : `#${channel.name}`
}
