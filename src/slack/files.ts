import type { Ms } from '@overheard/base/time'
import { outcomeOf } from '@overheard/post-once/errors'
import type { FetchFunction, WebClient } from '@slack/web-api'

/** `unclear` is set if Slack did not say if it shared the file. `afterMs` is the wait that Slack asks for, in ms. */
type SentFile = { kind: 'sent' } | { kind: 'failed'; reason: string; unclear?: true; afterMs?: Ms }

export type SendFile = (file: {
  channel: string
  name: string
  content: string
  /** The text of the message with the file. Slack parses this text as mrkdwn. */
  comment: string
}) => Promise<SentFile>

/**
 * Shares a file in three steps (docs.slack.dev, files.getUploadURLExternal). The SDK's own `filesUploadV2` does not say in which step
 * it failed, and only a failure of the last step leaves open if the file was shared. The upload address gets no token.
 */
export function createSendFile(client: WebClient, send: FetchFunction): SendFile {
  return async ({ channel, name, content, comment }) => {
    let isLastStep = false
    try {
      const { upload_url, file_id } = await client.files.getUploadURLExternal({
        filename: name,
        length: Buffer.byteLength(content),
      })
      if (upload_url === undefined || file_id === undefined) return { kind: 'failed', reason: 'no address' }
      const uploaded = await send(upload_url, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: content,
      })
      if (!uploaded.ok) return { kind: 'failed', reason: `HTTP ${uploaded.status}` }
      isLastStep = true
      await client.files.completeUploadExternal({
        files: [{ id: file_id, title: name }],
        channel_id: channel,
        initial_comment: comment,
      })
      return { kind: 'sent' }
    } catch (error) {
      const failure = outcomeOf(error, false)
      return {
        kind: 'failed',
        reason: failure.reason,
        ...(isLastStep && failure.kind === 'unknown' && { unclear: true }),
        ...(failure.kind === 'deferred' && { afterMs: failure.afterMs }),
      }
    }
  }
}
