import {
  type Answer,
  type Asked,
  conditional,
  escapeHtml,
  type FakeNetwork,
  htmlOf,
  type NetworkDeps,
} from '../network.ts'
import { given, textOf } from '../posts.ts'
import { feedHosts } from '../world.ts'

/**
 * Ten blogs with RSS 2.0 at /feed.xml: the newest 20 posts, ETag, Last-Modified, `max-age` of ten minutes. A request before max-age, and one without the
 * validators of the last answer, count as exceeded limits (RFC 9111; an unconditional request is allowed once an hour, as after a restart).
 */
const maxAgeMs = 600_000
const hourMs = 3_600_000

export function createFeeds({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  const asked = new Map<string, { at: number; plainAt: number }>()

  const site =
    (host: string) =>
    (request: Asked): Answer => {
      if (request.url.pathname !== '/feed.xml') return { status: 404, text: 'Not Found' }
      watch(host, request)
      const feed = given(posts, now())
        .filter(({ place }) => place === host)
        .slice(0, 20)
      const items = feed.map(
        (post) =>
          `<item><title>${escapeHtml(post.title)}</title><link>https://${host}/${post.id}</link><guid isPermaLink="false">${host}-${post.id}</guid><pubDate>${new Date(post.writtenAt + skewMs).toUTCString()}</pubDate><author>a@${host} (${post.author})</author><description>${escapeHtml(htmlOf(textOf(post, now())))}</description></item>`,
      )
      const text = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${host}</title><link>https://${host}/</link><description>A blog</description>${items.join('')}</channel></rss>`
      const headers = {
        'content-type': 'application/rss+xml; charset=utf-8',
        'cache-control': `max-age=${maxAgeMs / 1000}`,
      }
      return conditional(request, { text, headers }, `"${text.length}-${feed[0]?.id ?? 0}"`)
    }

  function watch(host: string, { headers }: Asked): void {
    const last = asked.get(host)
    const isPlain = headers['if-none-match'] === undefined
    if (last !== undefined && now() - last.at < maxAgeMs - 30_000)
      limits.exceed('feeds', 'a request before max-age')
    if (isPlain && last !== undefined && now() - last.plainAt < hourMs)
      limits.exceed('feeds', 'a request without its validators')
    asked.set(host, { at: now(), plainAt: isPlain ? now() : (last?.plainAt ?? 0) })
  }

  return { name: 'feeds', hosts: Object.fromEntries(feedHosts.map((host) => [host, site(host)])) }
}
