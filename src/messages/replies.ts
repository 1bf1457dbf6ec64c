import type { Content } from '../model/message.ts'
import type { RefusalReason } from '../rules/permission.ts'
import { mrkdwn, textMessage } from './block-kit.ts'

const refusals: Record<RefusalReason, string> = {
  'unknown-person': 'Slack does not answer who you are right now. Try again in a minute.',
  'private-alert':
    'This alert is private: only the members of the channels that the configuration file sends it to, and the admins of Overheard, may use it.',
  'outside-own-channels':
    'Guests and people of other organisations may use Overheard only in channels they are in, and only for what is posted there.',
  'members-only': 'Only full members of this workspace may do this.',
  'admins-only': 'Only the admins of Overheard may do this.',
  'mute-admins-only':
    'Only the admins of Overheard may mute for longer than a day, or end such a mute. Full members may mute for a day.',
  'channel-members-only':
    'Only the members of that channel, or the admins of Overheard, may change this. Invite Overheard to a private channel first: /invite @overheard',
}

/** The reason why a person may not do something: one sentence that names who may. */
export function refusalText(reason: RefusalReason): string {
  return refusals[reason]
}

/** The reply to a press on a message that has no record. */
export const messageUnknown = textMessage(
  'Nothing changed: Overheard no longer has the data of this message. Data are kept for 90 days, unless the storage is emptied.',
)

/** The reply to a change that failed on the way. `reason`: without its full stop. */
export function failedText(reason: string): string {
  return `That didn't fully work: ${reason}. Check the current state with /mentions list and /mentions mutes.`
}

/** The reply if the service, Slack or the store does not answer. `reason`: without its full stop. */
export function unavailableText(reason: string): string {
  return `Can't look that up right now: ${reason}.`
}

/** The reply in a channel without subscriptions. */
export const noSubscriptionsHere = textMessage(
  'This channel has no alerts yet. Start with /mentions subscribe.',
)

const helpLines = [
  '*`/mentions`* manages Overheard in this channel. Changes are announced here and can be undone.',
  '• `subscribe [alert] [#channel]`, `edit`, `pause`, `resume`, `unsubscribe [name]`: choose what is posted here',
  '• `open`, `open mine`: what nobody has finished yet, best first',
  '• `list`, `status`: the alerts of this channel, and whether they are up to date',
  '• `mute author|source|domain NAME [1d|7d|forever]`, `unmute NAME`, `mutes`: hide an author, site or source from this channel',
  '• `why URL`: why a mention was posted here, or not',
  '• `test [name]`, `preview [name]`: show a sample post, or how many posts to expect (only you see it)',
  '• `digest [name]`: preview the digest',
  '• *`/mentions-stats`*: numbers and charts for an alert. More: `/mentions-stats help`',
  'Part of a name is enough. With only one alert in the channel, you can leave the name out.',
]

/** The help of /mentions. */
export function mentionsHelp(): Content {
  const text = helpLines.join('\n')
  return { text: text.replaceAll(/[*`]/g, ''), blocks: [{ type: 'section', text: mrkdwn(text) }] }
}
