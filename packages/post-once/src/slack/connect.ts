import { createRemoteClock, type SteadyClock } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Receipts } from '../message.ts'
import { postTimeout, type SlackAccess, type SlackLog, sdkLogger, slackClient } from './client.ts'
import { createIdentity, createReadHistoryPage } from './history.ts'
import { countAccepted, createPost, type PostEnd, seenPosts } from './post.ts'

/** The timeout of Web API calls except posts, in ms. Posts have a shorter one (see client.ts). */
const callTimeoutMs = 10_000

type ConnectDeps<Proof> = Pick<SlackAccess, 'apiUrl' | 'token' | 'dispatcher' | 'onWait'> & {
  receipts: Receipts<Proof>
  now: () => Time
  steady: SteadyClock
  /** Sees how each post has ended. */
  onPosted?: (end: PostEnd<Proof>) => void
  log: SlackLog
}

/** The calls of Slack that an outbox needs. `client` is for other calls. */
export function connectSlack<Proof>({
  receipts,
  now,
  steady,
  onWait,
  onPosted,
  log,
  ...access
}: ConnectDeps<Proof>) {
  const clock = createRemoteClock(steady)
  const heard = { ...access, logger: sdkLogger(log), heardDate: clock.heard, ...defined({ onWait }) }
  const client = slackClient(heard, callTimeoutMs)
  const counted = countAccepted()
  const post = createPost(slackClient(heard, postTimeout), receipts)
  return {
    client,
    post: seenPosts(post, now, (end) => {
      counted.seen(end)
      onPosted?.(end)
    }),
    accepted: counted.accepted,
    slackTime: clock.time,
    slackTimeKnown: clock.known,
    readHistoryPage: createReadHistoryPage(client, createIdentity(client), receipts.read),
  }
}
