import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import {
  defineSource,
  FetchError,
  type Item,
  type PollChannel,
  type Removal,
  type Search,
  type Tools,
} from '../../source.ts'
import { lookAgainAtHosts, lookAtEach } from '../look-at-each.ts'
import { searchedItems } from '../searched-items.ts'
import {
  addressIn,
  askJson,
  hostIn,
  metricsOf,
  number,
  readable,
  serverUrl,
  text,
} from '../searching/ask-json.ts'

/**
 * Articles of dev.to and of other sites that run Forem. The list of the newest has no texts, so each new article is asked for once: about a
 * thousand requests a day for dev.to, however many alerts there are. Its search has no order by time.
 */

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const everyMs = 15 * minuteMs
/** At most three requests a second are allowed. */
const requestPauseMs = 1000
const pageSize = 100
/** Of one poll. The next one goes on at once. */
const articlesOfPoll = 10
/** So many articles are known by their last edit. */
const maxKnown = 500
const listPages = 3

const settings = z.strictObject({ sites: z.array(serverUrl).min(1).default(['https://dev.to']) })

const listedSchema = z.object({ id: z.int(), edited_at: text, published_timestamp: text, published_at: text })
const articleSchema = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  description: text,
  body_html: text,
  body_markdown: text,
  canonical_url: text,
  published_at: text,
  published_timestamp: text,
  public_reactions_count: number,
  comments_count: number,
  language: text,
  user: z
    .object({ name: text, username: text, user_id: number, profile_image: text })
    .nullish()
    .catch(undefined),
})

/** An article that fails is asked for so often, although the list no longer has it. */
const mostTries = 10

/** With its last edit. */
const listedArticle = z.tuple([z.int(), z.string()])
type Listed = z.output<typeof listedArticle>
/** Older versions kept an object. It lists numbers by their size, so articles with old numbers were forgotten first. */
const formerlyKnown = z
  .record(z.string(), z.string())
  .transform((known) => Object.entries(known).map(([id, edited]): Listed => [Number(id), edited]))
/** Known articles, the one that was read last at the end, those that are still to be read, and those that failed so often. */
const cursorSchema = z.object({
  known: z.union([z.array(listedArticle), formerlyKnown]),
  unread: z.array(listedArticle),
  failed: z.array(z.object({ article: listedArticle, tries: z.int() })).default([]),
})
type Cursor = z.output<typeof cursorSchema>

export const forem = defineSource({
  name: 'forem',
  publishes: 'web',
  settings,
  channels: ({ sites }, searches) =>
    searches.length === 0 ? [] : sites.map((site) => channelOf(site, searches)),
  /** Of a hundred readers about three react, and five comment. */
  reach: ({ reactions, comments }) =>
    reactions === undefined && comments === undefined
      ? undefined
      : Math.max((reactions ?? 0) * 30, (comments ?? 0) * 20),
  recheck: ({ sites }) => ({
    ...{ atAges: [dayMs, 3 * dayMs], size: 20, everyMs: 10 * minuteMs, look },
    ...(sites.length > 1 && { hostOf: hostIn }),
  }),
})

const options = { accept: 'application/vnd.forem.api-v1+json', hostPauseMs: requestPauseMs }

function channelOf(site: string, searches: readonly Search[]): PollChannel {
  const isSearched = searchedItems(searches, true)
  return {
    ...{ kind: 'poll', key: site, everyMs },
    async poll(given, tools) {
      const before = cursorSchema.safeParse(given).data ?? { known: [], unread: [], failed: [] }
      const isListed = before.unread.length === 0
      const { known, unread } = isListed ? await list(site, before, given === undefined, tools) : before
      const triesOf = (id: number) => before.failed.find(({ article }) => article[0] === id)?.tries ?? 0
      const now = unread.slice(0, articlesOfPoll)
      const { items, removals, failures } = await lookAtEach(now, tools, ([id]) =>
        lookAt(`${site}/api/articles/${id}`, tools),
      )
      // The whole site may be at fault. But the list that was fetched before must come to its end, and some articles fail for good.
      const untried = now.filter(([id]) => triesOf(id) === 0)
      const [first] = failures
      if (first !== undefined && failures.length === now.length && isListed && untried.length > 1)
        throw first.error
      for (const { thing, error } of failures) {
        const reason = error instanceof Error ? error.message : 'an unknown failure'
        tools.log.warn({ channel: site, article: thing[0], reason }, 'an article could not be read')
      }
      const failing = new Set(failures.map(({ thing }) => thing))
      const asked = new Set(now.map(([id]) => id))
      const failed = [
        ...before.failed.filter(({ article }) => !asked.has(article[0])),
        ...[...failing].map((article) => ({ article, tries: triesOf(article[0]) + 1 })),
      ].filter(({ tries }) => tries < mostTries)
      // One that failed is not known, so a list that has it gives it again.
      const read = new Map(now.filter((one) => !failing.has(one)))
      const kept = [...known.filter(([id]) => !read.has(id)), ...read].slice(-maxKnown)
      const cursor = { known: kept, unread: unread.slice(articlesOfPoll), failed }
      return { items: items.filter(isSearched), removals, cursor, more: cursor.unread.length > 0 }
    },
  }
}

/** Pages until one has nothing new, the oldest new article first. Those that failed before come last. */
async function list(
  site: string,
  { known, failed }: Cursor,
  isFirst: boolean,
  tools: Tools,
): Promise<Pick<Cursor, 'known' | 'unread'>> {
  const unread: Listed[] = []
  const edits = new Map(known)
  for (let page = 1; page <= (isFirst ? 1 : listPages); page++) {
    const given = await askJson(
      z.array(z.unknown()),
      addressIn(site, '/api/articles/latest', { per_page: pageSize, page }),
      tools,
      options,
    )
    const listed = readable(given, (one) => listedSchema.safeParse(one).data)
    const news = listed.filter(({ id, edited_at }) => edits.get(id) !== (edited_at ?? ''))
    unread.push(...news.map(({ id, edited_at }): Listed => [id, edited_at ?? '']))
    if (given.length < pageSize || news.length < listed.length) break
  }
  const again = failed.map(({ article }) => unread.find(([id]) => id === article[0]) ?? article)
  return { known, unread: [...unread.filter((one) => !again.includes(one)).toReversed(), ...again] }
}

function look(ids: readonly string[], tools: Tools) {
  return lookAgainAtHosts(ids, tools, (id) => lookAt(id, tools), hostIn)
}

/** An article by its address in the interface, which is the id of its item. What is missing was deleted, or is no longer published. */
async function lookAt(id: string, tools: Tools): Promise<{ items: Item[] } | { removals: Removal[] }> {
  try {
    return { items: [itemOf(id, await askJson(articleSchema, new URL(id), tools, options))] }
  } catch (error) {
    if (!(error instanceof FetchError) || ![404, 410].includes(error.status ?? 0)) throw error
    return { removals: [{ item: id }] }
  }
}

function itemOf(id: string, article: z.output<typeof articleSchema>): Item {
  const { user, url, canonical_url: canonical } = article
  const { origin } = new URL(url)
  return {
    ...{ id, url, title: article.title, type: 'article' },
    text: article.body_html
      ? { html: article.body_html }
      : { plain: article.body_markdown ?? article.description ?? '' },
    ...(canonical && canonical !== url && { links: [canonical] }),
    publishedAt: Date.parse(article.published_timestamp || article.published_at || ''),
    author: {
      name: user?.name || user?.username || '',
      ...(user?.username && { id: `${origin} ${user.username}`, url: `${origin}/${user.username}` }),
      ...(user?.profile_image && { avatar: user.profile_image }),
    },
    ...defined({ language: article.language ?? undefined }),
    ...metricsOf({ reactions: article.public_reactions_count, comments: article.comments_count }),
  }
}
