import {
  type Answer,
  type Asked,
  escapeHtml,
  type FakeNetwork,
  htmlOf,
  type NetworkDeps,
  pageOf,
  seconds,
  wholeOf,
} from '../network.ts'
import { fits, given, type Post, partsOf, textOf } from '../posts.ts'

/**
 * The API of Stack Exchange, version 2.3. Wrapper, quota, backoff and paging: api.stackexchange.com/docs/wrapper, /docs/throttle, /docs/paging
 * (pagesize up to 100, page up to 25 without an access token); methods: /docs/excerpt-search, /docs/advanced-search, /docs/posts. Always
 * packed: /docs/compression. Errors are 400 with error_id, error_name and error_message: /docs/error-handling; the texts stand in
 * mudassir0909/stackoverflow-card#6 and lucjon/Py-StackExchange#48.
 */
export const stackExchangeKey = 'fakeStackKey(('

const domains: Record<string, string> = {
  stackoverflow: 'stackoverflow.com',
  serverfault: 'serverfault.com',
  softwarerecs: 'softwarerecs.stackexchange.com',
}

export function createStackExchange({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  /** By method: until when nobody may ask again. */
  const backoffs = new Map<string, number>()
  const sent = new Map<string, number>()
  let requests = 0

  function api({ url }: Asked): Answer {
    return { ...answer(url), isGzipped: true }
  }

  function answer(url: URL): Answer {
    const key = url.searchParams.get('key')
    if (key !== null && key !== stackExchangeKey) return refusal(400, 'bad_parameter', '`key` is not known')
    const day = key === null ? 300 : 10_000
    const quota = {
      name: `requests a day${key === null ? '' : ' with a key'}`,
      requests: day,
      windowMs: 86_400_000,
      kind: 'fixed' as const,
    }
    const refused = limits.take('stack-exchange', quota, {
      name: 'requests a second',
      requests: 30,
      windowMs: 1000,
    })
    if (refused !== undefined) {
      const wait = Math.ceil(refused.waitMs / 1000)
      return refusal(
        502,
        'throttle_violation',
        `too many requests from this IP, more requests available in ${wait} seconds`,
      )
    }
    const method = url.pathname.replace(/\d[\d;]*/, '{ids}')
    if ((backoffs.get(method) ?? 0) > now()) {
      limits.exceed('stack-exchange', 'backoff of a method')
      return refusal(502, 'throttle_violation', 'Violation of backoff parameter')
    }
    // "The same request more than once a minute": answered from a cache, and not welcome.
    if ((sent.get(url.href) ?? Number.NEGATIVE_INFINITY) > now() - 60_000)
      limits.exceed('stack-exchange', 'the same request within a minute')
    sent.set(url.href, now())
    return wrapped(url, method, day, limits.left('stack-exchange', quota))
  }

  function wrapped(url: URL, method: string, quotaMax: number, remaining: number): Answer {
    const site = url.searchParams.get('site') ?? ''
    const [page, pageSize] = [wholeOf(url, 'page', 1), wholeOf(url, 'pagesize', 30)]
    const problem = problemOf(site, page, pageSize)
    if (problem !== undefined) return problem
    const found = itemsOf(url, site)
    if (found === undefined) return refusal(404, 'no_method', 'no method found with this name')
    requests += 1
    const backoff = requests % 40 === 0 ? 10 : undefined
    if (backoff !== undefined) backoffs.set(method, now() + backoff * 1000)
    return {
      json: {
        items: pageOf(found, page, pageSize),
        has_more: page * pageSize < found.length,
        ...(backoff !== undefined && { backoff }),
        quota_max: quotaMax,
        quota_remaining: remaining,
      },
    }
  }

  function itemsOf(url: URL, site: string): object[] | undefined {
    const { pathname, searchParams } = url
    const here = inOrder(
      url,
      given(posts, now()).filter(({ place }) => place === site),
    )
    const withBody = /^(withbody|!)/.test(searchParams.get('filter') ?? '')
    const [, ids] = /^\/2\.[23]\/(?:questions|answers|posts)\/([\d;]+)$/.exec(pathname) ?? []
    if (ids !== undefined) {
      const asked = new Set(ids.split(';').map(Number))
      return here.filter(({ id }) => asked.has(id)).map((post) => full(post, true))
    }
    switch (pathname.replace(/^\/2\.[23]/, '')) {
      case '/search/excerpts':
        return here.filter(matcher(url)).map(excerpt)
      case '/search/advanced':
        return here
          .filter(({ kind }) => kind === 'question')
          .filter(matcher(url))
          .map((post) => full(post, withBody))
      case '/posts':
        return here.map((post) => full(post, withBody))
      case '/questions':
        return here.filter(({ kind }) => kind === 'question').map((post) => full(post, withBody))
      case '/answers':
        return here.filter(({ kind }) => kind === 'answer').map((post) => full(post, withBody))
      default:
        return undefined
    }
  }

  function inOrder({ searchParams }: URL, found: Post[]): Post[] {
    const from = Number(searchParams.get('fromdate') ?? 0)
    const to = Number(searchParams.get('todate') ?? Number.POSITIVE_INFINITY)
    const isActivity = (searchParams.get('sort') ?? 'activity') === 'activity'
    const by = (post: Post) => (isActivity ? activityAt(post) : createdAt(post))
    const least = Number(searchParams.get('min') ?? 0)
    return found
      .filter((post) => createdAt(post) >= from && createdAt(post) <= to && by(post) >= least)
      .sort((a, b) => (searchParams.get('order') === 'asc' ? by(a) - by(b) : by(b) - by(a)))
  }

  function matcher({ searchParams }: URL): (post: Post) => boolean {
    const parts = partsOf(searchParams.get('q') ?? '')
    const [title, body, url] = ['title', 'body', 'url'].map((name) => searchParams.get(name))
    return (post) => {
      const text = textOf(post, now())
      if (title != null && !fits(post.title, partsOf(title))) return false
      if (body != null && !fits(text, partsOf(body))) return false
      if (url != null && !text.includes(url.replaceAll('*', ''))) return false
      return fits(`${post.kind === 'question' ? post.title : ''} ${text}`, parts)
    }
  }

  const createdAt = ({ writtenAt }: Post) => seconds(writtenAt + skewMs)
  const activityAt = (post: Post) =>
    post.edit !== undefined && post.edit.at <= now() ? seconds(post.edit.at + skewMs) : createdAt(post)
  const questionOf = ({ kind, id }: Post) => (kind === 'answer' ? id - 1 : id)

  function excerpt(post: Post): object {
    const isAnswer = post.kind === 'answer'
    const text = textOf(post, now())
    return {
      ...{ tags: ['software'], question_score: 1, is_accepted: false, answer_count: 1, is_answered: false },
      ...(isAnswer ? { answer_id: post.id, has_accepted_answer: false } : { has_accepted_answer: false }),
      ...{ item_type: post.kind, score: post.points % 20, question_id: questionOf(post) },
      ...{ last_activity_date: activityAt(post), creation_date: createdAt(post) },
      ...{ body: escapeHtml(text), excerpt: escapeHtml(text), title: escapeHtml(post.title) },
    }
  }

  function full(post: Post, withBody: boolean): object {
    const isAnswer = post.kind === 'answer'
    const origin = `https://${domains[post.place]}`
    return {
      owner: {
        ...{ reputation: 82, user_id: 7_000_000 + post.author.length, user_type: 'registered' },
        ...{
          display_name: post.author,
          profile_image: 'https://www.gravatar.com/avatar/0',
          link: `${origin}/users/7/${post.author}`,
        },
      },
      ...(isAnswer
        ? {
            answer_id: post.id,
            question_id: questionOf(post),
            is_accepted: false,
            post_id: post.id,
            post_type: 'answer',
          }
        : {
            question_id: post.id,
            view_count: post.points * 11,
            answer_count: 0,
            is_answered: false,
            tags: ['software'],
            post_id: post.id,
            post_type: 'question',
          }),
      ...{ score: post.points % 20, creation_date: createdAt(post), last_activity_date: activityAt(post) },
      ...{
        title: escapeHtml(post.title),
        link: isAnswer ? `${origin}/a/${post.id}` : `${origin}/questions/${post.id}/a-question`,
      },
      content_license: 'CC BY-SA 4.0',
      ...(withBody && { body: htmlOf(textOf(post, now())), body_markdown: textOf(post, now()) }),
    }
  }

  return { name: 'stack-exchange', hosts: { 'api.stackexchange.com': api } }
}

function problemOf(site: string, page: number, pageSize: number): Answer | undefined {
  if (site === '') return refusal(400, 'bad_parameter', 'site is required')
  if (domains[site] === undefined) return refusal(400, 'bad_parameter', `No site found for name \`${site}\``)
  if (!(page >= 1 && page <= 25))
    return refusal(403, 'access_denied', 'page above 25 requires access token or app key')
  return pageSize >= 0 && pageSize <= 100 ? undefined : refusal(400, 'bad_parameter', 'pagesize')
}

const refusal = (id: number, name: string, message: string): Answer => ({
  status: 400,
  json: { error_id: id, error_name: name, error_message: message },
})
