import type { Content } from '../model/message.ts'
import type { RefusalReason } from '../rules/permission.ts'
import { mrkdwn, textMessage } from './block-kit.ts'

const refusals: Record<RefusalReason, string> = {
  'unknown-person': 'Slack does not say at the moment who you are. Try again in a minute.',
  'private-alert':
    'This alert is private: only the members of the channels that the configuration file sends it to, and the admins of Overheard, may use it.',
  'outside-own-channels':
    'Guests and people of other organisations may use Overheard only in channels they are in, and only for what is posted there.',
  'members-only': 'Only full members of this workspace may do this.',
  'admins-only': 'Only the admins of Overheard may do this.',
  'mute-admins-only':
    'Only the admins of Overheard may mute for longer than a day, or end such a mute. Full members may mute for a day.',
  'channel-members-only':
    'Only the members of that channel, or the admins of Overheard, may change this. To a private channel Overheard has to be invited first.',
}

/** Why a person may not do something: one sentence that says who may. */
export function refusalText(reason: RefusalReason): string {
  return refusals[reason]
}

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

const helpLines = [
  '*`/mentions`* runs Overheard from here. Every change is told in the channel and can be undone there.',
  '• `subscribe [alert] [#channel]`, `edit`, `pause`, `resume`, `unsubscribe [name]`: what this channel gets',
  '• `list`, `status`: what is watched, and how it is doing',
  '• `mute author|source|domain NAME [1d|7d|forever]`, `unmute NAME`, `mutes`: who and what this channel does not hear of',
  '• `why URL or id`: why something was posted here, or was not',
  '• `test [name]`, `preview [name]`: one real mention, or the counts of the last 7 days, for your eyes only',
  '• `digest [name]`: the digest as it would look now',
  '• *`/mentions-stats`*: how an alert is doing, in figures; `/mentions-stats help` tells what it can be asked',
  'A name may be written in part, and left out where the channel has one subscription only.',
]

/** What the command can do. */
export function mentionsHelp(): Content {
  const text = helpLines.join('\n')
  return { text: text.replaceAll(/[*`]/g, ''), blocks: [{ type: 'section', text: mrkdwn(text) }] }
}
