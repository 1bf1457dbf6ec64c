import type { Content } from '../model/message.ts'
import { mrkdwn } from './block-kit.ts'

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
