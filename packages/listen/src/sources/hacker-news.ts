import { createHash } from 'node:crypto'
import { defined } from '@overheard/base/defined'
import { parseJson } from '@overheard/base/json'
import { z } from 'zod'
import {
  defineSource,
  FetchError,
  type Fetched,
  type Item,
  type Polled,
  type Search,
  type Tools,
} from '../source.ts'
import { lookAgainAtEach } from './look-at-each.ts'
import { searchedItems } from './searched-items.ts'

/**
 * Hacker News by the search of Algolia, which lists new stories and comments by time, and by the API of Hacker News itself, which says what
 * became of one item. The list is asked without words: it is short enough (about 10,000 items a day), so one request does for all alerts, and
 * Algolia understands words differently (it finds `rusty` for `rust`, tolerates typos, and drops signs and emoji).
 */

const listUrl = 'https://hn.algolia.com/api/v1/search_by_date'
const itemUrl = 'https://hacker-news.firebaseio.com/v0/item'
const pageUrl = 'https://news.ycombinator.com'

/** All times in this file are in seconds, as in the API, unless their names end in `Ms`. */
const hour = 60 * 60
const day = 24 * hour

const everyMs = 5 * 60 * 1000
/** Algolia gives at most 1,000 hits for a query, so the list is asked in slices of time with at most this many. */
const hitsOfSlice = 250
/** Items appear in the index minutes after they were written, and in other orders. */
const overlap = hour
/** After trouble of the index they appear hours later, so once a day the list is asked for more than a day. */
const farOverlap = day + 2 * hour
const farEvery = day
/** The longest stretch that is caught up after the service was off. */
const maxCatchUp = 30 * day
/** A time this far ahead of the clock here is not believed. */
const maxAhead = hour

const requestPauseMs = 1000
/** Somebody waits for a preview, so it asks for few words. */
const maxPreviewWords = 4
const hitsOfPreview = 50
const maxListBytes = 10 * 1024 * 1024

const itemNumber = z.coerce.string().regex(/^\d{1,15}$/)
const text = z.string().nullish().catch(undefined)
const number = z.number().nonnegative().nullish().catch(undefined)
const seconds = z.int().min(0).max(8_640_000_000_000)

const hitSchema = z.object({
  objectID: itemNumber,
  created_at_i: seconds,
  author: z.string().min(1),
  title: text,
  url: text,
  story_text: text,
  comment_text: text,
  story_title: text,
  points: number,
  num_comments: number,
})
type Hit = z.output<typeof hitSchema>
const answerSchema = z.object({
  hits: z.array(z.unknown()),
  hitsPerPage: z.int().positive().optional().catch(undefined),
})

const firebaseSchema = z.object({
  id: itemNumber,
  type: text,
  by: text,
  time: seconds.nullish().catch(undefined),
  title: text,
  url: text,
  text,
  score: number,
  descendants: number,
  deleted: z.boolean().nullish().catch(undefined),
  dead: z.boolean().nullish().catch(undefined),
})

/**
 * `through`: everything before it was looked at. `lookedFar`: when the last far look began, and `searched` stands for the alerts of that time.
 * A `slice` goes back in time from `to` to `from`; then everything before `end` was looked at.
 */
const cursorSchema = z.object({
  through: seconds,
  lookedFar: seconds,
  searched: z.string().default(''),
  slice: z.object({ from: seconds, to: seconds, end: seconds }).optional(),
})
type Cursor = z.output<typeof cursorSchema>

/** `to` is absent for the newest slice. */
type Slice = { from: number; to?: number | undefined }

export const hackerNews = defineSource({
  name: 'hacker-news',
  publishes: 'web',
  settings: z.strictObject({}),
  channels(_settings, searches) {
    if (searches.length === 0) return []
    const isSearched = searchedItems(searches, true)
    const searched = nameOf(searches)
    return [
      {
        kind: 'poll',
        key: 'new',
        everyMs,
        async poll(cursor, tools) {
          const polled = await poll(cursorSchema.safeParse(cursor).data, searched, tools)
          return { ...polled, items: polled.items.filter(isSearched) }
        },
      },
    ]
  },
  /** Of a hundred readers about two to three vote, and one of twenty comments. Comments have no public numbers. */
  reach: ({ points, comments }) =>
    points === undefined && comments === undefined
      ? undefined
      : Math.max((points ?? 0) * 40, (comments ?? 0) * 20),
  recheck: { atAges: [day * 1000, 3 * day * 1000], size: 20, look },
  lately,
})

/** The same for the same words. */
function nameOf(searches: readonly Search[]): string {
  const words = new Set(searches.flatMap(({ anchors, query }) => (anchors.length > 0 ? anchors : [query])))
  return createHash('sha256')
    .update(JSON.stringify([...words].sort()))
    .digest('base64')
    .slice(0, 16)
}

async function poll(before: Cursor | undefined, searched: string, tools: Tools): Promise<Polled> {
  const now = Math.floor(tools.now() / 1000)
  const cursor = before?.searched === searched ? before : withNewSearch(before)
  const { slice, lookedFar, gap } = nextSlice(cursor, now)
  const isNew = cursor?.slice === undefined
  if (isNew && now - slice.from > farOverlap + day)
    tools.log.info({ from: iso(slice.from) }, 'Hacker News is read from an earlier day on')
  const { hits, isFull } = await askList(slice, tools)
  const through = cursor?.through ?? slice.from
  const end = Math.max(through, cursor?.slice?.end ?? 0, ...timesUntil(now + maxAhead, hits))
  // Oldest first, because the service numbers mentions in this order.
  const items = hits.flatMap((hit) => itemOfHit(hit) ?? []).toReversed()
  if (!isFull) return { items, ...said(gap), cursor: { through: end, lookedFar, searched } }

  const next = { through, lookedFar, searched, slice: { ...olderSlice(slice, hits), end } }
  return { items, ...said(gap), cursor: next, more: true }
}

/** A far look is due, so that a new alert finds what was written lately. It begins anew, also if a slice was under way. */
function withNewSearch(cursor: Cursor | undefined): Cursor | undefined {
  return cursor && { through: cursor.through, lookedFar: 0, searched: '' }
}

const said = (gap: string | undefined) => (gap === undefined ? {} : { gap })

const timesUntil = (latest: number, hits: Hit[]) =>
  hits.map((hit) => hit.created_at_i).filter((time) => time <= latest)

type Next = { slice: Slice; lookedFar: number; gap?: string }

function nextSlice(cursor: Cursor | undefined, now: number): Next {
  if (cursor?.slice !== undefined) return { slice: cursor.slice, lookedFar: cursor.lookedFar }
  // A clock that was set back makes a far look due, too.
  const isFar = cursor === undefined || Math.abs(now - cursor.lookedFar) >= farEvery
  const lookedFar = isFar ? now : cursor.lookedFar
  const through = cursor?.through ?? now
  const earliest = now - maxCatchUp
  if (through >= earliest)
    return { slice: { from: Math.max(0, through - (isFar ? farOverlap : overlap)) }, lookedFar }
  const gap = `Items on Hacker News from ${iso(through)} to ${iso(earliest)} were not looked at, because the service was off for too long.`
  return { slice: { from: earliest }, lookedFar, gap }
}

/**
 * What comes before the oldest hit of a full slice. Its second is asked again, because the slice may have ended within it, unless that would
 * give the same hits for ever.
 */
function olderSlice({ from, to }: Slice, hits: Hit[]): { from: number; to: number } {
  const oldest = Math.min(...hits.map((hit) => hit.created_at_i))
  return { from, to: to === undefined || oldest < to ? oldest : oldest - 1 }
}

const iso = (time: number) => new Date(time * 1000).toISOString()

/** The newest hits of a slice. */
async function askList(slice: Slice, tools: Tools): Promise<{ hits: Hit[]; isFull: boolean }> {
  const since = `created_at_i>=${slice.from}`
  const { hits: given, hitsPerPage = hitsOfSlice } = await search(
    {
      query: '',
      numericFilters: slice.to === undefined ? since : `${since},created_at_i<=${slice.to}`,
      hitsPerPage: String(hitsOfSlice),
    },
    tools,
  )
  const hits = given.flatMap((hit) => hitSchema.safeParse(hit).data ?? [])
  const inside = hits.filter(
    ({ created_at_i: time }) => time >= slice.from && time <= (slice.to ?? Number.POSITIVE_INFINITY),
  )
  // Nothing usable is a change of the API: the cursor must not move on.
  if (given.length > 0 && inside.length === 0)
    throw new Error('hn.algolia.com answers with hits that cannot be read')
  if (hits.length < given.length)
    tools.log.warn({ hits: given.length - hits.length }, 'hits of Hacker News cannot be read')
  return { hits: inside, isFull: given.length >= Math.min(hitsOfSlice, hitsPerPage) }
}

/** What contains one of the words of a query, of all times, newest first. */
async function lately({ anchors }: Search, tools: Tools): Promise<Item[]> {
  const items: Item[] = []
  for (const query of anchors.slice(0, maxPreviewWords)) {
    const exact = { typoTolerance: 'false', advancedSyntax: 'false' }
    const { hits } = await search({ query, hitsPerPage: String(hitsOfPreview), ...exact }, tools)
    items.push(...hits.flatMap((hit) => itemOfHit(hitSchema.safeParse(hit).data) ?? []))
  }
  return items
}

async function search(
  parameters: Record<string, string>,
  tools: Tools,
): Promise<z.output<typeof answerSchema>> {
  const all = new URLSearchParams({
    ...parameters,
    tags: '(story,comment,poll)',
    attributesToRetrieve:
      'objectID,created_at_i,author,title,url,story_text,comment_text,story_title,points,num_comments',
    attributesToHighlight: 'none',
  })
  const answer = answerSchema.safeParse(jsonOf(await asked(`${listUrl}?${all}`, tools))).data
  if (answer === undefined) throw new Error('hn.algolia.com answers with something else than a list of hits')
  return answer
}

async function asked(url: string, tools: Tools): Promise<Fetched> {
  try {
    return await tools.fetch(url, {
      accept: 'application/json',
      conditional: false,
      hostPauseMs: requestPauseMs,
      maxBytes: maxListBytes,
    })
  } catch (error) {
    throw explained(error)
  }
}

/** Adds what Algolia says about a request that it refuses. */
function explained(error: unknown): unknown {
  if (!(error instanceof FetchError)) return error
  const said = z.object({ message: z.string() }).safeParse(parseJson(error.body)).data
  if (said === undefined) return error
  const { kind, message, status, retryAt, body } = error
  return new FetchError(kind, `${message}: ${said.message.slice(0, 200)}`, {
    ...{ body, cause: error },
    ...defined({ status, retryAt }),
  })
}

const jsonOf = (answer: Fetched): unknown => (answer.kind === 'fresh' ? parseJson(answer.text()) : undefined)

/** Undefined for a hit that is neither a story nor a comment. */
function itemOfHit(hit: Hit | undefined): Item | undefined {
  if (hit === undefined) return undefined
  const { comment_text: comment, story_text: story, title, created_at_i: time, author } = hit
  const common = { id: hit.objectID, author, time }
  if (comment)
    return { ...itemOf({ ...common, html: comment, threadTitle: hit.story_title }), type: 'comment' }
  if (!title) return undefined
  const { points, num_comments: comments, url } = hit
  return itemOf({ ...common, html: story, title, url, points, comments })
}

type Given = {
  id: string
  author: string
  time: number
  html: string | null | undefined
  title?: string
  url?: string | null | undefined
  threadTitle?: string | null | undefined
  points?: number | null | undefined
  comments?: number | null | undefined
}

function itemOf({ id, author, time, html, title, url, threadTitle, points, comments }: Given): Item {
  const metrics = {
    ...(typeof points === 'number' && { points }),
    ...(typeof comments === 'number' && { comments }),
  }
  return {
    id,
    url: `${pageUrl}/item?id=${id}`,
    ...(title && { title: unescaped(title) }),
    ...(threadTitle && { threadTitle: unescaped(threadTitle) }),
    text: { html: html ?? '' },
    ...(url && { links: [url] }),
    publishedAt: time * 1000,
    author: { name: author, id: author, url: `${pageUrl}/user?id=${encodeURIComponent(author)}` },
    ...(Object.keys(metrics).length > 0 && { metrics }),
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Titles are plain text with entities, not HTML: `Vec<T>` has no tag in it. */
function unescaped(title: string): string {
  return title.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot));/gi, (whole, ...groups) => {
    const [decimal, hexadecimal, name] = groups
    if (name) return entities[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Stories get their numbers anew. A comment has none, so only its deletion matters. */
function look(ids: readonly string[], tools: Tools) {
  return lookAgainAtEach(ids, tools, async (id) => {
    const found = jsonOf(await asked(`${itemUrl}/${encodeURIComponent(id)}.json`, tools))
    const item = firebaseSchema.safeParse(found).data
    if (found === null || item?.deleted || item?.dead) return { removals: [{ item: id }] }
    if (item?.id !== id || item.type === 'comment' || !item.title || !item.by || !item.time) return {}
    return {
      items: [
        itemOf({
          ...{ id, author: item.by, time: item.time, html: item.text, title: item.title, url: item.url },
          ...{ points: item.score, comments: item.descendants },
        }),
      ],
    }
  })
}
