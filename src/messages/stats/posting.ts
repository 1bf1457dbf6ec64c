import type { Content } from '../../model/message.ts'
import { plainText } from '../block-kit.ts'

/** Why an answer could not be posted to its channel, by Slack's code. */
const notPostedReasons = new Map([
  ['not_in_channel', 'I am not in this channel. Invite me (/invite @overheard) and press again.'],
  ['channel_not_found', 'I cannot see this channel. Invite me (/invite @overheard) and press again.'],
  ['is_archived', 'This channel is archived.'],
])

/** For the asker: the answer was posted to the channel. */
export function statsPosted(): Content {
  return textOnly('Posted to this channel.')
}

/** For the asker: it surely was not posted, and why. `reason`: Slack's code. */
export function statsNotPosted(reason: string): Content {
  return textOnly(
    notPostedReasons.get(reason) ?? `Slack did not take the message (${reason}). Try again in a minute.`,
  )
}

/** For the asker: Slack did not say whether it was posted. */
export function statsMayBePosted(): Content {
  return textOnly('Slack did not answer. Look whether it is there before you press again.')
}

function textOnly(text: string): Content {
  return { text, blocks: [{ type: 'section', text: plainText(text) }] }
}
