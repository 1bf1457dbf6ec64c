import { z } from 'zod'
import { withoutPassword } from '../../fetch/password.ts'
import { readDate } from '../../fields/read-date.ts'
import { FetchError, type Item, type Json, type PollChannel, type Polled, type Tools } from '../../source.ts'
import { identifiedItems, maxEntries, newestEntries, oldestFirst } from './items.ts'
import {
  feedIn,
  feedTypes,
  findFeed,
  isMissing,
  type Loaded,
  maxFeedBytes,
  NoFeedError,
} from './load-feed.ts'
import { isDisjoint, remember } from './memory.ts'
import { nextTime, paceOf } from './pacing.ts'
import type { Named } from './short-names.ts'

const cursorSchema = z.object({
  /** The address that gave the feed: the named one, or one that its page names. */
  asked: z.string(),
  /** Another feed of the page, which is read while the one at `asked` cannot be. `isUnread`: that one has never been read. */
  instead: z.object({ address: z.string(), isUnread: z.boolean() }).optional(),
  memory: z.object({
    ids: z.array(z.string()),
    addresses: z.array(z.string()),
  }),
  learned: z
    .object({
      changing: z.array(z.enum(['id', 'page', 'title', 'time', 'text'])),
      shift: z.number().optional(),
      moved: z.object({ from: z.string(), to: z.string() }).optional(),
    })
    .optional(),
  pace: z.object({
    hints: z.object({
      everyMs: z.number().optional(),
      skipHours: z.array(z.number()).optional(),
      skipDays: z.array(z.number()).optional(),
    }),
    newest: z.number().optional(),
    medianGap: z.number().optional(),
  }),
})
type Cursor = z.output<typeof cursorSchema>

/** A feed with fewer entries that are all new may be new itself. */
const leastForGap = 5

/** The place of a feed among those that share a host with a long pause: they would wait for each other within their polls. */
export type Turn = { place: number; of: number }

/** Asks one feed. A cursor that this version cannot read counts as none. */
export function pollFeed(named: Named, turn: Turn): PollChannel['poll'] {
  const { pauseMs, note } = named.site
  const waitMs = (places: number) => (pauseMs === undefined ? 0 : places * pauseMs * 1.5)
  return async (cursor, tools) => {
    if (cursor === undefined && note !== undefined) tools.log.info({ feed: named.key }, note)
    if (cursor === undefined && waitMs(turn.place) > 0)
      return { items: [], cursor: { turn: turn.place }, nextAt: tools.now() + waitMs(turn.place) }
    const known = cursorSchema.safeParse(cursor).data
    const loaded = await loadFeed(named, known, tools)
    const polled = loaded === undefined ? { items: [] } : polledFeed(named, loaded, known, tools)
    const pace = cursorSchema.safeParse(polled.cursor ?? cursor).data?.pace ?? { hints: {} }
    return { ...polled, nextAt: Math.max(nextTime(pace, tools.now()), tools.now() + waitMs(turn.of)) }
  }
}

/** The password may have changed. */
const isSameAddress = (one: string, other: string) => withoutPassword(one) === withoutPassword(other)

/** Undefined if the feed has not changed. */
async function loadFeed(named: Named, known: Cursor | undefined, tools: Tools): Promise<Loaded | undefined> {
  const options = named.site.pauseMs === undefined ? {} : { hostPauseMs: named.site.pauseMs }
  if (known === undefined) return findFeed(named.addresses, tools.fetch, { ...options, guesses: true })
  const isAsked = (address: string) => isSameAddress(address, known.asked)
  const asked = named.addresses.find(isAsked) ?? known.asked
  try {
    const answer = await tools.fetch(asked, {
      ...{ ...options, accept: feedTypes, maxBytes: maxFeedBytes },
      // What is there again counts, although it has not changed.
      ...(known.instead !== undefined && { conditional: false }),
    })
    if (answer.kind === 'unchanged') return undefined
    const loaded = feedIn(answer, asked)
    if (loaded !== undefined) return loaded
    throw new NoFeedError(`${withoutPassword(asked)} gives something else instead of its feed.`)
  } catch (error) {
    if (isAsked(named.key) || !isMissing(error)) throw error
    // The page that named the feed may name another one by now.
    const missing = { address: asked, error, isReplaced: known.instead !== undefined }
    return await findFeed(named.addresses, tools.fetch, { ...options, guesses: false, missing }).catch(
      (other) => {
        throw other instanceof FetchError && other.kind === 'busy' ? other : error
      },
    )
  }
}

/** Only at a change, because a feed may be missing for good. */
function logChange({ key }: Named, loaded: Loaded, known: Cursor | undefined, log: Tools['log']): void {
  const { address, asked, trouble } = loaded
  if (trouble !== undefined && known?.instead?.address !== address) {
    const reason = trouble instanceof Error ? trouble.message : ''
    log.warn({ feed: key, reason, address }, 'a feed cannot be read, so another one that its page names is')
  } else if (trouble === undefined && known !== undefined && !isSameAddress(known.asked, asked))
    log.warn({ feed: key, address }, 'a feed has moved, as its page says')
}

function polledFeed(
  named: Named,
  loaded: Loaded,
  before: Cursor | undefined,
  { now, log, left, ...tools }: Tools,
): Polled {
  const { feed, address, asked, headers, trouble } = loaded
  logChange(named, loaded, before, log)
  const isUnread = before?.instead?.isUnread ?? before === undefined
  // A feed that was never read has its first look now.
  const known = isUnread && trouble === undefined ? undefined : before
  const instead = trouble === undefined ? undefined : { address, isUnread }
  const entries = newestEntries(feed.entries)
  const all = feed.entries.length + (feed.leftOut ?? 0)
  if (entries.length < all)
    log.warn({ feed: named.key, entries: all }, `only the newest ${maxEntries} entries count`)
  const memory = remember(entries)
  const undated = known === undefined ? undatedAtFirst(feed.updatedAt, headers, now()) : {}
  const [unread] = entries.flatMap(({ unreadDate }) => unreadDate ?? [])
  if (known === undefined && unread !== undefined)
    log.warn({ feed: named.key, date: unread }, 'dates of the feed cannot be read')
  const context = { key: named.key, address, site: named.site }
  const isGap =
    known !== undefined &&
    entries.length >= leastForGap &&
    entries.every(({ publishedAt }) => publishedAt !== undefined && publishedAt > (known.pace.newest ?? 0)) &&
    isDisjoint(entries, known.memory)
  const { items, learned, faults } = identifiedItems(feed, context, {
    ...{ tools, undated, learned: known?.learned },
    ...(known === undefined && { left: left() }),
  })
  return {
    items: oldestFirst(items),
    faults: [...(feed.faults ?? []), ...faults],
    cursor: toJson({ asked, instead, memory, learned, pace: paceOf(entries, feed.hints, now()) }),
    ...(isGap && {
      gap: `All ${entries.length} entries of ${withoutPassword(asked)} are newer than those at the last look, so entries in between may be missing.`,
    }),
  }
}

/** A document that is younger may have been written for this request. */
const leastAgeMs = 7 * 24 * 60 * 60 * 1000

/** Entries without a time that are there at the first look are no newer than the document. If it is new itself, nobody knows their age. */
function undatedAtFirst(
  updatedAt: number | undefined,
  headers: Record<string, string>,
  now: number,
): Pick<Item, 'publishedAt' | 'isOld'> {
  const publishedAt = updatedAt ?? readDate(headers['last-modified'])
  return publishedAt !== undefined && publishedAt <= now - leastAgeMs ? { publishedAt } : { isOld: true }
}

const toJson = (cursor: Cursor | object): Json => JSON.parse(JSON.stringify(cursor))
