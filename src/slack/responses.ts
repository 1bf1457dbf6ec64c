import { parseJson } from '@overheard/base/json'
import { outcomeOf } from '@overheard/post-once/errors'
import { formattingOf } from '@overheard/post-once/post'
import type { FetchFunction, WebClient } from '@slack/web-api'
import { z } from 'zod'
import type { Content } from '../model/message.ts'

/**
 * `refused` means that Slack rejects this content. `over` means that the URL was used five times or is older than thirty minutes (Slack's
 * documentation). `lost` means that nobody knows if the response is shown.
 */
export type ResponseResult = 'shown' | 'refused' | 'over' | 'lost'

/**
 * Sends an ephemeral response. `beside` adds a new message, in the thread if there is one; `in-place` replaces the message whose button was
 * pressed.
 */
export type Respond = (
  url: string,
  content: Content,
  place: 'beside' | 'in-place',
  thread?: string,
) => Promise<ResponseResult>

const overCodes = new Set(['expired_url', 'used_url', 'no_active_hooks'])

const refusal = z.object({ ok: z.literal(false), error: z.string() })

/** Requires a `send` with a timeout. Does not retry, because each try counts as a use of the URL. */
export function createRespond(send: FetchFunction): Respond {
  return async (url, { text, blocks }, place, thread) => {
    const body = {
      response_type: 'ephemeral',
      replace_original: place === 'in-place',
      ...(place === 'beside' && thread !== undefined && { thread_ts: thread }),
      text,
      ...(blocks.length > 0 ? { blocks } : { mrkdwn: false }),
    }
    try {
      const answer = await send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return readResponse(answer.status, await answer.text())
    } catch {
      return 'lost'
    }
  }
}

function readResponse(status: number, text: string): ResponseResult {
  const code = refusal.safeParse(parseJson(text)).data?.error
  if (overCodes.has(code ?? text.trim()) || status === 404 || status === 410) return 'over'
  if (status >= 200 && status <= 299 && code === undefined) return 'shown'
  return status >= 500 || status === 429 ? 'lost' : 'refused'
}

type EphemeralResult = { kind: 'shown' } | { kind: 'refused'; reason: string }

export type PostEphemeral = (
  to: { channel: string; user: string; thread?: string },
  content: Content,
) => Promise<EphemeralResult>

/** Posts an ephemeral message without a response URL. A repeated answer does no harm, so there is no pending post. */
export function createPostEphemeral(client: WebClient): PostEphemeral {
  return async ({ channel, user, thread }, { text, blocks }) => {
    try {
      await client.apiCall('chat.postEphemeral', {
        channel,
        user,
        ...(thread !== undefined && { thread_ts: thread }),
        text,
        ...(blocks.length > 0 ? { blocks } : {}),
        ...formattingOf(blocks),
      })
      return { kind: 'shown' }
    } catch (error) {
      return { kind: 'refused', reason: outcomeOf(error, false).reason }
    }
  }
}
