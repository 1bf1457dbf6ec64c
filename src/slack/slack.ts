import type { SetTimer, SteadyClock } from '@overheard/base/clock'
import type { Dispatcher } from '@overheard/base/http'
import type { RateLimiter } from '@overheard/base/rate-limiter'
import type { Ms, Time } from '@overheard/base/time'
import { connectSlack } from '@overheard/post-once'
import { postTimeout, slackFetch } from '@overheard/post-once/client'
import type { Log } from '../model/log.ts'
import type { PostEnd } from '../model/outbox.ts'
import { type ChannelIds, createChannels } from './channels.ts'
import { createDoNotDisturb } from './do-not-disturb.ts'
import { createSendFile } from './files.ts'
import { createMessages } from './posted-messages.ts'
import { receiptsOf } from './receipts.ts'
import { createPostEphemeral, createRespond } from './responses.ts'
import { createRooms } from './rooms.ts'
import { createUsers, type Speaks } from './users.ts'
import { type CloseLabel, createViews } from './views.ts'

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
  closeLabel: CloseLabel
  speaks?: Speaks
  onWait?: (method: string, forMs: Ms) => void
  /** Sees how each post has ended. */
  onPosted?: (end: PostEnd) => void
  log: Log
}

export type Slack = ReturnType<typeof createSlack>

export function createSlack(deps: SlackDeps) {
  const { dispatcher, channelRate, channelIds, installation, now, steady, log } = deps
  const { client, ...outbox } = connectSlack({ ...deps, receipts: receiptsOf(installation) })
  return {
    ...outbox,
    channels: createChannels(client, { now, steady }, channelIds, log),
    channelRate,
    respond: createRespond(slackFetch(postTimeout, dispatcher)),
    postEphemeral: createPostEphemeral(client),
    messages: createMessages(client),
    users: createUsers(client, now, deps.speaks),
    views: createViews(client, deps),
    rooms: createRooms(client),
    doNotDisturbOf: createDoNotDisturb(client, now),
    sendFile: createSendFile(client, slackFetch(uploadTimeoutMs, dispatcher)),
  }
}
