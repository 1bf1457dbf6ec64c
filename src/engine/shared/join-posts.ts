import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { resolveUnconfirmed } from '@overheard/post-once'
import type { ShownMentions } from '../../model/card.ts'
import { senderOf } from '../../model/checkpoint.ts'
import { fingerprintOnce } from '../dedupe/original-index.ts'
import type { PollDeps } from '../ports.ts'
import type { NextMessage } from '../post/next-message.ts'
import { isProofOf } from '../post/post-receipt.ts'
import { mayUseThreads } from '../post/threads.ts'
import type { Notified, SharedMention } from '../progress/checkpoint-changes.ts'
import { runningSpike } from '../progress/spike-progress.ts'
import { notifiedBy } from '../rules/rules.ts'
import {
  type Deferral,
  defer,
  type SubscriptionRun,
  unconfirmedReason,
  type WaitReason,
} from '../subscription-run.ts'
import type { SharedPost, Standing, UnconfirmedPost } from './channel-posts.ts'
import { nameMember, notYetNotified } from './members.ts'
import { sharedCall } from './shared-call.ts'
import { withShared } from './shared-mentions.ts'

/**
 * A run looks again after this time for mentions that the thread of another subscription will have. Each look costs a request to the
 * mention service.
 */
export const promisedRetryMs: Ms = 15_000

/**
 * `call` is a message that calls people to mentions that are posted already; it must be posted next. The mentions `leftToOthers` will be in the
 * thread of another subscription. They are looked for again at `retryAt`.
 */
export type Joined = {
  run: SubscriptionRun
  call?: NextMessage
  leftToOthers?: ReadonlySet<string>
  retryAt?: Time
  end?: Deferral
}

type Call = { mention: Mention; post: SharedPost; people: Notified }

/**
 * Finds the waiting mentions that another subscription has posted in the channel, and joins these posts: the card names this subscription,
 * features hear of the post, and the mention is done. After a crash, the next poll repeats this. A mention that the other one may have
 * posted, or will post in its thread, stays undecided. A subscription that has its channel alone needs none of this. The caller must have the turn of the channel until its next message is posted.
 */
export async function joinPosts(deps: PollDeps, start: SubscriptionRun): Promise<Joined> {
  let joining: Joining = { run: start, calls: [] }
  for (const mention of start.waiting) {
    joining = await joinNext(deps, joining, mention)
    if (joining.end !== undefined) return joining
  }
  const call = callMessage(joining.run, joining.calls)
  return call === undefined ? joining : { ...joining, call }
}

type Joining = Omit<Joined, 'call'> & { calls: readonly Call[] }

async function joinNext(deps: PollDeps, joining: Joining, mention: Mention): Promise<Joining> {
  const { run, leftToOthers = [], calls } = joining
  const found = await postStateOf(deps, run, mention)
  switch (found.kind) {
    case 'wait':
      return { ...joining, end: defer(found.reason, found.until) }
    case 'promised': {
      if (isPromisedHere(run, mention)) return joining
      const retryAt = Math.min(found.until, deps.now() + promisedRetryMs)
      return { ...joining, leftToOthers: new Set([...leftToOthers, mention.id]), retryAt }
    }
    case 'posted': {
      const people = await joinPost(deps, run, mention, found.post)
      if (people !== undefined)
        return { ...joining, calls: [...calls, { mention, post: found.post, people }] }
      return { ...joining, run: withShared(deps, run, [sharedMention(mention, found.post)]) }
    }
    default: {
      if (!isStoryOfOther(deps, run, mention)) return joining
      const waiting = run.waiting.filter(({ id }) => id !== mention.id)
      return { ...joining, run: { ...run, waiting, duplicates: [...run.duplicates, mention] } }
    }
  }
}

/** The mention joins the card of its story, which another subscription has posted since this run read the mention. */
function isStoryOfOther(
  { cards: { originals: originalCards }, people: { isOwn } }: PollDeps,
  run: SubscriptionRun,
  mention: Mention,
): boolean {
  const { channel, key, subscription } = run.input
  if (subscription.dedupe === undefined || isOwn(mention) || run.resurfacing.has(mention.id)) return false
  const found = originalCards?.findIn(
    channel,
    fingerprintOnce(run.input.fingerprints, mention, subscription.dedupe),
  )
  if (found === undefined || found.original.mention === mention.id) return false
  return found.original.subscription !== key.subscription
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
  | { kind: 'promised'; until: Time }
  | { kind: 'wait'; reason: WaitReason; until: Time }

/**
 * Returns whether another subscription has posted the mention in the channel, will post it in a thread, or whether the run must wait to find out.
 * An unconfirmed post of another one is looked for in the channel, because nobody may poll that subscription any more.
 */
export async function postStateOf(deps: PollDeps, run: SubscriptionRun, mention: Mention): Promise<Found> {
  const { channelPosts } = deps
  const { channel, key } = run.input
  for (;;) {
    const found: Standing = channelPosts.find(channel, key, mention)
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
  const { thread, shows, slackAt } = pending
  const place = defined({ thread })
  const found = await resolveUnconfirmed(deps, {
    sender: senderOf(key),
    pending,
    channel,
    ...place,
    ...defined({ lastTs, slackAt }),
    isProof: (message) => isProofOf(key, lastTs, pending, message),
  })
  if (found.kind === 'wait')
    return { kind: 'wait', reason: unconfirmedReason(found.history), until: found.until }
  if (found.kind === 'posted' && shows !== undefined)
    deps.channelPosts.notePosted({ ...key, channel, ts: found.ts, ...place, actions: [], shows })
  else deps.channelPosts.noteNotPosted(other)
  return undefined
}

/** Returns the people who must be called, because no message of the channel has notified them of the mention. */
async function joinPost(
  deps: PollDeps,
  run: SubscriptionRun,
  mention: Mention,
  { ts, thread, notified }: SharedPost,
): Promise<Notified | undefined> {
  const { originals: originalCards } = deps.cards
  const { subscription, channel, key, isOwn } = run.input
  const { style = 'full' } = subscription
  await nameMember(deps, run, { ts })
  const shows: ShownMentions = { kind: 'card', mention, style }
  const card = { ...key, channel, ts, actions: [], shows }
  await deps.told({ kind: 'posted', message: { subscription, card, ...defined({ thread }) } })
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
  return { id, url, ...defined({ sentiment, inGroup }), by: subscription, ts }
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
