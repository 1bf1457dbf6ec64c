import type { SteadyClock } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import { createRateLimiter } from '@overheard/base/rate-limiter'
import { createKeyedMutex } from '@overheard/base/serial'
import type { Ms } from '@overheard/base/time'
import {
  type HistoryPage,
  type HistoryRange,
  type HistoryResult,
  type ReadPage,
  rateLimitedReason,
  type SearchReceipts,
} from './history.ts'

type HistoryFailure = Exclude<HistoryResult<unknown>, { kind: 'seen' }>

type Found = { ts: string }

/**
 * Searches channels and threads for our own messages, page by page.
 *
 * Slack limits history calls: about 50 a minute for an internal app, and 1 a minute with 15 messages a page for an app that counts as
 * commercially distributed. So a search that is refused keeps its pages and its cursor, and the next call goes on from there. One search
 * of a channel serves all senders that wait for it.
 */

/**
 * The times are those of the steady clock. `startedAt` is the time just before the first page was requested, so the search shows everything
 * that Slack had by then.
 */
type Search<Message> = {
  oldest: string | undefined
  startedAt: Ms
  usedAt: Ms
  messages: Message[]
  cursor: string | undefined
  pages: number
  wasRefused: boolean
  /** The `ts` of the last message of the last page. */
  backTo: string | undefined
  order: PageOrder
}

/**
 * The order of the pages of a channel. Slack documents newest first, but once documented that a request with `oldest` and without `latest` is
 * answered from `oldest` on. So such a search learns the order from its pages. A `latest` would not help: with a clock that is behind, it would
 * hide messages.
 */
type PageOrder = 'newest-first' | 'oldest-first' | 'unknown'

const maxPages = 20

/** After Slack refused a page, a search reads at most this many pages: 1,500 messages in 100 minutes at one page a minute. */
const maxPagesWhenRefused = 100

const searchKeptMs = 15 * 60_000

const maxSearches = 4

export function createHistorySearch<Message extends Found>(
  readPage: ReadPage<Message>,
  steady: SteadyClock,
): SearchReceipts<Message> {
  const searches = new Map<string, Search<Message>[]>()
  const limits = { channel: createPauses(steady), thread: createPauses(steady) }

  function findSearch(key: string, { oldest, since }: HistoryRange): Search<Message> | undefined {
    return searches.get(key)?.find((search) => {
      const isRecent = since === undefined ? search.wasRefused && search.cursor : search.startedAt >= since
      const reachesBack = search.oldest === undefined || (oldest !== undefined && search.oldest <= oldest)
      return isRecent && reachesBack
    })
  }

  function keep(key: string, search: Search<Message>): void {
    const time = steady()
    for (const [other, known] of searches) {
      const fresh = known.filter(({ usedAt }) => time - usedAt < searchKeptMs)
      if (fresh.length === 0) searches.delete(other)
      else searches.set(other, fresh)
    }
    const others = (searches.get(key) ?? []).filter((other) => other !== search)
    searches.set(key, [search, ...others].slice(0, maxSearches))
  }

  function drop(key: string, search: Search<Message>): void {
    searches.set(
      key,
      (searches.get(key) ?? []).filter((other) => other !== search),
    )
  }

  async function requestPage(range: HistoryRange, current: Search<Message>): Promise<HistoryPage<Message>> {
    const key = keyOf(range)
    const limit = limits[range.thread === undefined ? 'channel' : 'thread']
    const wait = await limit.waitOf(key)
    if (wait > 0) return { kind: 'unreachable', reason: rateLimitedReason, afterMs: wait }
    const page = await readPage(rangeOf(range, current), current.cursor)
    const isRefused = page.kind === 'unreachable' && page.reason === rateLimitedReason
    return isRefused ? { ...page, afterMs: await limit.refused(key, page.afterMs) } : page
  }

  async function readOn(range: HistoryRange, current: Search<Message>): Promise<HistoryFailure | undefined> {
    const readAt = steady()
    const page = await requestPage(range, current)
    if (page.kind === 'page') {
      addPage(current, page, readAt)
      return undefined
    }
    if (page.kind === 'unreachable' && page.reason === rateLimitedReason) current.wasRefused = true
    if (page.kind !== 'unreachable') drop(keyOf(range), current)
    return page.kind === 'stale-cursor'
      ? { kind: 'unreachable', reason: 'invalid_cursor', afterMs: startAgainMs }
      : page
  }

  async function search(range: HistoryRange, enough: Enough<Message>): Promise<HistoryResult<Message>> {
    const key = keyOf(range)
    const current = findSearch(key, range) ?? newSearch<Message>(range)
    keep(key, current)
    current.usedAt = steady()
    for (;;) {
      const result = resultOf(current, range, enough) ?? (await readOn(range, current))
      if (result !== undefined) return result
    }
  }

  /** Searches of one channel or thread run one after the other, so the second search can use the pages of the first. */
  const inTurn = createKeyedMutex()
  return (range, enough = () => false) => inTurn(keyOf(range), () => search(range, enough))
}

type Enough<Message> = (messages: Message[]) => boolean

function addPage<Message>(
  search: Search<Message>,
  page: Extract<HistoryPage<Message>, { kind: 'page' }>,
  readAt: Ms,
): void {
  if (search.pages === 0) search.startedAt = readAt
  search.order = orderAfter(search, page)
  search.pages += 1
  search.messages.push(...page.messages)
  search.cursor = page.next
  search.backTo = page.last ?? search.backTo
}

/** A page with newer messages than the page before, or with ascending ones, shows that the newest message can be on any later page. */
function orderAfter(
  { order, backTo }: Pick<Search<unknown>, 'order' | 'backTo'>,
  { first, last }: { first?: string; last?: string },
): PageOrder {
  if (order === 'oldest-first' || first === undefined || last === undefined) return order
  if (first < last) return 'oldest-first'
  if (backTo === undefined) return order
  return first > backTo ? 'oldest-first' : 'newest-first'
}

function resultOf<Message extends Found>(
  search: Search<Message>,
  range: HistoryRange,
  enough: Enough<Message>,
): HistoryResult<Message> | undefined {
  const { pages, cursor, wasRefused, backTo } = search
  if (pages === 0) return undefined
  const order = range.thread === undefined ? search.order : 'of-thread'
  const found = within(search.messages, range)
  const messages = order === 'oldest-first' ? found.toSorted(newestFirst) : found
  const isWhole = cursor === undefined || (order === 'newest-first' && hasPassed(search, range))
  // Oldest first, the messages that are missing are the newest, without which nothing is enough.
  if (isWhole || (order !== 'oldest-first' && enough(messages)))
    return { kind: 'seen', messages, bounded: false }
  if (pages < (wasRefused ? maxPagesWhenRefused : maxPages)) return undefined
  const reached = order === 'newest-first' && backTo !== undefined ? { backTo } : {}
  return { kind: 'seen', messages, bounded: true, ...reached }
}

const newestFirst = (one: Found, other: Found) => (one.ts < other.ts ? 1 : -1)

const startAgainMs = 1000

const newSearch = <Message>({ oldest }: HistoryRange): Search<Message> => ({
  oldest,
  startedAt: Number.POSITIVE_INFINITY,
  usedAt: 0,
  messages: [],
  cursor: undefined,
  pages: 0,
  wasRefused: false,
  backTo: undefined,
  order: oldest === undefined ? 'newest-first' : 'unknown',
})

function rangeOf({ channel, thread }: HistoryRange, { oldest }: Search<unknown>): HistoryRange {
  return {
    channel,
    ...defined({ thread, oldest }),
  }
}

function within<Message extends Found>(messages: Message[], { oldest }: HistoryRange): Message[] {
  return oldest === undefined ? [...messages] : messages.filter(({ ts }) => ts >= oldest)
}

/** True if a channel search whose pages are newest first has read everything since `oldest`. */
function hasPassed({ backTo }: Search<unknown>, { oldest }: HistoryRange): boolean {
  return oldest !== undefined && backTo !== undefined && backTo < oldest
}

const keyOf = ({ channel, thread = '' }: HistoryRange) => `${channel} ${thread}`

/** Slack accepts 50 history calls a minute (tier 3), for all channels together. */
const historyLimit = { limit: 50, windowMs: 60_000 }

const maxWaitMs = 10 * 60_000

/**
 * Handles Slack's rate limit of one method, for all channels together. During a pause no search calls Slack. Each refused search gets its
 * own time after the pause, and keeps it if it calls too early.
 */
function createPauses(steady: SteadyClock) {
  const limiter = createRateLimiter(historyLimit, steady)
  const method = 'history'
  const places = new Map<string, number>()

  async function placeOf(key: string): Promise<number> {
    const time = steady()
    for (const [other, at] of places) if (at <= time) places.delete(other)
    const held = places.get(key)
    if (held !== undefined) return held - time
    const waitMs = Math.min(maxWaitMs, await limiter.take(method, maxWaitMs))
    places.set(key, time + waitMs)
    return waitMs
  }

  return {
    async waitOf(key: string): Promise<number> {
      const { pausedForMs } = await limiter.left(method)
      return pausedForMs > 0 ? placeOf(key) : 0
    },
    /** Records that Slack refused a search for `afterMs`. Returns how long this search must wait, in ms. */
    async refused(key: string, afterMs: Ms): Promise<number> {
      await limiter.pause(method, afterMs)
      return Math.max(afterMs, await placeOf(key))
    },
  }
}
