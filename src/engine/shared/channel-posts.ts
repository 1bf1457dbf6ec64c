import { defined } from '@overheard/base/defined'
import { createKeyedMutex, type KeyedMutex } from '@overheard/base/serial'
import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { mentionsOf, type PostedCard } from '../../model/card.ts'
import { type Checkpoint, type CheckpointKey, senderOf } from '../../model/checkpoint.ts'
import { addressKey } from '../dedupe/original-index.ts'
import type { Notified, PendingPost } from '../progress/checkpoint-changes.ts'
import { runningSpike } from '../progress/spike-progress.ts'

/**
 * The message that shows a mention. `subscription` posted it. `thread` is the first message of its thread. `inGroup`: it is part of a burst
 * or a spike.
 */
export type SharedPost = CheckpointKey & {
  ts: string
  thread?: string
  inGroup?: true
  /** The people whom the message notified. */
  notified?: Notified
}

/**
 * Where a mention stands in a channel, as far as other subscriptions are concerned. `unconfirmed`: Slack may or may not have a message with
 * it. `promised`: the thread of a burst or a spike will have it. After `until` nobody waits for it any more.
 */
export type Standing =
  | { kind: 'new' }
  | { kind: 'posted'; post: SharedPost }
  | { kind: 'unconfirmed'; post: UnconfirmedPost }
  | { kind: 'promised'; until: Time }

export type UnconfirmedPost = { key: CheckpointKey; pending: PendingPost; lastTs?: string }

/**
 * Knows which mentions are posted in the channels that several subscriptions share. The receipts in the channel are the truth. This is
 * read from the records of cards and from the checkpoints, and kept up to date by the posts of this process.
 */
export type ChannelPosts = {
  /** Runs the tasks of a channel one after the other, so that no two subscriptions post a mention at the same time. */
  inTurn: KeyedMutex
  /** Reads what is stored about a channel, once. Rejects if the store fails. */
  load(channel: string): Promise<void>
  /** Ignores the posts of the subscription itself: its checkpoint knows them. */
  find(channel: string, of: CheckpointKey, mention: Pick<Mention, 'id' | 'url'>): Standing
  notePosted(card: PostedCard): void
  /** Must be called after each write of a checkpoint. */
  noteCheckpoint(key: CheckpointKey, checkpoint: Checkpoint): void
  /** Records that Slack does not have an unconfirmed post. */
  noteNotPosted(post: UnconfirmedPost): void
  /** The threads of bursts and spikes that may still get replies. */
  openThreads(channel: string): string[]
  /** Forgets everything, because another process may have led since. */
  forget(): void
}

type ChannelPostsDeps = {
  now: () => Time
  /** Yields the cards of a channel since a time. */
  cards: (channel: string, since: Time) => AsyncIterable<PostedCard>
  checkpoints: () => AsyncIterable<{ key: CheckpointKey; checkpoint: Checkpoint }>
}

/** A mention counts as posted in its channel for this time. This limits the memory. */
const postedForMs: Ms = 30 * 86_400_000

/** If the rest of a burst makes no progress for this time, its mentions are not waited for. */
const promisedForMs: Ms = 5 * 60_000

/** `page` is the address of the mention. */
type Known = { post: SharedPost; page: string | undefined }

type KnownById = Map<Id, Known[]>

/** What is left to do by a checkpoint, as this process saw it `at`. */
type Unfinished = Pick<Checkpoint, 'pending' | 'channel' | 'lastTs'> & {
  key: CheckpointKey
  at: Time
  threads: string[]
  promised: ReadonlySet<Id>
}

/** `written` has the checkpoints that this process wrote: what the store had before is out of date. */
type Memory = {
  channels: Map<string, { loaded: Promise<void>; byId: KnownById }>
  unfinished: Map<string, Unfinished>
  written: Set<string>
  read?: Promise<void> | undefined
}

const emptyMemory = (): Memory => ({ channels: new Map(), unfinished: new Map(), written: new Set() })

export function createChannelPosts({ now, cards, checkpoints }: ChannelPostsDeps): ChannelPosts {
  let memory = emptyMemory()

  function noteUnfinished({ unfinished }: Memory, key: CheckpointKey, checkpoint: Checkpoint): void {
    const { pending, burst, channel, lastTs } = checkpoint
    const spike = runningSpike(checkpoint)
    const threads = [burst?.thread, spike?.thread].filter((ts) => ts !== undefined)
    if (pending === undefined && threads.length === 0) {
      unfinished.delete(senderOf(key))
      return
    }
    const hasCard = spike?.thread !== undefined || pending?.spike === 'card'
    const ofSpike = hasCard ? (spike?.ids ?? []) : []
    const promised = new Set([...(burst?.ids ?? []), ...(pending?.burstIds ?? []), ...ofSpike])
    unfinished.set(senderOf(key), {
      key,
      at: now(),
      threads,
      promised,
      ...defined({ channel, lastTs, pending }),
    })
  }

  async function readCheckpoints(into: Memory): Promise<void> {
    for await (const { key, checkpoint } of checkpoints())
      if (!into.written.has(senderOf(key))) noteUnfinished(into, key, checkpoint)
  }

  async function readCards(channel: string, byId: KnownById): Promise<void> {
    for await (const card of cards(channel, now() - postedForMs)) noteCard(byId, card)
  }

  return {
    inTurn: createKeyedMutex(),
    async load(channel) {
      const into = memory
      const byId: KnownById = new Map()
      const one = into.channels.get(channel) ?? { loaded: readCards(channel, byId), byId }
      into.channels.set(channel, one)
      into.read ??= readCheckpoints(into)
      try {
        await Promise.all([one.loaded, into.read])
      } catch (error) {
        into.channels.delete(channel)
        into.read = undefined
        into.written.clear()
        throw error
      }
    },
    find(channel, of, mention) {
      const known = memory.channels.get(channel)?.byId.get(mention.id) ?? []
      const post = firstPost(known, of, mention)
      if (post !== undefined) return { kind: 'posted', post }
      const others = [...memory.unfinished.values()].filter(({ key }) => senderOf(key) !== senderOf(of))
      const standings = others.map((one) => standingIn(one, { channel, of, mention, now: now() }))
      return standings.find(({ kind }) => kind !== 'new') ?? { kind: 'new' }
    },
    notePosted(card) {
      const byId = memory.channels.get(card.channel)?.byId
      if (byId !== undefined) noteCard(byId, card)
    },
    noteCheckpoint(key, checkpoint) {
      // Nobody shares it yet: a later read finds this checkpoint in the store.
      if (memory.read === undefined) return
      memory.written.add(senderOf(key))
      noteUnfinished(memory, key, checkpoint)
    },
    noteNotPosted({ key, pending }) {
      const known = memory.unfinished.get(senderOf(key))
      if (known?.pending !== pending) return
      const { pending: _not, ...rest } = known
      memory.unfinished.set(senderOf(key), rest)
    },
    openThreads: (channel) =>
      [...memory.unfinished.values()].flatMap((one) => (one.channel === channel ? one.threads : [])),
    forget() {
      memory = emptyMemory()
    },
  }
}

function noteCard(byId: KnownById, { subscription, alert, ts, thread, shows, original }: PostedCard): void {
  const inGroup = shows.kind !== 'card' || thread !== undefined
  const notified = shows.kind === 'thread' ? undefined : shows.notify
  const post = {
    ...{ subscription, alert, ts },
    ...defined({ thread, notified }),
    ...(inGroup ? { inGroup: true as const } : {}),
  }
  for (const { id, url } of mentionsOf(shows)) note(byId, id, { post, page: addressKey(url) })
  for (const { id, alert: of = alert, url, shownIn } of original?.duplicates ?? [])
    if (shownIn !== undefined && shownIn !== ts) {
      const reply = { subscription, alert: of, ts: shownIn, thread: ts, inGroup: true as const }
      note(byId, id, { post: reply, page: addressKey(url) })
    }
}

/** The first post of each subscription counts. */
function note(byId: KnownById, id: Id, known: Known): void {
  const others = byId.get(id) ?? []
  const same = others.find(({ post }) => senderOf(post) === senderOf(known.post))
  if (same === undefined) byId.set(id, [...others, known])
}

/**
 * Ids of one alert are unique. The same id in two alerts is the same mention only if the address is the same, too, because the service does
 * not promise more.
 */
function isSame(
  alert: Id,
  page: string | undefined,
  of: CheckpointKey,
  { url }: Pick<Mention, 'url'>,
): boolean {
  return alert === of.alert || (page !== undefined && page === addressKey(url))
}

function firstPost(known: Known[], of: CheckpointKey, mention: Pick<Mention, 'url'>): SharedPost | undefined {
  const posts = known.filter(
    ({ post, page }) => senderOf(post) !== senderOf(of) && isSame(post.alert, page, of, mention),
  )
  return posts.map(({ post }) => post).sort((a, b) => (a.ts < b.ts ? -1 : 1))[0]
}

type Asked = { channel: string; of: CheckpointKey; mention: Pick<Mention, 'id' | 'url'>; now: Time }

function standingIn(one: Unfinished, { channel, of, mention, now }: Asked): Standing {
  const { key, at, pending, promised, lastTs } = one
  if ((pending?.channel ?? one.channel) !== channel) return { kind: 'new' }
  if (pending !== undefined && covers(key, pending, of, mention))
    return { kind: 'unconfirmed', post: { key, pending, ...defined({ lastTs }) } }
  const until = at + promisedForMs
  const isPromised = key.alert === of.alert && promised.has(mention.id) && now < until
  return isPromised ? { kind: 'promised', until } : { kind: 'new' }
}

function covers(
  { alert }: CheckpointKey,
  { ids, shows, joins }: PendingPost,
  of: CheckpointKey,
  mention: Pick<Mention, 'id' | 'url'>,
): boolean {
  if (joins !== undefined || !ids.includes(mention.id)) return false
  const shown = shows && mentionsOf(shows).find(({ id }) => id === mention.id)
  return isSame(alert, shown && addressKey(shown.url), of, mention)
}
