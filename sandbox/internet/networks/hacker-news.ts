import {
  type Answer,
  type Asked,
  escapeHtml,
  type FakeNetwork,
  htmlOf,
  iso,
  type NetworkDeps,
  notFound,
  seconds,
  wholeOf,
} from '../network.ts'
import { isDeleted, isGiven, type Post, textOf, wordsOfPost } from '../posts.ts'

/**
 * The search of Hacker News (algolia/hn-search app/models/item.rb, app/javascript/views/Api.tsx) and its items (HackerNews/API). 10,000 requests an hour,
 * at most 1,000 hits of a query. The last word of a query is the beginning of a word. The search knows an item minutes after it was written.
 */
export function createHackerNews({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  const byId = new Map(posts.map((post) => [post.id, post]))
  const createdAt = ({ writtenAt }: Post) => seconds(writtenAt + skewMs)

  function algolia({ url }: Asked): Answer {
    const limit = { name: 'requests an hour', requests: 10_000, windowMs: 3_600_000 }
    if (limits.take('hacker-news', limit) !== undefined)
      return { status: 429, json: { message: 'Too many requests' } }
    const { pathname } = url
    if (pathname === '/api/v1/search_by_date' || pathname === '/api/v1/search') return search(url)
    const [, id] = /^\/api\/v1\/items\/(\d+)$/.exec(pathname) ?? []
    const post = byId.get(Number(id))
    return post !== undefined && isGiven(post, now())
      ? { json: { ...hitOf(post), id: post.id, children: [] } }
      : notFound
  }

  function search(url: URL): Answer {
    const perPage = Math.min(wholeOf(url, 'hitsPerPage', 20), 1000)
    const page = wholeOf(url, 'page', 0)
    if ((page + 1) * perPage > 1000)
      return refusal(
        'you can only fetch the 1000 hits for this query. You can extend the number of hits returned via the paginationLimitedTo index parameter or use the browse method.',
      )
    const filters = (url.searchParams.get('numericFilters') ?? '')
      .split(',')
      .filter((filter) => filter !== '')
    const conditions = filters.map(conditionOf)
    if (conditions.includes(undefined)) return refusal('invalid numericFilters')
    const tags = tagsIn(url.searchParams.get('tags') ?? '')
    const words = wordsOfPost(url.searchParams.get('query') ?? '')
    const inUrl = url.searchParams.get('restrictSearchableAttributes') === 'url'
    const found: Post[] = []
    for (let index = posts.length - 1; index >= 0; index--) {
      const post = posts[index]
      if (
        post !== undefined &&
        isGiven(post, now()) &&
        conditions.every((holds) => holds?.(post)) &&
        hasTags(post, tags) &&
        hasWords(post, words, inUrl)
      )
        found.push(post)
    }
    return {
      json: {
        hits: found.slice(page * perPage, (page + 1) * perPage).map(hitOf),
        ...{
          nbHits: found.length,
          page,
          nbPages: Math.ceil(Math.min(found.length, 1000) / perPage),
          hitsPerPage: perPage,
        },
        ...{
          exhaustiveNbHits: true,
          processingTimeMS: 2,
          query: url.searchParams.get('query') ?? '',
          params: url.search.slice(1),
        },
      },
    }
  }

  const numbers: Record<string, (post: Post) => number> = {
    created_at_i: createdAt,
    points: ({ points }) => points,
    num_comments: ({ points }) => points % 9,
  }

  function conditionOf(filter: string): ((post: Post) => boolean) | undefined {
    const [, name = '', sign = '', value] = /^(\w+)(<=|>=|<|>|=)(\d+)$/.exec(filter) ?? []
    const [number, compare] = [numbers[name], comparisons[sign]]
    return number && compare && ((post) => compare(number(post), Number(value)))
  }

  function hasWords(post: Post, asked: string[], inUrl: boolean): boolean {
    if (asked.length === 0) return true
    const text = inUrl
      ? linkOf(post)
      : `${post.kind === 'post' ? post.title : ''} ${textOf(post, now())} ${post.author}`
    const words = wordsOfPost(text)
    return asked.every((word, index) =>
      index === asked.length - 1 ? words.some((other) => other.startsWith(word)) : words.includes(word),
    )
  }

  function hitOf(post: Post): object {
    const text = htmlOf(textOf(post, now()))
    return {
      ...{
        _tags: tagsOf(post),
        author: post.author,
        objectID: String(post.id),
        created_at: iso(createdAt(post) * 1000),
      },
      ...{
        created_at_i: createdAt(post),
        updated_at: iso(now()),
        story_id: post.kind === 'comment' ? post.id - 1 : post.id,
      },
      ...(post.kind === 'comment'
        ? {
            comment_text: text,
            story_title: post.title,
            story_url: 'https://essays.example/',
            points: null,
            parent_id: post.id - 1,
          }
        : { title: post.title, story_text: text, points: post.points, num_comments: post.points % 9 }),
    }
  }

  function firebase({ url }: Asked): Answer {
    const [, id] = /^\/v0\/item\/(\d+)\.json$/.exec(url.pathname) ?? []
    const post = byId.get(Number(id))
    if (post === undefined || post.writtenAt > now()) return { json: null }
    if (isDeleted(post, now()))
      return { json: { deleted: true, id: post.id, time: createdAt(post), type: 'comment' } }
    return {
      json: {
        ...{
          id: post.id,
          by: post.author,
          time: createdAt(post),
          type: post.kind === 'comment' ? 'comment' : 'story',
        },
        ...(post.kind === 'comment'
          ? { parent: post.id - 1 }
          : { title: escapeHtml(post.title), score: post.points, descendants: 0 }),
        text: htmlOf(textOf(post, now())),
      },
    }
  }

  return { name: 'hacker-news', hosts: { 'hn.algolia.com': algolia, 'hacker-news.firebaseio.com': firebase } }
}

const tagsOf = ({ kind, author, id }: Post) => [
  kind === 'comment' ? 'comment' : 'story',
  `author_${author}`,
  `story_${kind === 'comment' ? id - 1 : id}`,
]
/** `a,(b,c)`: a AND (b OR c). */
const tagsIn = (text: string): string[][] =>
  [...text.matchAll(/\(([^)]*)\)|([^,()]+)/g)].map(([, some, one]) => some?.split(',') ?? [one ?? ''])
const hasTags = (post: Post, asked: string[][]) => {
  const own = tagsOf(post)
  return asked.every((some) => some.some((tag) => own.includes(tag)))
}
const linkOf = (post: Post) => `https://essays.example/${post.id}`
const refusal = (message: string): Answer => ({ status: 400, json: { message, status: 400 } })
const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}
