import { createRemoteClock, type SetTimer, type SteadyClock } from '../async/clock.ts'
import type { Dispatcher } from '../async/http.ts'
import type { RateLimiter } from '../async/rate-limiter.ts'
import type { Ms, Time } from '../async/time.ts'
import { defined } from '../model/defined.ts'
import type { Log } from '../model/log.ts'
import { type ChannelIds, createChannels } from './channels.ts'
import { postTimeout, sdkLogger, slackClient, slackFetch } from './client.ts'
import { createDoNotDisturb } from './do-not-disturb.ts'
import { createSendFile } from './files.ts'
import { createIdentity, createReadHistoryPage } from './history.ts'
import { countAccepted, createPost, type PostEnd, seenPosts } from './post.ts'
import { createMessages } from './posted-messages.ts'
import { createPostEphemeral, createRespond } from './responses.ts'
import { createRooms } from './rooms.ts'
import { createUsers } from './users.ts'
import { createViews } from './views.ts'

/** The timeout of Web API calls except posts, in ms. Posts have a shorter one (see client.ts). */
const callTimeoutMs = 10_000

const uploadTimeoutMs = 30_000

type SlackDeps = {
  apiUrl: string
  token: string
  dispatcher: Dispatcher
  channelRate: Pick<RateLimiter, 'take' | 'pause'>
  channelIds: ChannelIds
  /** The id of our installation. It becomes part of the receipts of mentions. */
  installation: string
  now: () => Time
  steady: SteadyClock
  setTimer: SetTimer
  onWait?: (method: string, forMs: Ms) => void
  /** Sees how each post has ended. */
  onPosted?: (end: PostEnd) => void
  log: Log
}

export type Slack = ReturnType<typeof createSlack>

export function createSlack(deps: SlackDeps) {
  const { apiUrl, token, dispatcher, channelRate, channelIds, installation, now, steady, setTimer, log } =
    deps
  const clock = createRemoteClock(steady)
  const access = {
    apiUrl,
    token,
    logger: sdkLogger(log),
    dispatcher,
    heardDate: clock.heard,
    ...defined({ onWait: deps.onWait }),
  }
  const client = slackClient(access, callTimeoutMs)
  const counted = countAccepted()
  const post = createPost(slackClient(access, postTimeout), installation)
  return {
    post: seenPosts(post, now, (end) => {
      counted.seen(end)
      deps.onPosted?.(end)
    }),
    accepted: counted.accepted,
    slackTime: clock.time,
    slackTimeKnown: clock.known,
    readHistoryPage: createReadHistoryPage(client, createIdentity(client)),
    channels: createChannels(client, { now, steady }, channelIds, log),
    channelRate,
    respond: createRespond(slackFetch(postTimeout, dispatcher)),
    postEphemeral: createPostEphemeral(client),
    messages: createMessages(client),
    users: createUsers(client, now),
    views: createViews(client, setTimer),
    rooms: createRooms(client),
    doNotDisturbOf: createDoNotDisturb(client, now),
    sendFile: createSendFile(client, slackFetch(uploadTimeoutMs, dispatcher)),
  }
}
