import { type Answer, type Asked, type FakeNetwork, iso, type NetworkDeps, pageOf } from '../network.ts'
import { fits, given, type Post, partsOf, textOf } from '../posts.ts'

/**
 * A SearXNG of one's own, which allows `format=json`: docs/dev/search_api.rst, searx/webapp.py (no q: 400; a format that is not allowed: 403),
 * searx/webutils.py (the JSON); fields of a result: searx/result_types, of which `publishedDate` is often null. Its engines know words, "phrases", -word and
 * site:. `time_range=day` is by the time at which the engines saw a page. Some engines fail now and then and are named. No limiter, which is the default; 150 in
 * ten minutes are counted (searx/botdetection/ip_limit.py LONG_MAX).
 */
const host = 'searx.example'
const perPage = 10
const page = '<html></html>'

function problemOf(asked: URLSearchParams): Answer | undefined {
  const format = asked.get('format') ?? 'html'
  if (format !== 'json')
    return otherFormats[format] ?? { headers: { 'content-type': 'text/html' }, text: page }
  if ((asked.get('q') ?? '') === '') return { status: 400, json: { error: 'No query' } }
  const isPage = Number(asked.get('pageno') ?? 1) >= 1
  return isPage ? undefined : { status: 400, json: { error: 'Invalid value "pageno"' } }
}

const otherFormats: Record<string, Answer> = {
  csv: { status: 403, text: '403 Forbidden' },
  rss: { status: 403, text: '403 Forbidden' },
}

export function createSearxng({ posts, now, limits }: NetworkDeps): FakeNetwork {
  let searches = 0

  function site({ url, body, method }: Asked): Answer {
    const asked = method === 'POST' ? new URLSearchParams(body) : url.searchParams
    if (url.pathname === '/config') return { json: { engines: [], categories: ['general', 'news'] } }
    if (url.pathname !== '/search' && url.pathname !== '/') return { status: 404, text: 'Not Found' }
    const problem = problemOf(asked)
    if (problem !== undefined) return problem
    const limit = { name: 'requests in 10 minutes', requests: 150, windowMs: 600_000 }
    if (limits.take('searxng', limit) !== undefined)
      return { status: 429, headers: { 'content-type': 'text/html' }, text: '429 Too Many Requests' }
    return search(asked.get('q') ?? '', Number(asked.get('pageno') ?? 1), asked)
  }

  function search(q: string, page: number, asked: URLSearchParams): Answer {
    searches += 1
    const place = /(?:^|\s)site:(\S+)/.exec(q)?.[1]
    const parts = partsOf(q.replace(/(?:^|\s)site:\S+/g, ' '))
    const days = { day: 1, week: 7, month: 31, year: 366 }[asked.get('time_range') ?? ''] ?? 10_000
    const found = given(posts, now())
      .filter((post) => place === undefined || post.place === place)
      .filter((post) => post.givenAt > now() - days * 86_400_000)
      .filter((post) => fits(`${post.title} ${textOf(post, now())} ${post.place}`, parts))
      // By relevance, which has nothing to do with time.
      .sort((a, b) => b.points - a.points || a.id - b.id)
    return {
      json: {
        ...{ query: q, results: page > 5 ? [] : pageOf(found, page, perPage).map(resultOf) },
        ...{ answers: [], corrections: [], infoboxes: [], suggestions: [] },
        unresponsive_engines: searches % 9 === 0 ? [['brave', 'Suspended: too many requests']] : [],
      },
    }
  }

  function resultOf(post: Post): object {
    const path = `/${post.id}/a-page`
    const url = `https://${post.place}${path}`
    return {
      ...{ url, title: post.title, content: textOf(post, now()).slice(0, 300), engine: 'duckduckgo' },
      ...{
        template: 'default.html',
        parsed_url: ['https', post.place, path, '', '', ''],
        img_src: '',
        thumbnail: '',
      },
      ...{ engines: ['duckduckgo'], positions: [1], score: 1, category: 'general', priority: '' },
      publishedDate: post.id % 3 === 0 ? iso(post.writtenAt).slice(0, 19) : null,
    }
  }

  return { name: 'searxng', hosts: { [host]: site } }
}
