import { type Answer, type Asked, escapeHtml, type FakeNetwork, type NetworkDeps } from '../network.ts'
import { fits, given, type Post, partsOf } from '../posts.ts'

/**
 * The news searches of Google and Bing as RSS. Neither is documented; shapes are those of docs/run/feeds.md and of samples of September 2026: Google gives
 * up to 100 headlines with ` - newspaper` and a link that leads through Google, Bing up to twelve with a part of the text. Counted: 30 requests a minute to each, as nobody names a limit.
 */
export function createNews({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  const refused = (key: string) =>
    limits.take('news', { name: 'requests a minute', requests: 30, windowMs: 60_000, key }) !== undefined

  function found(q: string): Post[] {
    const parts = partsOf(q.replace(/\b(when|after|before|site|intitle):\S+/g, ' '))
    // By relevance, not by time.
    return given(posts, now())
      .filter((post) => fits(post.title, parts))
      .sort((a, b) => (a.id % 7) - (b.id % 7) || b.id - a.id)
  }
  const dateOf = (post: Post) => new Date(post.writtenAt + skewMs).toUTCString()

  function google({ url }: Asked): Answer {
    if (url.pathname !== '/rss/search') return { status: 404, text: '' }
    if (refused('google'))
      return { status: 429, headers: { 'content-type': 'text/html' }, text: '<html>Sorry...</html>' }
    const hours = Number(/\bwhen:(\d+)h/.exec(url.searchParams.get('q') ?? '')?.[1] ?? 24 * 365)
    const items = found(url.searchParams.get('q') ?? '')
      .filter(({ givenAt }) => givenAt > now() - hours * 3_600_000)
      .slice(0, 100)
      .map((post) => {
        const id = `CBMi${Buffer.from(`${post.place}/${post.id}`).toString('base64url')}`
        const title = escapeHtml(`${post.title} - ${post.place}`)
        const link = `https://news.google.com/rss/articles/${id}?oc=5`
        return `<item><title>${title}</title><link>${link}</link><guid isPermaLink="false">${id}</guid><pubDate>${dateOf(post)}</pubDate><description>${escapeHtml(`<a href="${link}">${title}</a>`)}</description><source url="https://${post.place}">${post.place}</source></item>`
      })
    return feed('Google News', items)
  }

  function bing({ url }: Asked): Answer {
    if (url.pathname !== '/news/search' || url.searchParams.get('format')?.toLowerCase() !== 'rss')
      return { headers: { 'content-type': 'text/html' }, text: '<html></html>' }
    if (refused('bing'))
      return { status: 429, headers: { 'content-type': 'text/html' }, text: '<html></html>' }
    const items = found(url.searchParams.get('q') ?? '')
      .slice(0, 12)
      .map((post) => {
        const real = encodeURIComponent(`https://${post.place}/${post.id}/story`)
        return `<item><title>${escapeHtml(post.title)}</title><link>http://www.bing.com/news/apiclick.aspx?ref=FexRss&amp;aid=&amp;tid=1&amp;url=${real}&amp;c=1&amp;mkt=en-us</link><description>${escapeHtml(post.text.slice(0, 140))}</description><pubDate>${dateOf(post)}</pubDate><News:Source>${post.place}</News:Source></item>`
      })
    return feed('Bing', items, ` xmlns:News="${escapeHtml(url.href)}"`)
  }

  return { name: 'news', hosts: { 'news.google.com': google, 'www.bing.com': bing } }
}

const feed = (title: string, items: string[], namespace = ''): Answer => ({
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  text: `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"${namespace}><channel><title>${title}</title><link>https://news.example/</link>${items.join('')}</channel></rss>`,
})
