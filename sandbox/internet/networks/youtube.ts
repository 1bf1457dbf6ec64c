import {
  type Answer,
  type Asked,
  escapeHtml,
  type FakeNetwork,
  isoSeconds,
  type NetworkDeps,
  wholeOf,
} from '../network.ts'
import { fits, given, isGiven, type Post, partsOf, textOf } from '../posts.ts'

/**
 * YouTube Data API v3. 100 searches and 10,000 other units a day until midnight in Los Angeles, each page and each invalid request counts:
 * developers.google.com/youtube/v3/determine_quota_cost (a copy of 2026; older copies say 100 units of 10,000 for a search, which is as many). Parameters:
 * /docs/search/list (`q` with - and |, publishedAfter, order, maxResults 0 to 50, pageToken, at most 500 results), /docs/videos/list, /docs/channels/list. Errors:
 * /docs/errors. Descriptions in search results are cut, titles are escaped.
 */
export const youtubeKey = 'AIzaFakeInternet'

const dayMs = 86_400_000
/** In winter Los Angeles is eight hours behind. */
const pacificMs = 8 * 3_600_000

export function createYoutube({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  const byId = new Map(posts.map((post) => [videoId(post), post]))

  function site({ url }: Asked): Answer {
    const [, method = ''] = /^\/youtube\/v3\/(\w+)$/.exec(url.pathname) ?? []
    if (url.searchParams.get('key') !== youtubeKey)
      return problem(
        403,
        'forbidden',
        "Method doesn't allow unregistered callers (callers without established identity).",
      )
    const day = Math.floor((now() - pacificMs) / dayMs)
    const quota =
      method === 'search'
        ? { name: 'searches a day', requests: 100, windowMs: 2 * dayMs, key: String(day) }
        : { name: 'units a day', requests: 10_000, windowMs: 2 * dayMs, key: String(day) }
    if (limits.take('youtube', quota) !== undefined)
      return problem(
        403,
        'quotaExceeded',
        'The request cannot be completed because you have exceeded your quota.',
      )
    if (url.searchParams.get('part') === null)
      return problem(400, 'missingRequiredParameter', 'No filter selected. Required parameter: part')
    switch (method) {
      case 'search':
        return search(url)
      case 'videos':
        return list(url, 'videoListResponse', videoOf)
      case 'channels':
        return { json: { kind: 'youtube#channelListResponse', items: idsOf(url).map(channelOf) } }
      case 'commentThreads':
        return { json: { kind: 'youtube#commentThreadListResponse', items: [] } }
      default:
        return problem(404, 'notFound', 'Not Found')
    }
  }

  function search(url: URL): Answer {
    const { searchParams: asked } = url
    const most = wholeOf(url, 'maxResults', 5)
    const after = asked.get('publishedAfter')
    if (!(most >= 0 && most <= 50)) return problem(400, 'invalidParameter', 'maxResults')
    if (after !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(after))
      return problem(400, 'invalidParameter', 'Invalid value at publishedAfter')
    const alternatives = orOf(asked.get('q') ?? '')
    const found = given(posts, now())
      .filter(({ writtenAt }) => after === null || writtenAt + skewMs > Date.parse(after))
      .filter((post) => alternatives.some((parts) => fits(`${post.title} ${textOf(post, now())}`, parts)))
      .slice(0, 500)
    const sorted = asked.get('order') === 'date' ? found : found.toSorted((a, b) => b.points - a.points)
    const from = Number(asked.get('pageToken')?.slice(4) ?? 0)
    const shown = sorted.slice(from, from + most)
    return {
      json: {
        ...{ kind: 'youtube#searchListResponse', etag: `e${found.length}`, regionCode: 'US' },
        ...(from + most < sorted.length && { nextPageToken: `CAUQ${from + most}` }),
        pageInfo: { totalResults: sorted.length, resultsPerPage: most },
        items: shown.map((post) => ({
          ...{
            kind: 'youtube#searchResult',
            etag: 'e',
            id: { kind: 'youtube#video', videoId: videoId(post) },
          },
          snippet: {
            ...snippetOf(post),
            title: escapeHtml(post.title),
            description: cut(textOf(post, now())),
          },
        })),
      },
    }
  }

  const idsOf = (url: URL) => (url.searchParams.get('id') ?? '').split(',').filter((id) => id !== '')

  function list(url: URL, kind: string, show: (post: Post) => object): Answer {
    const ids = idsOf(url)
    if (ids.length > 50) return problem(400, 'invalidParameter', 'id')
    const found = ids.flatMap((id) => byId.get(id) ?? []).filter((post) => isGiven(post, now()))
    return { json: { kind: `youtube#${kind}`, items: found.map(show) } }
  }

  const snippetOf = (post: Post) => ({
    ...{
      publishedAt: isoSeconds(post.writtenAt + skewMs),
      channelId: `UC${post.author}`,
      channelTitle: post.author,
    },
    ...{ title: post.title, description: textOf(post, now()), liveBroadcastContent: 'none' },
    thumbnails: { default: { url: `https://i.ytimg.com/vi/${videoId(post)}/default.jpg` } },
  })

  const videoOf = (post: Post) => ({
    ...{ kind: 'youtube#video', id: videoId(post), snippet: snippetOf(post) },
    statistics: { viewCount: String(post.points * 100), likeCount: String(post.points), commentCount: '3' },
  })

  return {
    name: 'youtube',
    hosts: { 'www.googleapis.com': site, 'youtube.googleapis.com': site },
  }
}

const channelOf = (id: string) => ({
  kind: 'youtube#channel',
  ...{
    id,
    snippet: { title: id.slice(2) },
    statistics: { subscriberCount: '1200', hiddenSubscriberCount: false },
  },
})

const videoId = ({ id }: Post) => `v${id.toString(36).padStart(10, '0')}`
const cut = (text: string) => (text.length > 120 ? `${text.slice(0, 117)}...` : text)

/** `a|b "c d" -e`: a or b, with the rest. A `|` binds the words beside it. */
function orOf(q: string): ReturnType<typeof partsOf>[] {
  const tokens = q.replace(/\s*\|\s*/g, '|').match(/(?:-?"[^"]*"|[^\s|]+)(?:\|(?:"[^"]*"|[^\s|]+))*/g) ?? []
  return tokens.reduce<ReturnType<typeof partsOf>[]>(
    (alternatives, token) =>
      alternatives.flatMap((parts) =>
        (token.match(/-?"[^"]*"|[^|]+/g) ?? []).map((one) => [...parts, ...partsOf(one)]),
      ),
    [[]],
  )
}

const problem = (code: number, reason: string, message: string): Answer => ({
  status: code,
  json: { error: { code, message, errors: [{ message, domain: 'youtube.quota', reason }] } },
})
