import {
  type Answer,
  type Asked,
  type FakeNetwork,
  iso,
  type NetworkDeps,
  pageOf,
  wholeOf,
} from '../network.ts'
import { given, isDeleted, type Post, textOf } from '../posts.ts'

/**
 * An instance of Lemmy 0.19, interface v3. Search: one pattern, `%` for each space, case-insensitive, in title or text (crates/db_schema/src/utils.rs
 * fuzzy_search, crates/db_views/src/post_view.rs at 0.19.20), so an OR or quotes are looked for as they stand. `limit` above 50 is an error, 10 by
 * default (FETCH_LIMIT_MAX). Errors are `{"error": …}` with 400 (crates/utils/src/error.rs), also `rate_limit_error`, without Retry-After. Limits:
 * 60 searches in 600 s and 180 other requests in 60 s for an address (crates/utils/src/rate_limit). Views: lemmy-js-client.
 */
const host = 'lemmy.example'

export function createLemmy({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  const byId = new Map(posts.map((post) => [post.id, post]))

  function site(asked: Asked): Answer {
    const { url } = asked
    const isSearch = url.pathname === '/api/v3/search'
    const limit = isSearch
      ? { name: 'searches in 10 minutes', requests: 60, windowMs: 600_000 }
      : { name: 'requests a minute', requests: 180, windowMs: 60_000 }
    if (limits.take('lemmy', limit) !== undefined) return refusal('rate_limit_error')
    switch (url.pathname) {
      case '/api/v3/site':
        return {
          json: {
            version: '0.19.20',
            site_view: { site: { name: 'Lemmy', actor_id: `https://${host}/` }, counts: {} },
          },
        }
      case '/api/v3/search':
        return search(url)
      case '/api/v3/post/list':
        return list(url, 'posts')
      case '/api/v3/comment/list':
        return list(url, 'comments')
      case '/api/v3/post':
        return one(url, 'post')
      case '/api/v3/comment':
        return one(url, 'comment')
      default:
        return { status: 404, text: '' }
    }
  }

  function search(url: URL): Answer {
    const q = url.searchParams.get('q')
    if (q === null) return { status: 400, text: 'Query deserialize error: missing field `q`' }
    const type = url.searchParams.get('type_') ?? 'All'
    const pattern = patternOf(q)
    const page = range(url)
    if (page === undefined) return refusal('query_builder_error')
    const titleOnly = url.searchParams.get('post_title_only') === 'true'
    const found = sorted(url).filter(
      (post) =>
        (post.kind === 'post' && pattern.test(post.title)) ||
        (!titleOnly && pattern.test(textOf(post, now()))),
    )
    const part = (kind: Post['kind']) =>
      pageOf(
        found.filter((post) => post.kind === kind),
        page.page,
        page.limit,
      )
    return {
      json: {
        type_: type,
        comments: type === 'All' || type === 'Comments' ? part('comment').map(commentView) : [],
        posts: type === 'All' || type === 'Posts' ? part('post').map(postView) : [],
        ...{ communities: [], users: [] },
      },
    }
  }

  /** Search and lists sort by `Active` unless the newest are asked for. */
  function sorted(url: URL): Post[] {
    const all = given(posts, now())
    return url.searchParams.get('sort') === 'New' ? all : all.toSorted((a, b) => b.points - a.points)
  }

  function range(url: URL): { page: number; limit: number } | undefined {
    const [page, limit] = [wholeOf(url, 'page', 1), wholeOf(url, 'limit', 10)]
    return page >= 1 && limit >= 1 && limit <= 50 ? { page, limit } : undefined
  }

  function list(url: URL, name: 'posts' | 'comments'): Answer {
    const page = range(url)
    if (page === undefined) return refusal('query_builder_error')
    const kind = name === 'posts' ? 'post' : 'comment'
    const found = pageOf(
      sorted(url).filter((post) => post.kind === kind),
      page.page,
      page.limit,
    )
    return { json: { [name]: found.map(kind === 'post' ? postView : commentView) } }
  }

  function one(url: URL, kind: 'post' | 'comment'): Answer {
    const post = byId.get(wholeOf(url, 'id', 0))
    if (post === undefined || post.kind !== kind || post.givenAt > now())
      return { status: 404, json: { error: kind === 'post' ? 'couldnt_find_post' : 'couldnt_find_comment' } }
    return { json: kind === 'post' ? { post_view: postView(post) } : { comment_view: commentView(post) } }
  }

  const times = (post: Post) => ({
    published: iso(post.writtenAt + skewMs).replace('Z', '123Z'),
    ...(post.edit !== undefined && post.edit.at <= now() && { updated: iso(post.edit.at + skewMs) }),
  })
  const creator = ({ author }: Post) => ({
    ...{ id: 10 + author.length, name: author, actor_id: `https://${host}/u/${author}`, local: true },
    ...{ bot_account: false, deleted: false, banned: false, published: '2023-06-01T00:00:00Z' },
  })
  const community = {
    id: 2,
    name: 'tools',
    title: 'Tools',
    actor_id: `https://${host}/c/tools`,
    local: true,
    nsfw: false,
  }

  function postOf(post: Post): object {
    const gone = isDeleted(post, now())
    return {
      ...{ id: post.id, name: post.title, body: gone ? '' : textOf(post, now()), ...times(post) },
      ...{ deleted: gone, removed: false, nsfw: false, local: true, locked: false, language_id: 37 },
      ap_id: `https://${host}/post/${post.id}`,
    }
  }
  const counts = ({ points, writtenAt }: Post) => ({
    ...{ score: points, upvotes: points, downvotes: 0, published: iso(writtenAt) },
  })
  function postView(post: Post): object {
    return {
      ...{ post: postOf(post), creator: creator(post), community },
      counts: {
        ...counts(post),
        post_id: post.id,
        comments: post.points % 9,
        newest_comment_time: iso(post.writtenAt),
      },
    }
  }
  function commentView(post: Post): object {
    const gone = isDeleted(post, now())
    return {
      comment: {
        ...{ id: post.id, content: gone ? '' : textOf(post, now()), ...times(post), path: `0.${post.id}` },
        ...{
          ap_id: `https://${host}/comment/${post.id}`,
          deleted: gone,
          removed: false,
          local: true,
          language_id: 37,
        },
      },
      creator: creator(post),
      post: { ...postOf({ ...post, kind: 'post', id: post.id - 1, text: '' }), name: post.title },
      ...{ community, counts: { ...counts(post), comment_id: post.id, child_count: 0 } },
    }
  }

  return { name: 'lemmy', hosts: { [host]: site } }
}

const refusal = (error: string): Answer => ({ status: 400, json: { error } })

const patternOf = (q: string): RegExp =>
  new RegExp(
    q
      .split(' ')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*'),
    'i',
  )
