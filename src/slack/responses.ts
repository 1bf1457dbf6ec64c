import type { FetchFunction, WebClient } from '@slack/web-api'
import { z } from 'zod'
import type { Content } from '../model/message.ts'
import { outcomeOf } from './errors.ts'
import { formattingOf } from './post.ts'

/**
 * How an answer through a response URL ended. `refused`: Slack does not take this content. `over`: the URL has been used five times
 * or is older than thirty minutes (Slack's documentation). `lost`: nobody knows whether it is shown.
 */
export type ResponseResult = 'shown' | 'refused' | 'over' | 'lost'

/** Answers for the asker's eyes only: beside what is there, or in the place of the message that was pressed. */
export type Respond = (url: string, content: Content, place: 'beside' | 'in-place') => Promise<ResponseResult>

const overCodes = new Set(['expired_url', 'used_url', 'no_active_hooks'])

const refusal = z.object({ ok: z.literal(false), error: z.string() })

/**
 * Answers through response URLs. `send` must have a time-out. No retry happens here: each try counts as a use of the URL.
 */
export function createRespond(send: FetchFunction): Respond {
  return async (url, { text, blocks }, place) => {
    const body = {
      response_type: 'ephemeral',
      replace_original: place === 'in-place',
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

/** Slack answers `ok` in plain text, or JSON with its error, or the error as plain text. */
function readResponse(status: number, text: string): ResponseResult {
  const code = refusalCode(text)
  if (overCodes.has(code ?? text.trim()) || status === 404 || status === 410) return 'over'
  if (status >= 200 && status <= 299 && code === undefined) return 'shown'
  return status >= 500 || status === 429 ? 'lost' : 'refused'
}

function refusalCode(text: string): string | undefined {
  try {
    return refusal.safeParse(JSON.parse(text)).data?.error
  } catch {
    return undefined
  }
}

/** How a whisper ended; a reason is Slack's code. */
type EphemeralResult = { kind: 'shown' } | { kind: 'refused'; reason: string }

/** Shows something to one person in a channel. */
export type PostEphemeral = (
  to: { channel: string; user: string },
  content: Content,
) => Promise<EphemeralResult>

/** Makes the whisper, for answers whose response URL works no more. Twice is no harm here, so nothing is in doubt. */
export function createPostEphemeral(client: WebClient): PostEphemeral {
  return async ({ channel, user }, { text, blocks }) => {
    try {
      await client.apiCall('chat.postEphemeral', {
        channel,
        user,
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
