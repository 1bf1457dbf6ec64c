import { countAccepted } from '../deliver/accepted.ts'
import { createChannels } from '../deliver/channels.ts'
import { createReadHistory } from '../deliver/history.ts'
import { createIdentity } from '../deliver/identity.ts'
import { createMessages } from '../deliver/messages.ts'
import { nodeFetch } from '../deliver/node-fetch.ts'
import type { ChannelRate } from '../deliver/pace.ts'
import { createUsers } from '../deliver/people.ts'
import { createPost } from '../deliver/poster.ts'
import { rememberRenamedChannels } from '../deliver/renamed-channels.ts'
import { createRespond } from '../deliver/response-url.ts'
import { rateLimitedHistory } from '../deliver/resting-look.ts'
import { sdkLogger } from '../deliver/sdk-logger.ts'
import { postTimeout, slackClient } from '../deliver/slack-client.ts'
import { createViews } from '../deliver/views.ts'
import { createPostEphemeral } from '../deliver/whisper.ts'
import type { Environment } from '../settings/environment.ts'
import { knownChannels } from '../store/known-channels.ts'
import type { RecordStore } from '../store/records.ts'
import type { Log } from './log.ts'

/** A look into a channel's history may take longer than a post: nothing is in doubt by it. In ms. */
const lookTimeout = 10_000

type SlackDeps = {
  environment: Pick<Environment, 'SLACK_API_URL' | 'SLACK_BOT_TOKEN'>
  channelRate: ChannelRate
  records: RecordStore
  now: () => number
  log: Log
}

/** Our way to Slack: what posts, looks and finds channels. */
export function createSlack({ environment, channelRate, records, now, log }: SlackDeps) {
  const { SLACK_API_URL, SLACK_BOT_TOKEN } = environment
  const access = { apiUrl: SLACK_API_URL, token: SLACK_BOT_TOKEN, logger: sdkLogger(log) }
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
