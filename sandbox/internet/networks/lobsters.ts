import {
  type Answer,
  type Asked,
  conditional,
  escapeHtml,
  type FakeNetwork,
  htmlOf,
  type NetworkDeps,
} from '../network.ts'
import { given, type Post, textOf } from '../posts.ts'

/**
 * Lobsters: its feeds, and the robots.txt that forbids everything to programs. Limits with their answers: config/initializers/rack_attack.rb (the
 * header RateLimit-Reset is an epoch, although the comment says seconds); feeds: app/views/home/stories.rss.builder, app/views/comments/
 * index.rss.builder (ttl 120; 25 stories, 20 comments); lobsters/lobsters at 57268d76. A feed asked again before its ttl counts as a limit.
 */
const robots = 'User-agent: *\nCrawl-delay: 1\nDisallow: /\n'
const ttlMinutes = 120
/** A client may round, and its clock may differ. */
const toleranceMs = 60_000

export function createLobsters({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  const askedAt = new Map<string, number>()

  function site(asked: Asked): Answer {
    const { pathname } = asked.url
    const isMonitor = /axios|mentions\.us/.test(asked.headers['user-agent'] ?? '')
    const refused = limits.take(
      'lobsters',
      { name: 'requests a second', requests: 4, windowMs: 1000, kind: 'fixed' },
      { name: 'requests a minute', requests: 30, windowMs: 60_000, kind: 'fixed' },
      { name: 'requests in 10 minutes', requests: 100, windowMs: 600_000, kind: 'fixed' },
      { name: 'requests an hour', requests: 400, windowMs: 3_600_000, kind: 'fixed' },
      ...(isMonitor
        ? [{ name: 'one request a day for tools', requests: 1, windowMs: 86_400_000, kind: 'fixed' as const }]
        : []),
    )
    if (refused !== undefined) {
      const wait = Math.ceil(refused.waitMs / 1000)
      const reset = Math.ceil((now() + refused.waitMs) / 1000)
      return {
        status: 429,
        headers: {
          'retry-after': String(wait),
          'ratelimit-limit': String(refused.limit.requests),
          'ratelimit-remaining': '0',
          'ratelimit-reset': String(reset),
        },
        text: 'Throttled, sleep(1) between hits; more in config/initializers/rack_attack.rb\n',
      }
    }
    if (pathname === '/robots.txt') return { text: robots }
    const feed = feedOf(pathname)
    if (feed === undefined) {
      limits.exceed('lobsters', 'robots.txt forbids everything but the feeds')
      return { headers: { 'content-type': 'text/html' }, text: '<html><title>Lobsters</title></html>' }
    }
    const last = askedAt.get(pathname)
    if (last !== undefined && now() - last < ttlMinutes * 60_000 - toleranceMs)
      limits.exceed('lobsters', `${pathname} before its ttl of ${ttlMinutes} minutes`)
    askedAt.set(pathname, now())
    const text = rss(pathname, feed)
    const etag = `W/"${text.length.toString(16)}-${feed[0]?.id ?? 0}"`
    return conditional(
      asked,
      { text, headers: { 'content-type': 'application/rss+xml; charset=utf-8' } },
      etag,
    )
  }

  function feedOf(pathname: string): Post[] | undefined {
    const all = given(posts, now())
    if (pathname === '/newest.rss' || pathname === '/rss' || /^\/t\/[\w,]+\.rss$/.test(pathname))
      return all.filter(({ kind }) => kind === 'post').slice(0, 25)
    return pathname === '/comments.rss'
      ? all.filter(({ kind }) => kind === 'comment').slice(0, 20)
      : undefined
  }

  function rss(pathname: string, feed: Post[]): string {
    const items = feed.map((post) => (post.kind === 'comment' ? commentItem(post) : storyItem(post)))
    return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Lobsters</title><link>https://lobste.rs/</link>
<atom:link href="https://lobste.rs${pathname}" rel="self"/><description></description><ttl>${ttlMinutes}</ttl>
${items.join('\n')}
</channel></rss>`
  }

  const rfc822 = (time: number) => new Date(time + skewMs).toUTCString().replace('GMT', '+0000')
  const shortId = ({ id }: Post) => id.toString(36).slice(-6)

  function storyItem(post: Post): string {
    const page = `https://lobste.rs/s/${shortId(post)}`
    const description = `${htmlOf(textOf(post, now()))}<p><a href="${page}/title">Comments</a></p>`
    return `<item><title>${escapeHtml(post.title)}</title><link>https://essays.example/${post.id}</link><guid>${page}</guid><author>essays.example via ${post.author}</author><pubDate>${rfc822(post.writtenAt)}</pubDate><comments>${page}/title</comments><description>${escapeHtml(description)}</description><category>practices</category></item>`
  }

  function commentItem(post: Post): string {
    const page = `https://lobste.rs/c/${shortId(post)}`
    const changed = post.edit !== undefined && post.edit.at <= now() ? post.edit.at : post.writtenAt
    return `<item><title>${escapeHtml(post.title)}</title><link>${page}</link><guid>${page}</guid><author>${post.author}@lobste.rs (${post.author})</author><pubDate>${rfc822(changed)}</pubDate><comments>${page}</comments><description>${escapeHtml(htmlOf(textOf(post, now())))}</description></item>`
  }

  return { name: 'lobsters', hosts: { 'lobste.rs': site } }
}
