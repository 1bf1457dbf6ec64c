import { describe, expect, it } from 'vitest'
import { allowsRobots, feedsOfPage, guessedFeeds } from '../../../src/sources/feeds/find-feeds.ts'

const page = (head: string) => `<!doctype html><html><head>${head}</head><body></body></html>`
const found = (head: string, at = 'https://x.example/blog/') =>
  feedsOfPage(page(head), at).map(({ address }) => address)

describe('the feeds that a page names', () => {
  it.each([
    'application/rss+xml',
    'application/atom+xml',
    'application/feed+json',
    'Application/RSS+XML; charset=utf-8',
  ])('finds a link of the type %s', (type) =>
    expect(found(`<link rel="alternate" type="${type}" href="feed">`)).toEqual([
      'https://x.example/blog/feed',
    ]),
  )
  it('finds a link among several relations and in capitals', () =>
    expect(found('<LINK REL="home ALTERNATE" TYPE="application/rss+xml" HREF="/f">')).toEqual([
      'https://x.example/f',
    ]))
  it('resolves addresses against the base of the page', () =>
    expect(found('<base href="/other/"><link rel=alternate type=application/rss+xml href=f>')).toEqual([
      'https://x.example/other/f',
    ]))
  it('puts comments last', () =>
    expect(
      found(
        '<link rel="alternate" type="application/rss+xml" title="X » Comments Feed" href="/comments/feed/"><link rel="alternate" type="application/rss+xml" title="X » Feed" href="/feed/">',
      ),
    ).toEqual(['https://x.example/feed/', 'https://x.example/comments/feed/']))
  it.each([
    ['title="Blog » Comments Feed" href="/a"'],
    ['title="Blog » Kommentar-Feed" href="/a"'],
    ['href="/comments/feed/"'],
    ['href="/?feed=comments-rss2"'],
  ])('knows those of comments: %s', (link) =>
    expect(
      feedsOfPage(page(`<link rel="alternate" type="application/rss+xml" ${link}>`), 'https://x.example/'),
    ).toMatchObject([{ isOfComments: true }]),
  )
  it('does not take a commentary for comments', () =>
    expect(
      feedsOfPage(
        page('<link rel="alternate" type="application/rss+xml" href="/commentary/feed">'),
        'https://x.example/',
      ),
    ).toMatchObject([{ isOfComments: false }]))
  it('ignores other links, the interface of WordPress, and addresses that are no web', () =>
    expect(
      found(
        '<link rel="alternate" hreflang="de" href="/de"><link rel="stylesheet" type="application/rss+xml" href="/f"><link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts"><link rel="alternate" type="application/rss+xml" href="javascript:alert(1)"><link rel="alternate" type="application/rss+xml" href=" ">',
      ),
    ).toEqual([]))
  it('finds the channel of a page of YouTube', () => {
    const feed = 'https://www.youtube.com/feeds/videos.xml?channel_id=UCV03SRZXJEz-hchIAogeJOg'
    expect(
      found('<link rel="canonical" href="https://www.youtube.com/channel/UCV03SRZXJEz-hchIAogeJOg">'),
    ).toEqual([feed])
    expect(found('<meta itemprop="identifier" content="UCV03SRZXJEz-hchIAogeJOg">')).toEqual([feed])
  })
  it('stops at a page that is nested without end', () =>
    expect(
      feedsOfPage(
        `${'<i>'.repeat(100_000)}<link rel="alternate" type="application/rss+xml" href="/f">`,
        'https://x.example/',
      ),
    ).toEqual([]))
})

describe('the addresses to try if a page names no feed', () => {
  it('are beside the page and at the root', () => {
    const guesses = guessedFeeds('https://x.example/blog?page=2#top')
    expect(guesses[0]).toBe('https://x.example/blog/feed')
    expect(guesses).toContain('https://x.example/rss.xml')
  })
  it('are few', () => expect(guessedFeeds('https://x.example/').length).toBeLessThanOrEqual(6))
})

describe('robots.txt', () => {
  const feed = 'https://x.example/feed.xml'
  it.each([
    ['nothing', '', true],
    ['everything', 'User-agent: *\nDisallow: /', false],
    ['nothing for us', 'User-agent: BadBot\nDisallow: /', true],
    ['a group for several', 'User-agent: BadBot\nUser-agent: *\nDisallow: /feed', false],
    ['an exception', 'User-agent: *\nDisallow: /\nAllow: /feed.xml', true],
    ['a longer rule against it', 'User-agent: *\nAllow: /\nDisallow: /feed.xml', false],
    ['a pattern', 'user-agent: * # all\ndisallow: /*.xml$', false],
    ['a pattern for something else', 'User-agent: *\nDisallow: /*.json$', true],
    ['an empty rule', 'User-agent: *\nDisallow:', true],
  ])('forbids %s', (_what, robots, allowed) => expect(allowsRobots(robots, feed)).toBe(allowed))
})
