import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import {
  defineSource,
  FetchError,
  type Item,
  type PollChannel,
  type Polled,
  type Search,
  type Tools,
} from '../../source.ts'
import { lookAgainAtHosts } from '../look-at-each.ts'
import { searchedItems } from '../searched-items.ts'
import {
  addressIn,
  askJson,
  flag,
  hostIn,
  metricsOf,
  number,
  readable,
  serverUrl,
  text,
} from '../searching/ask-json.ts'

/** The newest posts of forums that run Discourse: one request for all alerts, whatever they look for. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const everyMs = 10 * minuteMs
/** Posts have growing numbers. A post may become public after later ones, so each look goes back so many. */
const overlap = 50
/** A forum with more posts in between loses some. */
const maxPages = 40
const pageSize = 50
const requestPauseMs = 2000

const settings = z.strictObject({ forums: z.array(serverUrl).min(1) })

const postSchema = z.object({
  id: z.int(),
  username: z.string(),
  name: text,
  avatar_template: text,
  created_at: z.string(),
  cooked: text,
  raw: text,
  topic_title: text,
  topic_id: z.int(),
  topic_slug: text,
  post_number: z.int(),
  post_url: text,
  reads: number,
  reply_count: number,
  actions_summary: z
    .array(z.object({ id: z.number(), count: number }))
    .nullish()
    .catch(undefined),
  hidden: flag,
  deleted_at: text,
  user_deleted: flag,
})
type Post = z.output<typeof postSchema>
const answerSchema = z.object({ latest_posts: z.array(z.unknown()) })

/** `newest`: all posts up to it were looked at. While a look goes back: all from `before` to `end` were, too. */
const cursorSchema = z.object({
  newest: z.int(),
  back: z.object({ before: z.int(), end: z.int(), pages: z.int() }).optional(),
})

export const discourse = defineSource({
  name: 'discourse',
  publishes: 'web',
  settings,
  channels: ({ forums }, searches) =>
    searches.length === 0 ? [] : forums.map((forum) => channelOf(forum, searches)),
  /** Discourse counts who has read a post. */
  reach: ({ reads }) => reads,
  recheck: ({ forums }) => ({
    ...{ atAges: [hourMs, dayMs, 3 * dayMs], size: 10, everyMs: 2 * minuteMs, look },
    ...(forums.length > 1 && { hostOf: hostIn }),
  }),
})

function channelOf(forum: string, searches: readonly Search[]): PollChannel {
  const isSearched = searchedItems(searches, true)
  return {
    ...{ kind: 'poll', key: forum, everyMs },
    async poll(cursor, tools) {
      const polled = await poll(forum, cursorSchema.safeParse(cursor).data, tools)
      return { ...polled, items: polled.items.filter(isSearched) }
    },
  }
}

async function poll(
  forum: string,
  known: z.output<typeof cursorSchema> | undefined,
  tools: Tools,
): Promise<Polled> {
  const before = known?.back?.before
  const url = addressIn(forum, '/posts.json', { before })
  const answer = await askJson(answerSchema, url, tools, { hostPauseMs: requestPauseMs })
  // Older versions of Discourse repeat the post `before`.
  const posts = readable(answer.latest_posts, (one) => postSchema.safeParse(one).data).filter(
    ({ id }) => before === undefined || id < before,
  )
  const ids = posts.map(({ id }) => id)
  // Older versions give a range of numbers, in which all posts may be deleted or private. Nothing is known of the newest of all then.
  if (before === undefined && ids.length === 0) return { items: [] }
  const lookedDownTo = ids.length > 0 ? Math.min(...ids) : (before ?? 0) - (pageSize - 1)
  const end = known?.back?.end ?? Math.max(known?.newest ?? 0, ...ids)
  const pages = (known?.back?.pages ?? 0) + 1
  // Numbers begin with 1, and Discourse takes 0 for no number.
  const isDone = known === undefined || lookedDownTo <= Math.max(1, known.newest - overlap)
  const gone = posts.filter(isGone)
  const found: Polled = {
    items: posts
      .filter((post) => !isGone(post))
      .map((post) => itemOf(forum, post))
      .toReversed(),
    removals: gone.map((post) => ({ item: idOf(forum, post) })),
  }
  if (isDone || pages >= maxPages)
    return {
      ...found,
      cursor: { newest: end },
      ...(!isDone && { gap: `${forum} has had more posts than were looked at, so some are missing.` }),
    }
  return {
    ...found,
    cursor: { newest: known.newest, back: { before: lookedDownTo, end, pages } },
    more: true,
  }
}

const isGone = ({ deleted_at, hidden, user_deleted }: Pick<Post, 'deleted_at' | 'hidden' | 'user_deleted'>) =>
  Boolean(deleted_at) || hidden === true || user_deleted === true

/** The address under which the forum has the post, so that it can be looked at again. */
const idOf = (forum: string, { id }: Pick<Post, 'id'>) => `${forum}/posts/${id}`

function itemOf(forum: string, post: Post): Item {
  const isFirst = post.post_number === 1
  const title = post.topic_title ?? undefined
  const likes = post.actions_summary?.find(({ id }) => id === 2)?.count
  return {
    id: idOf(forum, post),
    url: `${forum}${post.post_url ?? `/t/${post.topic_slug ?? '-'}/${post.topic_id}/${post.post_number}`}`,
    ...(isFirst ? defined({ title }) : defined({ threadTitle: title })),
    type: isFirst ? 'post' : 'comment',
    text: post.cooked ? { html: post.cooked } : { plain: post.raw ?? '' },
    publishedAt: Date.parse(post.created_at),
    author: {
      ...{
        name: post.name || post.username,
        id: `${forum} ${post.username}`,
        url: `${forum}/u/${encodeURIComponent(post.username)}`,
      },
      ...(post.avatar_template && {
        avatar: new URL(post.avatar_template.replace('{size}', '96'), `${forum}/`).href,
      }),
    },
    ...metricsOf({ reads: post.reads, replies: post.reply_count, likes }),
  }
}

/** Posts that were deleted since are removed. Those in a topic that became private answer 403, and are left as they are. */
function look(ids: readonly string[], tools: Tools) {
  const lookAt = async (id: string) => ((await isGoneNow(id, tools)) ? { removals: [{ item: id }] } : {})
  return lookAgainAtHosts(ids, tools, lookAt, hostIn)
}

async function isGoneNow(id: string, tools: Tools): Promise<boolean> {
  const schema = z.object({ hidden: flag, user_deleted: flag, deleted_at: text })
  try {
    return isGone(await askJson(schema, new URL(`${id}.json`), tools, { hostPauseMs: requestPauseMs }))
  } catch (error) {
    if (!(error instanceof FetchError) || ![404, 410].includes(error.status ?? 0)) throw error
    return true
  }
}
