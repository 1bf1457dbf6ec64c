import { outcomeOf } from '@overheard/post-once/errors'
import { formattingOf } from '@overheard/post-once/post'
import type { WebClient } from '@slack/web-api'
import type { MessageKey } from '../model/collection.ts'
import type { Content } from '../model/message.ts'

/**
 * `gone` means that the message was deleted or may not be changed; `reason` is Slack's code. `refused` means that Slack rejects this content. `unclear` means that
 * Slack rejects it with an unknown code, so Slack may accept it later.
 */
export type Updated =
  | { kind: 'updated' }
  | { kind: 'gone'; reason?: string }
  | { kind: 'failed'; reason: string; refused?: true; unclear?: true }

export type Messages = {
  update(place: MessageKey, content: Content): Promise<Updated>
  permalink(place: MessageKey): Promise<string | undefined>
}

const goneCodes = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'channel_not_found',
  'is_archived',
  'is_inactive',
])

export function createMessages(client: WebClient): Messages {
  return {
    async update({ channel, ts }, { text, blocks }) {
      try {
        const options = { channel, ts, text, blocks, parse: 'none', ...formattingOf(blocks) }
        await client.apiCall('chat.update', options)
        return { kind: 'updated' }
      } catch (error) {
        const failed = outcomeOf(error, false)
        const { reason } = failed
        if (goneCodes.has(reason)) return { kind: 'gone', reason }
        const extent = failed.kind === 'rejected' ? failed.extent : undefined
        if (extent === 'unclear') return { kind: 'failed', reason, refused: true, unclear: true }
        return { kind: 'failed', reason, ...(extent === 'message' ? { refused: true } : {}) }
      }
    },
    async permalink({ channel, ts }) {
      const answer = await client.chat.getPermalink({ channel, message_ts: ts }).catch(() => undefined)
      return answer?.permalink
    },
  }
}
