import {
  type Answer,
  type Asked,
  escapeHtml,
  type FakeNetwork,
  type NetworkDeps,
  pageOf,
} from '../network.ts'
import { given, type Post, textOf } from '../posts.ts'

/**
 * Apple's customer reviews: `/COUNTRY/rss/customerreviews/page=N/id=APP/sortBy=mostRecent/json`, the parts of the path in any order, ten pages of 50. Apple
 * documents none of it. Shape: samples in DayBySay/Reviewer and in readers of 2023 (`updated` with an offset); one review is an object instead of a list,
 * and no review is no `entry`; page 11 is an error (jcoynel/app-store-reviews#4). Reviews appear hours after they were written. All reviews of an app
 * have one link. Counted: 20 requests a minute, as for the search API beside it.
 */
export function createAppStore({ posts, now, limits, skewMs }: NetworkDeps): FakeNetwork {
  function site({ url }: Asked): Answer {
    const limit = { name: 'requests a minute', requests: 20, windowMs: 60_000 }
    if (limits.take('app-store', limit) !== undefined) return { status: 403, text: '' }
    if (url.pathname.endsWith('/lookup')) return lookup(url)
    const [, country = '', rest = ''] = /^\/([a-z]{2})\/rss\/customerreviews\/(.+)$/i.exec(url.pathname) ?? []
    const fields: Record<string, string | undefined> = Object.fromEntries(
      rest.split('/').map((part) => part.toLowerCase().split('=')),
    )
    const [app = '', page] = [fields.id, Number(fields.page ?? 1)]
    if (!/^\d+$/.test(app)) return { status: 400, text: 'Bad Request' }
    if (!(page >= 1 && page <= 10))
      return { status: 400, text: 'CustomerReviews RSS page depth is limited to 10' }
    const place = `${app}/${country.toLowerCase()}`
    const shown = pageOf(reviewsOf(place, fields.sortby === 'mosthelpful'), page, 50)
    return rest.endsWith('/xml') ? xml(shown) : json(url, country, app, shown)
  }

  const reviewsOf = (place: string, byHelp: boolean): Post[] =>
    given(posts, now())
      .filter((post) => post.place === place)
      .sort((a, b) => (byHelp ? b.points - a.points : changedAt(b) - changedAt(a)))

  function json(url: URL, country: string, app: string, reviews: Post[]): Answer {
    const entries = reviews.map((post) => entryOf(post, country, app))
    const [only] = entries
    return {
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
      json: {
        feed: {
          author: { name: { label: 'iTunes Store' }, uri: { label: 'http://www.apple.com/itunes/' } },
          ...(entries.length > 0 && { entry: entries.length === 1 ? only : entries }),
          updated: { label: offsetTime(now()) },
          title: { label: 'iTunes Store: Customer Reviews' },
          link: [{ attributes: { rel: 'self', href: url.href } }],
          id: { label: url.href },
        },
      },
    }
  }

  const changedAt = (post: Post) =>
    post.edit !== undefined && post.edit.at <= now() ? post.edit.at : post.writtenAt

  const entryOf = (post: Post, country: string, app: string) => ({
    author: {
      uri: { label: `https://itunes.apple.com/${country}/reviews/id${post.id}` },
      ...{ name: { label: post.author }, label: '' },
    },
    updated: { label: offsetTime(changedAt(post) + skewMs) },
    'im:rating': { label: String((post.points % 5) + 1) },
    'im:version': { label: '3.4.3' },
    id: { label: String(post.id) },
    title: { label: post.title },
    content: { label: textOf(post, now()), attributes: { type: 'text' } },
    link: {
      attributes: {
        rel: 'related',
        href: `https://itunes.apple.com/${country}/review?id=${app}&type=Purple%20Software`,
      },
    },
    'im:voteSum': { label: '0' },
    'im:contentType': { attributes: { term: 'Application', label: 'Application' } },
    'im:voteCount': { label: '0' },
  })

  const xml = (reviews: Post[]): Answer => ({
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    text: `<?xml version="1.0" encoding="utf-8"?><feed xmlns:im="http://itunes.apple.com/rss" xmlns="http://www.w3.org/2005/Atom">${reviews
      .map(
        (post) =>
          `<entry><updated>${offsetTime(changedAt(post) + skewMs)}</updated><id>${post.id}</id><title>${escapeHtml(post.title)}</title><content type="text">${escapeHtml(textOf(post, now()))}</content><im:rating>${(post.points % 5) + 1}</im:rating><author><name>${post.author}</name></author></entry>`,
      )
      .join('')}</feed>`,
  })

  return { name: 'app-store', hosts: { 'itunes.apple.com': site } }
}

const lookup = ({ searchParams }: URL): Answer => ({
  json: { resultCount: 1, results: [{ trackId: Number(searchParams.get('id')), trackName: 'An app' }] },
})

/** `2023-12-25T05:37:36-07:00`: the time in Cupertino, in winter here. */
const offsetTime = (time: number) => `${new Date(time - 7 * 3_600_000).toISOString().slice(0, 19)}-07:00`
