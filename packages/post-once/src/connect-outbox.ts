import { setTimeout } from 'node:timers/promises'
import { systemClocks } from '@overheard/base/clock'
import { type ProxySettings, withoutProxy } from '@overheard/base/http'
import { createRateLimiter } from '@overheard/base/rate-limiter'
import type { Ms } from '@overheard/base/time'
import { z } from 'zod'
import type { PostedMessage } from './history.ts'
import { createHistorySearch } from './history-search.ts'
import { markOf } from './mark.ts'
import type { Receipts } from './message.ts'
import { createOutboxMemory } from './outbox-memory.ts'
import { createSlackDispatcher, type SlackLog } from './slack/client.ts'
import { connectSlack } from './slack/connect.ts'
import { postLimit } from './slack/post.ts'

/** The receipt of a message that has an id of its own. */
type NamedProof = { id?: string }

const eventType = 'post_once'
const metadataSchema = z.object({
  event_type: z.literal(eventType),
  event_payload: z.object({ id: z.string() }),
})

const namedReceipts: Receipts<NamedProof> = {
  write: ({ id }) => (id === undefined ? undefined : { event_type: eventType, event_payload: { id } }),
  read: (metadata) => metadataSchema.safeParse(metadata).data?.event_payload,
}

/** The receipt and the mark of the message with this id, and how it is recognised in the channel. */
export function identityOf(id: string) {
  const mark = markOf('post-once', [id])
  return {
    id,
    mark,
    isProof: (message: PostedMessage<NamedProof>) => message.id === id || message.mark === mark,
  }
}

type OutboxOptions = {
  token: string
  apiUrl?: string
  proxy?: ProxySettings
  /** If Slack gave no clear answer, and the message is not in the channel, it is posted again after this time, in ms. */
  doubtMs?: Ms
  /** Aborted when the process is asked to stop. */
  stopping?: AbortSignal
  log?: SlackLog
}

const noLog: SlackLog = { warn: () => undefined, error: () => undefined }

/** Makes what `sendMessage` and `resolveUnconfirmed` need, for messages that each have an id. Keep one for all channels of a bot. */
export function connectOutbox({
  token,
  apiUrl = 'https://slack.com/api/',
  proxy = withoutProxy,
  doubtMs = 60_000,
  stopping = new AbortController().signal,
  log = noLog,
}: OutboxOptions) {
  const dispatcher = createSlackDispatcher(proxy)
  const { steady } = systemClocks
  const slack = connectSlack({ ...systemClocks, token, apiUrl, dispatcher, receipts: namedReceipts, log })
  return {
    ...systemClocks,
    ...slack,
    doubtMs,
    stopping,
    sleep: (ms: Ms) => setTimeout(Math.max(0, ms), undefined, { signal: stopping }).catch(() => undefined),
    readHistory: createHistorySearch(slack.readHistoryPage, steady),
    channelRate: createRateLimiter(postLimit, steady),
    outboxMemory: createOutboxMemory<PostedMessage<NamedProof>>(),
    close: () => dispatcher.destroy(),
  }
}
