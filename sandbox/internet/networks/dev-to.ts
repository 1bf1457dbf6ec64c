import {
  type Answer,
  type Asked,
  escapeHtml,
  type FakeNetwork,
  htmlOf,
  isoSeconds,
  type NetworkDeps,
  pageOf,
  wholeOf,
} from '../network.ts'
import { fits, given, isDeleted, type Post, partsOf, textOf } from '../posts.ts'

/**
 * dev.to, which runs Forem. Limit of 3 requests a second with Retry-After: config/initializers/rack_attack.rb. Lists without texts, one article with its
 * text, and a search by hotness that gives the text only if it finds one article: app/controllers/concerns/api/articles_controller.rb, app/queries/
 * articles/api_search_query.rb; fields: swagger/v1/api_v1.json (`tag_list` is a list in lists, and a text for one article).
 */
export function createDevTo({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  function site(asked: Asked): Answer {
    const { url, headers } = asked
    if (!headers['user-agent']) return { status: 403, text: 'Forbidden Bots' }
    if (url.pathname.startsWith('/api/')) {
      const limit = { name: 'requests a second', requests: 3, windowMs: 1000, kind: 'fixed' as const }
      const refused = limits.take('dev-to', limit)
      if (refused !== undefined)
        return { status: 429, headers: { 'retry-after': '1' }, text: 'Retry later\n' }
    }
    return answer(url)
  }

  function answer(url: URL): Answer {
    const articles = given(posts, now()).filter(({ kind }) => kind === 'post')
    const [page, perPage] = [
      Math.max(1, wholeOf(url, 'page', 1)),
      Math.min(1000, wholeOf(url, 'per_page', 30)),
    ]
    const tag = url.searchParams.get('tag')
    switch (url.pathname) {
      case '/api/articles/latest':
        return { json: pageOf(articles, page, perPage).map((post) => articleOf(post, 'list')) }
      case '/api/articles':
        return {
          json: pageOf(hottest(tag === null ? articles : []), page, perPage).map((post) =>
            articleOf(post, 'list'),
          ),
        }
      case '/api/articles/search': {
        const parts = partsOf(url.searchParams.get('q') ?? '')
        const found = hottest(articles.filter((post) => fits(`${post.title} ${textOf(post, now())}`, parts)))
        const shown = pageOf(found, page, perPage)
        return { json: shown.map((post) => articleOf(post, found.length > 1 ? 'list' : 'found')) }
      }
      case '/api/comments':
        return { json: [] }
      case '/feed':
        return {
          headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
          text: rss(articles.slice(0, 12)),
        }
      default:
        return oneOf(url)
    }
  }

  function oneOf({ pathname }: URL): Answer {
    const [, id] = /^\/api\/articles\/(\d+)$/.exec(pathname) ?? []
    const post = posts.find((one) => one.id === Number(id) && one.kind === 'post')
    if (post === undefined || post.givenAt > now() || isDeleted(post, now()))
      return { status: 404, json: { error: 'not found', status: 404 } }
    return { json: articleOf(post, 'whole') }
  }

  /** New articles and those with reactions come first. */
  const hottest = (found: Post[]) =>
    found.toSorted((a, b) => b.writtenAt + b.points * 600_000 - (a.writtenAt + a.points * 600_000))

  const isEdited = ({ edit }: Post) => edit !== undefined && edit.at <= now()
  const pathOf = (post: Post) => `/${post.author}/an-article-${post.id.toString(36)}`

  function articleOf(post: Post, as: 'list' | 'found' | 'whole'): object {
    const text = textOf(post, now())
    const url = `https://dev.to${pathOf(post)}`
    const published = isoSeconds(post.writtenAt + skewMs)
    return {
      ...{
        type_of: 'article',
        id: post.id,
        title: post.title,
        description: text.slice(0, 60),
        slug: `an-article-${post.id.toString(36)}`,
      },
      ...{
        path: pathOf(post),
        url,
        canonical_url: url,
        published_at: published,
        published_timestamp: published,
      },
      ...{
        created_at: published,
        edited_at: isEdited(post) ? isoSeconds((post.edit?.at ?? 0) + skewMs) : null,
      },
      ...{ crossposted_at: null, comments_count: post.points % 5, public_reactions_count: post.points },
      ...{ positive_reactions_count: post.points, reading_time_minutes: 2, language: 'en' },
      ...(as === 'whole'
        ? { tag_list: 'tools, news', tags: ['tools', 'news'] }
        : { tag_list: ['tools', 'news'], tags: 'tools, news' }),
      user: {
        ...{ name: post.author, username: post.author, user_id: 40 + post.author.length },
        ...{ profile_image: 'https://media2.dev.to/a.png', profile_image_90: 'https://media2.dev.to/a.png' },
      },
      ...(as !== 'list' && { body_markdown: text }),
      ...(as === 'whole' && { body_html: htmlOf(text) }),
    }
  }

  const rss = (found: Post[]) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>DEV Community</title><link>https://dev.to</link>
${found.map((post) => `<item><title>${escapeHtml(post.title)}</title><dc:creator>${post.author}</dc:creator><pubDate>${new Date(post.writtenAt + skewMs).toUTCString()}</pubDate><link>https://dev.to${pathOf(post)}</link><guid>https://dev.to${pathOf(post)}</guid><description>${escapeHtml(htmlOf(textOf(post, now())))}</description></item>`).join('\n')}
</channel></rss>`

  return { name: 'dev-to', hosts: { 'dev.to': site } }
}
