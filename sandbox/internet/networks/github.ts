import type { Limit } from '../limits.ts'
import {
  type Answer,
  type Asked,
  type FakeNetwork,
  isoSeconds,
  type NetworkDeps,
  notFound,
  pageOf,
  seconds,
  wholeOf,
} from '../network.ts'
import { fits, given, isDeleted, type Post, partsOf, textOf } from '../posts.ts'

/**
 * The REST and GraphQL interfaces of GitHub, as far as issues, pull requests and discussions are searched.
 *
 * Limits, length, operators, 1,000 results, `incomplete_results`: github/docs content/rest/search/search.md. Headers and 403 or 429 of both kinds of
 * limits: "Rate limits for the REST API". 403 without User-Agent: "Getting started with the REST API". That `is:issue` or `is:pull-request` must
 * be named: error texts in DataDog/ddqa#116 and pfnet-research/alertmanager-to-github#64. Symbols are ignored: community discussion 206889.
 */
export const githubToken = 'ghp_fakeInternet'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const hasToken = ({ headers }: Asked) =>
  /^(bearer|token) ghp_fakeInternet$/i.test(headers.authorization ?? '')

export function createGithub({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  const byNumber = new Map(posts.map((post) => [`${post.place}/${post.id}`, post]))

  function api(asked: Asked): Answer {
    const resource = resourceOf(asked.url)
    const problem = problemOf(asked, resource)
    if (problem !== undefined) return problem
    const limit = limitOf(resource, asked)
    const points = { name: 'points a minute', requests: 900, windowMs: minuteMs }
    const refused = limits.take('github', limit, points)
    const rate = rateHeaders(limit, resource)
    if (refused !== undefined) return tooMany(refused.limit === points, refused.waitMs, rate)
    const answer = answers[resource](asked)
    return { ...answer, headers: { ...rate, ...answer.headers } }
  }
  const answers: Record<Resource, (asked: Asked) => Answer> = {
    search: ({ url }) => search(url),
    graphql: (asked) => (asked.method === 'POST' ? graphql(asked) : notFound),
    core: ({ url }) => core(url),
  }

  function limitOf(resource: Resource, asked: Asked): Limit {
    if (resource === 'search')
      return hasToken(asked)
        ? { name: 'searches a minute with a token', requests: 30, windowMs: minuteMs }
        : { name: 'searches a minute', requests: 10, windowMs: minuteMs }
    const requests = hasToken(asked) ? 5000 : 60
    return { name: `${resource} requests an hour`, requests, windowMs: hourMs }
  }

  const rateHeaders = (limit: Limit, resource: string): Record<string, string> => {
    const remaining = limits.left('github', limit)
    return {
      'x-ratelimit-limit': String(limit.requests),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-used': String(limit.requests - remaining),
      'x-ratelimit-reset': String(seconds(now() + skewMs + limit.windowMs)),
      'x-ratelimit-resource': resource,
      'x-github-media-type': 'github.v3; format=json',
    }
  }

  function tooMany(isSecondary: boolean, waitMs: number, rate: Record<string, string>): Answer {
    const message = isSecondary
      ? 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
      : 'API rate limit exceeded for 127.0.0.1.'
    const headers = isSecondary ? { ...rate, 'retry-after': String(Math.ceil(waitMs / 1000)) } : rate
    return { status: isSecondary ? 429 : 403, headers, json: { message } }
  }

  function search(url: URL): Answer {
    if (url.pathname !== '/search/issues') return notFound
    const [perPage, page] = [wholeOf(url, 'per_page', 30), wholeOf(url, 'page', 1)]
    const read = readQuery(url.searchParams.get('q') ?? '')
    if (typeof read === 'string') return unprocessable(read)
    if (page * perPage > 1000 && (page - 1) * perPage >= 1000)
      return { status: 422, json: { message: 'Only the first 1000 search results are available' } }
    const by = url.searchParams.get('sort') === 'updated' ? updatedAt : ({ writtenAt }: Post) => writtenAt
    const found = given(posts, now())
      .filter(({ kind }) => kind === 'issue' || kind === 'pull')
      .filter((post) => read.alternatives.some((alternative) => alternative.every((holds) => holds(post))))
      .sort((a, b) => (url.searchParams.get('order') === 'asc' ? by(a) - by(b) : by(b) - by(a)))
    // Now and then a search takes too long, and gives what it has found so far.
    const isIncomplete = (url.search.length + Math.floor(now() / minuteMs)) % 97 === 0
    const items = pageOf(
      isIncomplete ? found.slice(0, Math.ceil(found.length / 2)) : found,
      page,
      Math.min(perPage, 100),
    )
    return {
      headers: linkHeader(url, page, perPage, found.length),
      json: { total_count: found.length, incomplete_results: isIncomplete, items: items.map(issueOf) },
    }
  }

  const updatedAt = ({ writtenAt, edit }: Post): number =>
    edit !== undefined && edit.at <= now() ? edit.at : writtenAt

  /** What the query asks for, as alternatives of conditions; or why it is refused. */
  function readQuery(query: string): { alternatives: ((post: Post) => boolean)[][] } | string {
    const plain = query.replace(/(?:-?[\w-]+:(?:"[^"]*"|\S+))|\b(?:AND|OR|NOT)\b|[()]/g, ' ')
    if (plain.replace(/\s+/g, ' ').trim().length > 256) return 'The search is longer than 256 characters.'
    if ((query.match(/\b(?:AND|OR|NOT)\b/g)?.length ?? 0) > 5)
      return 'More than five AND / OR / NOT operators were used.'
    if (!/\b(?:is|type):(?:issue|pr|pull-request)\b/.test(query))
      return "Query must include 'is:issue' or 'is:pull-request'"
    return { alternatives: alternativesOf(query) }
  }

  function alternativesOf(query: string): ((post: Post) => boolean)[][] {
    const inParentheses = /^(.*?)\(([^()]*)\)(.*)$/s.exec(query)
    if (inParentheses !== null) {
      const [, before = '', inner = '', after = ''] = inParentheses
      // `a (b OR c) d` is `a b d OR a c d`; AND before and after parentheses says nothing.
      return inner
        .split(/\s+OR\s+/)
        .flatMap((one) =>
          alternativesOf(`${before.replace(/\bAND\s*$/, '')} ${one} ${after.replace(/^\s*AND\b/, '')}`),
        )
    }
    return query.split(/\s+OR\s+/).map((alternative) => conditionsOf(alternative))
  }

  function conditionsOf(text: string): ((post: Post) => boolean)[] {
    const conditions: ((post: Post) => boolean)[] = []
    const words = text
      .replace(/\bNOT\s+/g, '-')
      .replace(/\bAND\b/g, ' ')
      .replace(/(-?)([a-z-]+):("[^"]*"|\S+)/g, (_whole, minus: string, name: string, value: string) => {
        const holds = qualifier(name, value.replaceAll('"', ''))
        conditions.push((post) => holds(post) !== (minus === '-'))
        return ' '
      })
    const parts = partsOf(words)
    conditions.push((post) => fits(`${post.title} ${textOf(post, now())}`, parts))
    return conditions
  }

  function qualifier(name: string, value: string): (post: Post) => boolean {
    switch (name) {
      case 'is':
      case 'type':
        if (value === 'issue') return ({ kind }) => kind === 'issue'
        if (value === 'pr' || value === 'pull-request') return ({ kind }) => kind === 'pull'
        return () => value === 'open' || value === 'public'
      case 'repo':
        return ({ place }) => place.toLowerCase() === value.toLowerCase()
      case 'org':
      case 'user':
        return ({ place }) => place.toLowerCase().startsWith(`${value.toLowerCase()}/`)
      case 'author':
        return ({ author }) => author.toLowerCase() === value.toLowerCase()
      case 'created':
        return timeRange(value, ({ writtenAt }) => writtenAt + skewMs)
      case 'updated':
        return timeRange(value, (post) => updatedAt(post) + skewMs)
      default:
        return () => true
    }
  }

  function issueOf(post: Post): object {
    const html = `https://github.com/${post.place}/${post.kind === 'pull' ? 'pull' : 'issues'}/${post.id}`
    const repository = `https://api.github.com/repos/${post.place}`
    return {
      ...{ id: 2_000_000_000 + post.id, node_id: `I_kwDO${post.id}`, number: post.id, title: post.title },
      ...{ body: textOf(post, now()), html_url: html, url: `${repository}/issues/${post.id}` },
      ...{
        repository_url: repository,
        comments_url: `${repository}/issues/${post.id}/comments`,
        state: 'open',
      },
      user: {
        ...{ login: post.author, id: 7000 + post.author.length, type: 'User' },
        avatar_url: `https://avatars.githubusercontent.com/u/${post.author.length}?v=4`,
        html_url: `https://github.com/${post.author}`,
      },
      ...{ comments: post.points % 7, reactions: { total_count: post.points, '+1': post.points } },
      ...{
        created_at: isoSeconds(post.writtenAt + skewMs),
        updated_at: isoSeconds(updatedAt(post) + skewMs),
      },
      ...{ closed_at: null, author_association: 'NONE', score: 1 },
      ...(post.kind === 'pull' && {
        pull_request: { html_url: html, url: `${repository}/pulls/${post.id}` },
      }),
    }
  }

  function core({ pathname }: URL): Answer {
    if (pathname === '/rate_limit') return { json: { resources: {} } }
    const [, place = '', , number] =
      /^\/repos\/([^/]+\/[^/]+)(\/(?:issues|pulls)\/(\d+))?$/.exec(pathname) ?? []
    if (number === undefined)
      return posts.some((post) => post.place === place)
        ? { json: { full_name: place, html_url: `https://github.com/${place}`, stargazers_count: 1234 } }
        : { status: 404, json: { message: 'Not Found' } }
    const post = byNumber.get(`${place}/${number}`)
    if (post === undefined || post.givenAt > now()) return { status: 404, json: { message: 'Not Found' } }
    if (isDeleted(post, now())) return { status: 410, json: { message: 'This issue was deleted' } }
    return { json: issueOf(post) }
  }

  /** Only searches for discussions. */
  function graphql({ body }: Asked): Answer {
    const { query = '', variables = {} } = JSON.parse(body) as {
      query?: string
      variables?: Record<string, unknown>
    }
    if (!query.includes('DISCUSSION')) return { json: { errors: [{ message: 'not understood' }] } }
    const inline = /query:\s*"((?:[^"\\]|\\.)*)"/.exec(query)?.[1]
    const named = Object.values(variables).find(
      (value) => typeof value === 'string' && !/^cursor:/.test(value),
    )
    const asked = inline === undefined ? String(named ?? '') : (JSON.parse(`"${inline}"`) as string)
    const cursor = Object.values(variables).find(
      (value) => typeof value === 'string' && /^cursor:/.test(value),
    )
    const first = Number(/first:\s*(\d+)/.exec(query)?.[1] ?? variables.first ?? 100)
    const from = Number(String(cursor ?? 'cursor:0').slice('cursor:'.length))
    const alternatives = alternativesOf(asked)
    const found = given(posts, now())
      .filter(({ kind }) => kind === 'discussion')
      .filter((post) => alternatives.some((conditions) => conditions.every((holds) => holds(post))))
    const nodes = found.slice(from, from + Math.min(first, 100)).map(discussionOf)
    const pageInfo = {
      hasNextPage: from + nodes.length < found.length,
      endCursor: `cursor:${from + nodes.length}`,
    }
    return { json: { data: { search: { discussionCount: found.length, pageInfo, nodes } } } }
  }

  const discussionOf = (post: Post) => ({
    ...{ __typename: 'Discussion', id: `D_kwDO${post.id}`, number: post.id, title: post.title },
    ...{ url: `https://github.com/${post.place}/discussions/${post.id}`, bodyText: textOf(post, now()) },
    ...{ body: textOf(post, now()), createdAt: isoSeconds(post.writtenAt + skewMs) },
    updatedAt: isoSeconds(updatedAt(post) + skewMs),
    author: {
      login: post.author,
      avatarUrl: 'https://avatars.githubusercontent.com/u/1',
      url: `https://github.com/${post.author}`,
    },
    ...{ upvoteCount: post.points, comments: { totalCount: 2 }, reactions: { totalCount: 0 } },
    repository: { nameWithOwner: post.place, stargazerCount: 1234 },
  })

  return { name: 'github', hosts: { 'api.github.com': api } }
}

type Resource = 'search' | 'graphql' | 'core'

const resourceOf = ({ pathname }: URL): Resource => {
  if (pathname.startsWith('/search/')) return 'search'
  return pathname === '/graphql' ? 'graphql' : 'core'
}

function problemOf(asked: Asked, resource: Resource): Answer | undefined {
  const { headers } = asked
  if (!headers['user-agent']) return { status: 403, text: 'Request forbidden by administrative rules.' }
  if (hasToken(asked)) return undefined
  if (headers.authorization !== undefined)
    return { status: 401, json: { message: 'Bad credentials', status: '401' } }
  return resource === 'graphql' ? { status: 401, json: { message: 'Requires authentication' } } : undefined
}

function unprocessable(message: string): Answer {
  return {
    status: 422,
    json: {
      message: 'Validation Failed',
      errors: [{ message, resource: 'Search', field: 'q', code: 'invalid' }],
    },
  }
}

/** `>=2026-11-20T00:00:00Z`, `2026-11-20..2026-11-21`, `2026-11-20`. A day counts as a whole. */
function timeRange(value: string, of: (post: Post) => number): (post: Post) => boolean {
  const [, sign = '', text = ''] = /^(>=|<=|>|<)?(.*)$/.exec(value) ?? []
  const [from = '', to] = text.split('..')
  const start = from === '*' ? 0 : Date.parse(from)
  const day = /^\d{4}-\d\d-\d\d$/.test(to ?? from) ? 86_400_000 - 1 : 999
  if (Number.isNaN(start)) return () => false
  if (to !== undefined) {
    const end = to === '*' ? Number.POSITIVE_INFINITY : Date.parse(to) + day
    return (post) => of(post) >= start && of(post) <= end
  }
  if (sign === '>=') return (post) => of(post) >= start
  if (sign === '>') return (post) => of(post) > start
  if (sign === '<') return (post) => of(post) < start
  return sign === '<='
    ? (post) => of(post) <= start + day
    : (post) => of(post) >= start && of(post) <= start + day
}

function linkHeader(url: URL, page: number, perPage: number, count: number): Record<string, string> {
  if (page * perPage >= Math.min(count, 1000)) return {}
  const next = new URL(url)
  next.searchParams.set('page', String(page + 1))
  return { link: `<${next.href}>; rel="next"` }
}
