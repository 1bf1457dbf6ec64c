import {
  type Answer,
  type Asked,
  type FakeNetwork,
  htmlOf,
  iso,
  type NetworkDeps,
  pageOf,
  wholeOf,
} from '../network.ts'
import { fits, given, isDeleted, type Post, partsOf, textOf } from '../posts.ts'

/**
 * Forums that run Discourse. `/posts.json` gives the newest 50 public posts and, with `before`, older ones (PostsController#latest); `/search.json` has
 * its own limits and body of 429, 400 for a short term and for page 11 (SearchController); all requests together are limited with a text, Retry-After
 * and Discourse-Rate-Limit-Error-Code (lib/middleware/request_tracker.rb, max_reqs_per_ip_per_10_seconds 50, _per_minute 200). Search: words,
 * "phrases", -word, @user, after:, before:, order:latest (discourse_api_docs openapi.json); words shorter than three letters are refused.
 */
const forums = ['forum.example', 'community.example']
const searchesPerMinute = 15

export function createDiscourse({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  const site =
    (host: string) =>
    (asked: Asked): Answer => {
      const refused = limits.take(
        'discourse',
        { name: 'requests in 10 seconds', requests: 50, windowMs: 10_000, key: host },
        { name: 'requests a minute', requests: 200, windowMs: 60_000, key: host },
      )
      if (refused !== undefined) {
        const wait = Math.ceil(refused.waitMs / 1000)
        const code = refused.limit.windowMs === 10_000 ? 'ip_10_secs_limit' : 'ip_60_secs_limit'
        return {
          status: 429,
          headers: { 'retry-after': String(wait), 'discourse-rate-limit-error-code': code },
          text: `Slow down, you're making too many requests.\nPlease retry again in ${wait} seconds.\nError code: ${code}.\n`,
        }
      }
      return pages(host, asked.url)
    }

  function pages(host: string, url: URL): Answer {
    const here = () => given(posts, now()).filter(({ place }) => place === host)
    const { pathname } = url
    if (pathname === '/posts.json') {
      const before = wholeOf(url, 'before', 0)
      const found = here()
        .filter(({ id }) => !(before > 0) || id < before)
        .sort((a, b) => b.id - a.id)
      return { json: { latest_posts: found.slice(0, 50).map((post) => postOf(post, true)) } }
    }
    if (pathname === '/latest.json') {
      const topics = here().filter(({ kind }) => kind === 'post')
      const list = pageOf(topics, wholeOf(url, 'page', 0) + 1, 30)
      return { json: { users: [], topic_list: { per_page: 30, topics: list.map(topicOf) } } }
    }
    if (pathname === '/search.json') return search(host, url, here)
    if (pathname === '/about.json') return { json: { about: { title: host, version: '2026.9.0' } } }
    const [, postId] = /^\/posts\/(\d+)\.json$/.exec(pathname) ?? []
    const post = posts.find(({ id, place }) => place === host && id === Number(postId))
    if (post !== undefined && post.givenAt <= now() && !isDeleted(post, now()))
      return { json: postOf(post, true) }
    return {
      status: 404,
      json: { errors: ['The requested URL or resource could not be found.'], error_type: 'not_found' },
    }
  }

  function search(host: string, url: URL, here: () => Post[]): Answer {
    const refused = limits.take(
      'discourse',
      { name: 'searches a second', requests: 2, windowMs: 1000, key: host },
      { name: 'searches a minute', requests: searchesPerMinute, windowMs: 60_000, key: host },
    )
    if (refused !== undefined)
      return {
        status: 429,
        json: {
          failed: 'FAILED',
          message: "You're performing this action too many times, please try again later.",
        },
      }
    const term = url.searchParams.get('q') ?? ''
    const page = wholeOf(url, 'page', 1)
    const plain = term.replace(
      /\b(after|before|order|in|status|tags|category|min_posts|min_views):\S+|[@#]\S+/g,
      ' ',
    )
    if (term.length < 3 || page > 10 || Number.isNaN(page))
      return {
        status: 400,
        json: {
          errors: ['You supplied invalid parameters to the request: q'],
          error_type: 'invalid_parameters',
        },
      }
    const day = (name: string) =>
      Date.parse(new RegExp(`\\b${name}:(\\d{4}-\\d\\d-\\d\\d)`).exec(term)?.[1] ?? '')
    const [after, before] = [day('after'), day('before')]
    const author = /(?:^|\s)@(\S+)/.exec(term)?.[1]
    const parts = partsOf(plain)
    const found = here()
      .filter((post) => !(post.writtenAt < after) && !(post.writtenAt >= before))
      .filter((post) => author === undefined || post.author === author)
      .filter((post) => fits(`${post.kind === 'post' ? post.title : ''} ${textOf(post, now())}`, parts))
    const sorted = term.includes('order:latest') ? found : found.toSorted((a, b) => b.points - a.points)
    const shown = pageOf(sorted, page, 50)
    const more = sorted.length > page * 50 ? true : null
    return {
      json: {
        posts: shown.map((post) => postOf(post, false)),
        topics: shown.map(topicOf),
        ...{ users: [], categories: [], tags: [], groups: [] },
        grouped_search_result: {
          ...{
            more_posts: more,
            more_full_page_results: more,
            post_ids: shown.map(({ id }) => id),
            error: null,
          },
        },
      },
    }
  }

  /** Comments stand below topics of their own, whose numbers follow from the comment. */
  const topicId = ({ id }: Post) => 500_000 + id
  const postNumber = ({ kind }: Post) => (kind === 'post' ? 1 : 4)
  const slugOf = ({ title }: Post) =>
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'topic'

  const topicOf = (post: Post) => ({
    ...{ id: topicId(post), title: post.title, slug: slugOf(post), posts_count: 4, reply_count: 3 },
    ...{
      created_at: iso(post.writtenAt + skewMs),
      bumped_at: iso(post.writtenAt + skewMs),
      views: post.points * 5,
    },
    ...{ like_count: post.points % 7, category_id: 1, closed: false },
  })

  function postOf(post: Post, isWhole: boolean): object {
    const text = textOf(post, now())
    const changed = post.edit !== undefined && post.edit.at <= now() ? post.edit.at : post.writtenAt
    return {
      ...{ id: post.id, name: '', username: post.author, created_at: iso(post.writtenAt + skewMs) },
      avatar_template: `/letter_avatar_proxy/v4/letter/${post.author[0]}/da6949/{size}.png`,
      ...{ post_number: postNumber(post), topic_id: topicId(post), like_count: post.points % 7 },
      ...(isWhole
        ? {
            ...{ cooked: htmlOf(text), raw: text, updated_at: iso(changed + skewMs), post_type: 1 },
            ...{ reply_count: 0, reads: post.points * 2, readers_count: post.points * 2, score: post.points },
            ...{ topic_slug: slugOf(post), topic_title: post.title, topic_html_title: post.title },
            post_url: `/t/${slugOf(post)}/${topicId(post)}/${postNumber(post)}`,
            ...{ hidden: false, deleted_at: null, user_deleted: false, version: 1, excerpt: text },
          }
        : { blurb: text.slice(0, 300) }),
    }
  }

  return { name: 'discourse', hosts: Object.fromEntries(forums.map((host) => [host, site(host)])) }
}
