import type { Channel } from '../events.ts'
import { isReply, messageJson, storedIn } from '../messages.ts'
import type { Context } from '../state.ts'
import { type Answer, type Message, refuse } from '../wire.ts'
import {
  type Args,
  flagArg,
  type Method,
  pageOf,
  refuseChannelScope,
  scopesFor,
  seenChannel,
  type Target,
  textArg,
} from './method.ts'

/** The greatest `limit` of a company's own app. */
const maxItems = 999

/**
 * The page size of a commercially distributed app outside the Marketplace (reference page of `conversations.history`,
 * since May 2025). The app may ask for more: the page is shorter without a warning.
 */
const distributedPage = 15

const historyErrors = [
  'channel_not_found',
  'invalid_cursor',
  'invalid_limit',
  'invalid_ts_latest',
  'invalid_ts_oldest',
  'not_in_channel',
]

/** The channel's messages, and replies that were also sent to the channel, newest first. */
export const history: Method = {
  scopes: scopesFor('history'),
  tier: 3,
  required: ['channel'],
  errors: historyErrors,
  run: (context, args) => {
    const target = readableChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const found = readable(context, target.channel)
      .filter((message) => !isReply(message) || message.subtype === 'thread_broadcast')
      .reverse()
    return answerPage(context, found, args)
  },
}

/** The parent, then its replies, oldest first. */
export const replies: Method = {
  scopes: scopesFor('history'),
  tier: 3,
  required: ['channel', 'ts'],
  errors: [...historyErrors, 'thread_not_found'],
  run: (context, args) => {
    const target = readableChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const ts = textArg(args, 'ts')
    const found = readable(context, target.channel)
    const parent = found.find((message) => message.ts === ts)
    if (!parent) return refuse('thread_not_found')
    const thread = found.filter((message) => message.thread_ts === ts && message.ts !== ts)
    return answerPage(context, thread, args, isReply(parent) ? [parent] : [parent, ...thread])
  },
}

function readableChannel(context: Context, args: Args): Target {
  const target = seenChannel(context, args)
  if (target.kind === 'refused') return target
  const refused = refuseChannelScope(context, target.channel.kind, 'history')
  if (refused) return { kind: 'refused', answer: refused }
  return target.channel.botIsMember ? target : { kind: 'refused', answer: refuse('not_in_channel') }
}

function readable(context: Context, channel: Channel): Message[] {
  const now = context.clock.now()
  return storedIn(context, channel.id)
    .filter((stored) => stored.readableAt <= now)
    .map((stored) => stored.message)
}

/**
 * Answers with a page. `messages` are filtered by `oldest` and `latest`. `whole` is paged: for a thread it also contains the parent, which
 * is never filtered out.
 */
function answerPage(
  { seed, state }: Context,
  messages: Message[],
  args: Args,
  whole: Message[] = messages,
): Answer {
  const bounds = readBounds(args)
  if (typeof bounds === 'string') return refuse(bounds)
  const chosen = new Set(messages.filter((message) => isWithin(message.ts, bounds)))
  const page = pageOf(
    whole.filter((message) => chosen.has(message) || !messages.includes(message)),
    (message) => message.ts,
    args,
    { most: maxItems, served: state.distributed ? distributedPage : seed.historyPage },
  )
  if (page.kind === 'refused') return page.answer
  const withMetadata = flagArg(args, 'include_all_metadata') === true
  return {
    ok: true,
    messages: page.items.map((message) => messageJson(message, withMetadata)),
    has_more: page.nextCursor !== '',
    ...(page.nextCursor !== '' && { response_metadata: { next_cursor: page.nextCursor } }),
  }
}

type Bounds = { oldest: number; latest: number; inclusive: boolean }

function readBounds(args: Args): Bounds | 'invalid_ts_oldest' | 'invalid_ts_latest' {
  const oldest = Number(textArg(args, 'oldest') ?? '0')
  const latest = Number(textArg(args, 'latest') ?? 'Infinity')
  if (Number.isNaN(oldest)) return 'invalid_ts_oldest'
  if (Number.isNaN(latest)) return 'invalid_ts_latest'
  return { oldest, latest, inclusive: flagArg(args, 'inclusive') === true }
}

function isWithin(ts: string, { oldest, latest, inclusive }: Bounds): boolean {
  const at = Number(ts)
  return inclusive ? at >= oldest && at <= latest : at > oldest && at < latest
}
