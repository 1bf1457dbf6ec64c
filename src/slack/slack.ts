import type { RateLimiter } from '../async/rate-limiter.ts'
import type { Log } from '../model/log.ts'
import { knownChannels } from '../store/collections.ts'
import type { RecordStore } from '../store/records.ts'
import { createChannels, rememberRenamedChannels } from './channels.ts'
import { nodeFetch, postTimeout, sdkLogger, slackClient } from './client.ts'
import { createIdentity, createReadHistory, rateLimitedHistory } from './history.ts'
import { countAccepted, createPost } from './post.ts'
import { createMessages } from './posted-messages.ts'
import { createPostEphemeral, createRespond } from './responses.ts'
import { createUsers } from './users.ts'
import { createViews } from './views.ts'

/** A look into a channel's history may take longer than a post: nothing is in doubt by it. In ms. */
const lookTimeout = 10_000

type SlackDeps = {
  apiUrl: string
  /** The bot token. */
  token: string
  channelRate: Pick<RateLimiter, 'take' | 'pause'>
  records: RecordStore
  now: () => number
  log: Log
}

/** Our way to Slack: what posts, looks and finds channels. */
export function createSlack({ apiUrl, token, channelRate, records, now, log }: SlackDeps) {
  const access = { apiUrl, token, logger: sdkLogger(log) }
  const client = slackClient(access, lookTimeout)
  return {
    ...countAccepted(createPost(slackClient(access, postTimeout))),
    readHistory: rateLimitedHistory(createReadHistory(client, createIdentity(client)), now),
    channels: rememberRenamedChannels(createChannels(client, now), knownChannels(records), log),
    channelRate,
    respond: createRespond(nodeFetch(postTimeout)),
    postEphemeral: createPostEphemeral(client),
    messages: createMessages(client),
    users: createUsers(client, now),
    views: createViews(client),
  }
}
