import { describe, expect, it } from 'vitest'
import { resolveName } from '../../../src/sources/feeds/short-names.ts'

describe('the names of feeds', () => {
  it.each([
    ['https://blog.example/feed.xml', 'https://blog.example/feed.xml'],
    ['http://blog.example', 'http://blog.example/'],
    [' blog.example/feed#top ', 'https://blog.example/feed'],
    ['feed:https://blog.example/f', 'https://blog.example/f'],
    ['feed://blog.example/f', 'https://blog.example/f'],
    ['localhost:8080/feed', 'https://localhost:8080/feed'],
    ['mastodon.social/tags/acme', 'https://mastodon.social/tags/acme.rss'],
    ['https://mastodon.social/tags/acme.rss', 'https://mastodon.social/tags/acme.rss'],
    ['mastodon.social/@acme', 'https://mastodon.social/@acme.rss'],
    ['lemmy.world/c/acme', 'https://lemmy.world/feeds/c/acme.xml?sort=New'],
    ['github.com/acme/app', 'https://github.com/acme/app/releases.atom'],
    ['https://github.com/acme/app/', 'https://github.com/acme/app/releases.atom'],
    ['github.com/acme/app/releases', 'https://github.com/acme/app/releases.atom'],
    ['github.com/acme/app/tags', 'https://github.com/acme/app/tags.atom'],
    ['github.com/acme/app/commits/main', 'https://github.com/acme/app/commits/main.atom'],
    ['github.com/acme/app/discussions', 'https://github.com/acme/app/discussions.atom'],
    ['github.com/acme', 'https://github.com/acme.atom'],
    ['https://github.com/acme/app/releases.atom', 'https://github.com/acme/app/releases.atom'],
    ['stackoverflow.com/tags/c%2b%2b', 'https://stackoverflow.com/feeds/tag/c%2b%2b'],
    ['stackoverflow.com/questions/tagged/acme?sort=newest', 'https://stackoverflow.com/feeds/tag/acme'],
    ['unix.stackexchange.com/tags/acme', 'https://unix.stackexchange.com/feeds/tag/acme'],
    ['superuser.com', 'https://superuser.com/feeds'],
    [
      'youtube.com/channel/UCV03SRZXJEz-hchIAogeJOg/videos',
      'https://www.youtube.com/feeds/videos.xml?channel_id=UCV03SRZXJEz-hchIAogeJOg',
    ],
    ['www.youtube.com/playlist?list=PL123', 'https://www.youtube.com/feeds/videos.xml?playlist_id=PL123'],
    ['youtube.com/@acme', 'https://youtube.com/@acme'],
    ['reddit.com/r/acme', 'https://www.reddit.com/r/acme/new.rss?limit=100'],
    ['https://old.reddit.com/r/acme+tools/', 'https://www.reddit.com/r/acme+tools/new.rss?limit=100'],
    ['reddit.com/r/acme/comments', 'https://www.reddit.com/r/acme/comments.rss?limit=100'],
    ['lobste.rs', 'https://lobste.rs/newest.rss'],
    ['lobste.rs/t/programming', 'https://lobste.rs/t/programming.rss'],
    ['bsky.app/profile/acme.example', 'https://bsky.app/profile/acme.example/rss'],
    ['medium.com/tag/acme', 'https://medium.com/feed/tag/acme'],
    ['medium.com/@acme', 'https://medium.com/feed/@acme'],
    ['dev.to/t/acme', 'https://dev.to/feed/tag/acme'],
    ['acme.tumblr.com/tagged/app', 'https://acme.tumblr.com/tagged/app/rss'],
    ['https://www.google.com/alerts/feeds/1/2', 'https://www.google.com/alerts/feeds/1/2'],
  ])('%s is the feed %s', (name, address) => expect(resolveName(name).addresses[0]).toBe(address))

  it('falls back to the page, because another host may have such paths, too', () =>
    expect(resolveName('blog.example/tags/acme').addresses).toEqual([
      'https://blog.example/tags/acme.rss',
      'https://blog.example/tags/acme',
    ]))

  it('gives all spellings of a name the same key', () =>
    expect(
      new Set(
        ['github.com/a/b', 'https://github.com/a/b/releases', 'GitHub.com/a/b/'].map(
          (name) => resolveName(name).key,
        ),
      ).size,
    ).toBe(1))

  it.each([
    '',
    ' ',
    'acme',
    'two words',
    'mailto:jo@x.example',
    'file:///etc/passwd',
    'ftp://x.example/f',
    'http://',
  ])('refuses %j with a sentence', (name) =>
    expect(() => resolveName(name)).toThrow(/neither an address nor a short name/),
  )

  it('says that GitHub has no feed of issues', () =>
    expect(() => resolveName('github.com/acme/app/issues')).toThrow(/no feed of issues/))

  it('warns about Reddit and Lobsters, whatever the path, and asks Reddit once a minute at most', () => {
    expect(resolveName('reddit.com/r/acme').site).toMatchObject({ kind: 'reddit', pauseMs: 61_000 })
    expect(resolveName('https://www.reddit.com/r/a/new.rss').site.note).toMatch(/one feed a minute/)
    expect(resolveName('https://lobste.rs/newest.rss').site.note).toMatch(/robots\.txt/)
  })
})
