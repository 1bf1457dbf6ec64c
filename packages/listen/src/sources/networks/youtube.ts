import { TZDate } from '@date-fns/tz'
import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { fold } from '../../query/fold.ts'
import { defineSource, type FetchError, type Item, type Tools } from '../../source.ts'
import { addressIn, askJson, changed, metricsOf, readable, serverUrl, text } from '../searching/ask-json.ts'
import type { Ability } from '../searching/narrow.ts'
import { type Found, plannedSearches, type Question } from '../searching/planned-searches.ts'

/** Videos by YouTube's Data API, which needs a key that is free of charge. */

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const pageSize = 50

const settings = z.strictObject({
  key: z
    .string()
    .min(1, 'a key of the YouTube Data API is needed; console.cloud.google.com gives one free of charge'),
  url: serverUrl.default('https://www.googleapis.com/youtube/v3'),
})
type Settings = z.output<typeof settings>

/** Searches are few, and a search engine finds a word with and without accents, so it is asked for once. */
const ability: Ability = {
  ...{ sources: ['youtube'], types: ['post'], hosts: ['youtube.com', 'youtu.be'] },
  ...{ phrases: true, all: true, or: { most: 5, sign: '|' }, maxLength: 200 },
  form: (word) => fold(word).text,
}

/** What is stored must be looked at again or removed within 30 days. */
const lookedAgain = [1, 7, ...Array.from({ length: 40 }, (_, place) => 25 * (place + 1))].map(
  (days) => days * dayMs,
)

const idSchema = z.object({
  id: z.object({ videoId: z.string() }),
  snippet: z.object({ channelId: z.string() }),
})
const videoSchema = z.object({
  id: z.string(),
  snippet: z.object({
    publishedAt: z.string(),
    channelId: z.string(),
    channelTitle: text,
    title: z.string(),
    description: text,
    defaultAudioLanguage: text,
    defaultLanguage: text,
  }),
  statistics: z
    .object({
      viewCount: z.coerce.number().optional(),
      likeCount: z.coerce.number().optional(),
      commentCount: z.coerce.number().optional(),
    })
    .default({}),
})
const channelSchema = z.object({
  id: z.string(),
  snippet: z
    .object({ thumbnails: z.object({ default: z.object({ url: text }) }).optional() })
    .optional()
    .catch(undefined),
  statistics: z
    .object({
      subscriberCount: z.coerce.number().optional(),
      hiddenSubscriberCount: z.boolean().default(false),
    })
    .optional()
    .catch(undefined),
})
const listSchema = z.object({ items: z.array(z.unknown()).default([]), nextPageToken: text })

export const youtube = defineSource({
  name: 'youtube',
  publishes: 'youtube',
  settings,
  channels: (given, searches) =>
    searches.length === 0
      ? []
      : [
          plannedSearches({
            ...{ key: 'search', searches, ability },
            // Since June 2026 searches have a budget of their own. Each page counts.
            limits: [{ requests: 100, perMs: dayMs }],
            ...{ leastEveryMs: 15 * minuteMs, overlapMs: dayMs, firstMs: 2 * dayMs, maxPages: 2 },
            ask: (question, tools) => ask(given, question, tools),
          }),
        ],
  reach: ({ views }) => views,
  recheck: (given) => ({
    ...{ atAges: lookedAgain, size: pageSize, everyMs: 30 * minuteMs },
    look: (ids, tools) => look(given, ids, tools),
  }),
})

async function list(
  given: Settings,
  path: string,
  parameters: Record<string, string | number | undefined>,
  tools: Tools,
) {
  const url = addressIn(given.url, path, { ...parameters, key: given.key })
  return askJson(listSchema, url, tools, { explain: explainQuota })
}

const errorSchema = z.object({
  error: z.object({ message: z.string(), errors: z.array(z.object({ reason: z.string() })).min(1) }),
})

/** A used up budget begins anew at midnight in California. */
function explainQuota(error: FetchError, body: unknown, now: number): FetchError | undefined {
  const known = errorSchema.safeParse(body).data?.error
  if (
    known === undefined ||
    !['quotaExceeded', 'rateLimitExceeded', 'dailyLimitExceeded'].includes(known.errors[0]?.reason ?? '')
  )
    return undefined
  return changed(error, {
    kind: 'busy',
    message: `${error.message}: the searches of this day are used up`,
    retryAt: midnightAfter(now),
  })
}

function midnightAfter(now: number): number {
  const day = new TZDate(now, 'America/Los_Angeles')
  return new TZDate(day.getFullYear(), day.getMonth(), day.getDate() + 1, 'America/Los_Angeles').getTime()
}

async function ask(given: Settings, { text: words, since, page }: Question, tools: Tools): Promise<Found> {
  const found = await list(
    given,
    '/search',
    {
      ...{ part: 'snippet', type: 'video', order: 'date', q: words, maxResults: pageSize },
      ...{
        publishedAfter: new Date(since).toISOString().replace(/\.\d+/, ''),
        pageToken: typeof page === 'string' ? page : undefined,
      },
    },
    tools,
  )
  const ids = readable(found.items, (one) => idSchema.safeParse(one).data?.id.videoId)
  return {
    items: ids.length === 0 ? [] : await videos(given, ids, tools),
    next: found.nextPageToken ?? undefined,
  }
}

/** The whole description, the numbers, and the subscribers: two requests of another budget, of 10,000. */
async function videos(given: Settings, ids: readonly string[], tools: Tools): Promise<Item[]> {
  const { items } = await list(
    given,
    '/videos',
    { part: 'snippet,statistics', id: ids.join(','), maxResults: pageSize },
    tools,
  )
  const known = readable(items, (one) => videoSchema.safeParse(one).data)
  const owners = [...new Set(known.map(({ snippet }) => snippet.channelId))]
  if (owners.length === 0) return []
  const answer = await list(
    given,
    '/channels',
    { part: 'snippet,statistics', id: owners.join(','), maxResults: pageSize },
    tools,
  )
  const channels = new Map(
    readable(answer.items, (one) => channelSchema.safeParse(one).data).map((one) => [one.id, one]),
  )
  return known.map((video) => itemOf(video, channels.get(video.snippet.channelId)))
}

function itemOf(
  { id, snippet, statistics }: z.output<typeof videoSchema>,
  channel: z.output<typeof channelSchema> | undefined,
): Item {
  const { hiddenSubscriberCount, subscriberCount } = channel?.statistics ?? {}
  return {
    ...{ id, url: `https://www.youtube.com/watch?v=${id}`, title: snippet.title, type: 'post' },
    text: { plain: snippet.description ?? '' },
    publishedAt: Date.parse(snippet.publishedAt),
    author: {
      ...{
        name: snippet.channelTitle ?? '',
        id: snippet.channelId,
        url: `https://www.youtube.com/channel/${snippet.channelId}`,
      },
      ...defined({ avatar: channel?.snippet?.thumbnails?.default.url ?? undefined }),
      ...defined({ audience: hiddenSubscriberCount ? undefined : subscriberCount }),
    },
    ...defined({ language: snippet.defaultAudioLanguage ?? snippet.defaultLanguage ?? undefined }),
    ...metricsOf({
      views: statistics.viewCount,
      likes: statistics.likeCount,
      comments: statistics.commentCount,
    }),
  }
}

/** Videos that are missing in the answer were deleted, or are private now. */
async function look(given: Settings, ids: readonly string[], tools: Tools) {
  const items = await videos(given, ids, tools)
  return {
    items,
    removals: ids.filter((id) => !items.some((item) => item.id === id)).map((item) => ({ item })),
  }
}
