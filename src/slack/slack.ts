import type { RateLimiter } from '../async/rate-limiter.ts'
import type { Log } from '../model/log.ts'
import { type ChannelIds, createChannels } from './channels.ts'
import { nodeFetch, postTimeout, sdkLogger, slackClient } from './client.ts'
import { createIdentity, createReadHistory, rateLimitedHistory } from './history.ts'
import { countAccepted, createPost } from './post.ts'
import { createMessages } from './posted-messages.ts'
import { createPostEphemeral, createRespond } from './responses.ts'
import { createUsers } from './users.ts'
import { createViews } from './views.ts'

/** Calls other than posts may take longer, because a timeout leaves nothing unconfirmed. In ms. */
const callTimeoutMs = 10_000

type SlackDeps = {
  apiUrl: string
  /** The bot token. */
  token: string
  channelRate: Pick<RateLimiter, 'take' | 'pause'>
  channelIds: ChannelIds
  now: () => number
  log: Log
}

export function createSlack({ apiUrl, token, channelRate, channelIds, now, log }: SlackDeps) {
  const access = { apiUrl, token, logger: sdkLogger(log) }
  const client = slackClient(access, callTimeoutMs)
  return {
    ...countAccepted(createPost(slackClient(access, postTimeout))),
    readHistory: rateLimitedHistory(createReadHistory(client, createIdentity(client)), now),
    channels: createChannels(client, now, channelIds, log),
    channelRate,
    respond: createRespond(nodeFetch(postTimeout)),
    postEphemeral: createPostEphemeral(client),
    messages: createMessages(client),
    users: createUsers(client, now),
    views: createViews(client),
  }
}
