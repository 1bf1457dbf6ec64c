import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { defineSource, FetchError, type Item, type Tools } from '../../source.ts'
import {
  addressIn,
  askJson,
  changed,
  flag,
  metricsOf,
  number,
  readable,
  serverUrl,
  text,
} from '../searching/ask-json.ts'
import type { Ability } from '../searching/narrow.ts'
import { type Found, latelyFound, plannedSearches, type Question } from '../searching/planned-searches.ts'

/** Posts and comments that a Lemmy server knows, also those of other servers, by its search. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const pageSize = 50

const settings = z.strictObject({
  /** Servers. One large one knows most of the network. */
  instances: z.array(serverUrl).min(1).default(['https://lemmy.world']),
})

/** The search looks for one text in which anything may stand between the words (`%acme%app%`). */
const ability: Ability = {
  ...{ sources: ['lemmy', 'web'], types: ['post', 'comment'], phrases: false, all: false },
  ...{ signs: '+#&', beginnings: true, maxLength: 200, leastLetters: 3 },
  address: (host) => host,
}

const creatorSchema = z.object({ name: text, display_name: text, actor_id: text, ap_id: text, avatar: text })
const countsSchema = z.object({ score: number, comments: number }).nullish().catch(undefined)
/** Version 0.19 has counts apart and `published`; version 1 has them within and `published_at`. */
const contentSchema = z.object({
  ap_id: z.string(),
  published: text,
  published_at: text,
  deleted: flag,
  removed: flag,
  score: number,
  comments: number,
})
const postSchema = z.object({
  post: z.object({ ...contentSchema.shape, name: z.string(), body: text, url: text }),
  creator: creatorSchema,
  counts: countsSchema,
})
const commentSchema = z.object({
  comment: z.object({ ...contentSchema.shape, content: z.string() }),
  post: z.object({ name: text }).nullish().catch(undefined),
  creator: creatorSchema,
  counts: countsSchema,
})
const answerSchema = z.object({
  posts: z.array(z.unknown()).default([]),
  comments: z.array(z.unknown()).default([]),
  next_page: text,
})

export const lemmy = defineSource({
  name: 'lemmy',
  publishes: 'web',
  settings,
  channels: ({ instances }, searches) =>
    searches.length === 0
      ? []
      : instances.map((instance) =>
          plannedSearches({
            ...{ key: instance, searches, ability },
            // The default of the software; lemmy.world allows 100.
            limits: [{ requests: 60, perMs: 10 * minuteMs }],
            ...{ leastEveryMs: 10 * minuteMs, overlapMs: 6 * hourMs, maxPages: 3 },
            ask: (question, tools) => ask(instance, question, tools),
          }),
        ),
  /** Of a hundred readers about five vote, and ten comment. */
  reach: ({ points, comments }) =>
    points === undefined && comments === undefined
      ? undefined
      : Math.max((points ?? 0) * 20, (comments ?? 0) * 10),
  lately: (search, tools, { instances }) =>
    latelyFound(search, ability, tools.now(), (words) =>
      ask(instances[0] ?? '', { ...words, variant: '' }, tools),
    ),
})

/** Servers that speak the interface of version 1. */
const newer = new Set<string>()

async function ask(instance: string, question: Question, tools: Tools): Promise<Found> {
  const { text: words, since, page } = question
  const place = typeof page === 'number' ? page : 1
  const isNewer = newer.has(instance)
  const url = addressIn(
    instance,
    isNewer ? '/api/v4/search' : '/api/v3/search',
    isNewer
      ? {
          search_term: words,
          type_: 'All',
          sort: 'New',
          listing_type: 'All',
          limit: pageSize,
          page_cursor: typeof page === 'string' ? page : undefined,
        }
      : { q: words, type_: 'All', sort: 'New', listing_type: 'All', limit: pageSize, page: place },
  )
  try {
    const answer = await askJson(answerSchema, url, tools, { explain: explainLimit })
    return foundIn(answer, { since, place, isNewer })
  } catch (error) {
    if (isNewer || !(error instanceof FetchError) || error.status !== 404) throw error
    newer.add(instance)
    return ask(instance, question, tools)
  }
}

function explainLimit(error: FetchError, body: unknown, now: number): FetchError | undefined {
  const isLimit = z
    .object({ error: z.enum(['rate_limit_error', 'too_many_requests']) })
    .safeParse(body).success
  return isLimit ? changed(error, { kind: 'busy', retryAt: error.retryAt ?? now + 10 * minuteMs }) : undefined
}

function foundIn(
  { posts, comments, next_page: cursor }: z.output<typeof answerSchema>,
  { since, place, isNewer }: { since: number; place: number; isNewer: boolean },
): Found {
  const given = [...readable(posts, postOf), ...readable(comments, commentOf)]
  const items = given.filter(({ isGone }) => !isGone).map(({ item }) => item)
  const oldest = (all: unknown[], some: Item[]) =>
    all.length < pageSize ? 0 : Math.min(...some.map(({ publishedAt = 0 }) => publishedAt))
  const isFull = [posts, comments].some((all) => all.length >= pageSize)
  const reaches = Math.max(
    oldest(
      posts,
      readable(posts, postOf).map(({ item }) => item),
    ),
    oldest(
      comments,
      readable(comments, commentOf).map(({ item }) => item),
    ),
  )
  const hasMore = isFull && reaches > since
  return {
    items: items.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0)),
    removals: given.filter(({ isGone }) => isGone).map(({ item }) => ({ item: item.id })),
    next: hasMore ? (isNewer ? (cursor ?? undefined) : place + 1) : undefined,
  }
}

type Read = { item: Item; isGone: boolean }

function postOf(given: unknown): Read | undefined {
  const { data } = postSchema.safeParse(given)
  if (data === undefined) return undefined
  const { name, body, url } = data.post
  return {
    ...readOf(data.post, data),
    item: {
      ...readOf(data.post, data).item,
      title: name,
      text: { plain: body ?? '' },
      type: 'post',
      ...(url && { links: [url] }),
    },
  }
}

function commentOf(given: unknown): Read | undefined {
  const { data } = commentSchema.safeParse(given)
  if (data === undefined) return undefined
  const { item, isGone } = readOf(data.comment, data)
  const threadTitle = data.post?.name ?? undefined
  return {
    isGone,
    item: { ...item, ...defined({ threadTitle }), text: { plain: data.comment.content }, type: 'comment' },
  }
}

type View = { creator: z.output<typeof creatorSchema>; counts?: z.output<typeof countsSchema> }

function readOf(content: z.output<typeof contentSchema>, { creator, counts }: View): Read {
  const { ap_id: id, published, published_at } = content
  const time = published ?? published_at ?? ''
  const page = creator.actor_id ?? creator.ap_id ?? undefined
  return {
    isGone: content.deleted === true || content.removed === true,
    item: {
      ...{ id, url: id, text: { plain: '' } },
      // Older versions give no zone, and mean UTC.
      publishedAt: Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`),
      author: {
        name: creator.display_name || creator.name || '',
        ...defined({ url: page, id: page, avatar: creator.avatar ?? undefined }),
      },
      ...metricsOf({
        points: counts?.score ?? content.score,
        comments: counts?.comments ?? content.comments,
      }),
    },
  }
}
