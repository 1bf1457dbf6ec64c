import { sharedCall } from '../../messages/mention/shared-call.ts'
import type { Notified, ShownMentions } from '../../model/card.ts'
import { runningSpike, type SharedMention } from '../../model/checkpoint.ts'
import type { Mention } from '../../model/mention.ts'
import { resolveUnconfirmed } from '../../outbox/unconfirmed.ts'
import { notifiedBy } from '../../rules/rules.ts'
import type { PollDeps } from '../ports.ts'
import type { NextMessage } from '../post/next-message.ts'
import { isProofOf } from '../post/post-receipt.ts'
import { mayUseThreads } from '../post/threads.ts'
import { type Deferral, defer, type SubscriptionRun, senderOf } from '../run/subscription-run.ts'
import type { SharedPost, Standing, UnconfirmedPost } from './channel-posts.ts'
import { notYetNotified, withMember } from './members.ts'
import { withShared } from './shared-mentions.ts'

/**
 * A run looks again after this time, in ms, for mentions that the thread of another subscription will have. Each look costs a request to the
 * mention service.
 */
const promisedRetryMs = 15_000

/**
 * `call` is a message that calls people to mentions that are posted already; it must be posted next. The mentions `aside` will be in the
 * thread of another subscription. They are looked for again at `retryAt` (ms since the epoch).
 */
export type Joined = {
  run: SubscriptionRun
  call?: NextMessage
  aside: ReadonlySet<string>
  retryAt?: number
  end?: Deferral
}

type Call = { mention: Mention; post: SharedPost; people: Notified }

/**
 * Finds the waiting mentions that another subscription has posted in the channel, and joins these posts: the card names this subscription,
 * features hear of the post, and the mention is done. After a crash, the next poll repeats this. A mention that the other one may have
 * posted, or will post in its thread, stays undecided. The caller must have the turn of the channel until its next message is posted.
 */
export async function joinPosts(deps: PollDeps, start: SubscriptionRun): Promise<Joined> {
  const { channelPosts } = deps
  const { meeting = [] } = start
  const aside = new Set<string>()
  if (channelPosts === undefined || meeting.length === 0) return { run: start, aside }
  let run = start
  let retryAt: number | undefined
  const calls: Call[] = []
  for (const mention of start.waiting) {
    const found = await standingOf(deps, run, mention)
    if (found.kind === 'wait') return { run, aside, end: defer(found.reason, found.until) }
    if (found.kind === 'promised' && !isPromisedHere(run, mention)) {
      aside.add(mention.id)
      retryAt = Math.min(found.until, deps.now() + promisedRetryMs)
    }
    if (found.kind !== 'posted') continue
    const people = await joinPost(deps, run, mention, found.post)
    if (people === undefined) run = withShared(deps, run, [sharedMention(mention, found.post)])
    else calls.push({ mention, post: found.post, people })
  }
  const call = callMessage(run, calls)
  return { run, aside, ...(retryAt === undefined ? {} : { retryAt }), ...(call && { call }) }
}

/** The thread of this subscription will have the mention. If two threads will have it, the next reply decides. */
function isPromisedHere({ checkpoint }: SubscriptionRun, { id }: Mention): boolean {
  const spike = runningSpike(checkpoint)
  const inSpike = spike?.thread !== undefined && spike.ids.includes(id)
  return inSpike || checkpoint.burst?.ids.includes(id) === true
}

type Found =
  | { kind: 'new' }
  | { kind: 'posted'; post: SharedPost }
  | { kind: 'promised'; until: number }
  | { kind: 'wait'; reason: string; until: number }

/** An unconfirmed post of another subscription is looked for in the channel, because nobody may poll that subscription any more. */
async function standingOf(deps: PollDeps, run: SubscriptionRun, mention: Mention): Promise<Found> {
  const { channelPosts } = deps
  const { channel, key } = run.input
  for (;;) {
    const found: Standing = channelPosts?.find(channel, key, mention) ?? { kind: 'new' }
    if (found.kind !== 'unconfirmed') return found
    const waits = await resolveOther(deps, channel, found.post)
    if (waits !== undefined) return waits
  }
}

async function resolveOther(
  deps: PollDeps,
  channel: string,
  other: UnconfirmedPost,
): Promise<Extract<Found, { kind: 'wait' }> | undefined> {
  const { key, pending, lastTs } = other
  const { thread, shows } = pending
  const place = thread === undefined ? {} : { thread }
  const found = await resolveUnconfirmed(deps, {
    sender: senderOf(key),
    pending,
    sentAt: pending.at,
    channel,
    ...place,
    ...(lastTs === undefined ? {} : { lastTs }),
    isProof: (message) => isProofOf(key, lastTs, pending, message),
  })
  if (found.kind === 'wait') return { kind: 'wait', reason: found.reason, until: found.until }
  if (found.kind === 'posted' && shows !== undefined)
    deps.channelPosts?.notePosted({ ...key, channel, ts: found.ts, ...place, actions: [], shows })
  else deps.channelPosts?.noteNotPosted(other)
  return undefined
}

/** Returns the people who must be called, because no message of the channel has notified them of the mention. */
async function joinPost(
  deps: PollDeps,
  run: SubscriptionRun,
  mention: Mention,
  { ts, thread, notified }: SharedPost,
): Promise<Notified | undefined> {
  const { originalCards } = deps
  const { subscription, channel, key, isOwn } = run.input
  const { style = 'full' } = subscription
  const order = (run.meeting ?? []).map((one) => one.subscription.name)
  await originalCards?.changeShown({ channel, ts }, (card) => withMember(card, subscription, order))
  const shows: ShownMentions = { kind: 'card', mention, style }
  const card = { ...key, channel, ts, actions: [], shows }
  await deps.hooks?.posted({ subscription, card, ...(thread === undefined ? {} : { thread }) })
  const { notify } = notifiedBy(subscription, [mention])
  if (notify === undefined || isOwn(mention)) return undefined
  const parent = thread === undefined ? undefined : await originalCards?.findCard({ channel, ts: thread })
  const ofParent = parent !== undefined && 'notify' in parent.shows ? parent.shows.notify : undefined
  return notYetNotified(notify, [notified, ofParent])
}

function sharedMention(
  { id, url, sentiment }: Mention,
  { subscription, ts, inGroup }: SharedPost,
): SharedMention {
  const mood = sentiment === undefined ? {} : { sentiment }
  return { id, url, ...mood, by: subscription, ts, ...(inGroup && { inGroup }) }
}

/** One message calls people to all mentions of a thread. In a thread, Slack does not notify the people of @here. */
function callMessage(run: SubscriptionRun, calls: readonly Call[]): NextMessage | undefined {
  const [first] = calls
  if (first === undefined) return undefined
  const parentOf = ({ post: { thread, ts } }: Call) => thread ?? ts
  const parent = parentOf(first)
  const together = calls.filter((call) => parentOf(call) === parent)
  const mentions = together.map(({ mention }) => mention)
  const people = {
    users: [...new Set(together.flatMap(({ people: { users } }) => users))],
    groups: [...new Set(together.flatMap(({ people: { groups } }) => groups))],
    here: together.some(({ people: { here } }) => here),
  }
  const inThread = mayUseThreads(run) && !people.here
  return {
    content: sharedCall(run.input.subscription.name, mentions, people),
    mentions,
    place: inThread ? { kind: 'thread', parent } : { kind: 'channel' },
    joins: together.map(({ mention, post }) => sharedMention(mention, post)),
  }
}
