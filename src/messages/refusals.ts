import { textMessage } from './say.ts'

/** What somebody hears who is not among the `admins` of the configuration. */
export const onlyAdmins = {
  mayChange: textMessage('Only the admins of Overheard may change this.'),
  mayMute: textMessage('Only the admins of Overheard may mute.'),
}

/** What somebody hears of another channel. Who is in a private one, Overheard knows only where it is a member, too. */
export const onlyMembers =
  'Only the members of that channel, or the admins of Overheard, may change this. To a private channel Overheard has to be invited first.'

/** What somebody hears of a change that failed on the way. `reason`: without its full stop. */
export function failedText(reason: string): string {
  return `That failed, or was done only in part: ${reason}. /mentions list and /mentions mutes tell what is so now.`
}

/** What somebody hears where the service, Slack or the store does not answer. `reason`: without its full stop. */
export function unavailableText(reason: string): string {
  return `That cannot be told now: ${reason}.`
}

/** What somebody hears in a channel that gets nothing. */
export const noSubscriptionsHere = textMessage(
  'Nothing is watched in this channel. Start with /mentions subscribe.',
)
