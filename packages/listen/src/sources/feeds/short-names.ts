import { withoutPassword } from '../../fetch/password.ts'

/** A feed of the configuration: what to ask, and what is known of the site that has it. */
export type Named = {
  /** The same for all ways to write the name. Without a password. */
  key: string
  /** Feeds or pages with a link to their feed. The first one that works counts. */
  addresses: [string, ...string[]]
  site: Site
}

export type Site = {
  /** A value of `source` in the interface. */
  kind?: 'web' | 'youtube' | 'reddit'
  /** The least time between two requests to the host, in ms. */
  pauseMs?: number
  /** What an operator should know before. */
  note?: string
}

/** The name of a feed that cannot be one. The message is for people. */
export class FeedNameError extends Error {
  override readonly name = 'FeedNameError'
}

type Rule = {
  host: RegExp
  site: Site
  /** The first path that fits counts. `$1` is the first group; a result without a scheme belongs to the host. */
  paths: [path: RegExp, ...addresses: string[]][]
  refuses?: { path: RegExp; why: string }
}

const redditNote =
  'Reddit lets a server without a contract read about one feed a minute, often refuses servers in data centres, and may end its feeds. Overheard asks seldom and cannot see what is deleted there.'
const lobstersNote =
  'robots.txt of Lobsters asks all programs to stay away. It accepts feed readers, so Overheard asks for this feed as rarely as the feed says.'
const gitHubNote =
  'GitHub has no feed of issues and pull requests. Named are: releases, tags, commits and discussions of a repository.'

const rules: Rule[] = [
  {
    host: /^(www\.|old\.|new\.)?reddit\.com$/,
    site: { kind: 'reddit', pauseMs: 61_000, note: redditNote },
    paths: [
      [/^\/r\/([\w+]+)\/?$/, 'https://www.reddit.com/r/$1/new.rss?limit=100'],
      [/^\/r\/([\w+]+)\/comments\/?$/, 'https://www.reddit.com/r/$1/comments.rss?limit=100'],
      [/^\/(?:u|user)\/([\w-]+)\/?$/, 'https://www.reddit.com/user/$1.rss?limit=100'],
    ],
  },
  {
    host: /^((www|m)\.)?youtube\.com$/,
    site: { kind: 'youtube' },
    paths: [
      [/^\/channel\/(UC[\w-]+)/, 'https://www.youtube.com/feeds/videos.xml?channel_id=$1'],
      [/^\/playlist\?(?:.*&)?list=([\w-]+)/, 'https://www.youtube.com/feeds/videos.xml?playlist_id=$1'],
    ],
  },
  {
    host: /^(www\.)?github\.com$/,
    site: { kind: 'web' },
    refuses: { path: /^\/[\w.-]+\/[\w.-]+\/(issues|pulls?)([/?]|$)/, why: gitHubNote },
    paths: [
      [/^\/([\w.-]+\/[\w.-]+)\/?$/, '/$1/releases.atom'],
      [/^\/([\w.-]+\/[\w.-]+\/(?:releases|tags|commits|discussions))\/?$/, '/$1.atom'],
      [/^\/([\w.-]+\/[\w.-]+\/commits\/.+?)(?:\.atom)?\/?$/, '/$1.atom'],
      [/^\/([\w-]+)\/?$/, '/$1.atom'],
    ],
  },
  {
    host: /^(stackoverflow\.com|serverfault\.com|superuser\.com|askubuntu\.com|stackapps\.com|mathoverflow\.net|([\w-]+\.)+stackexchange\.com)$/,
    site: { kind: 'web' },
    paths: [
      [/^\/$/, '/feeds'],
      [/^\/(?:tags|questions\/tagged)\/([^/?]+)/, '/feeds/tag/$1'],
      [/^\/questions\/(\d+)/, '/feeds/question/$1'],
    ],
  },
  {
    host: /^lobste\.rs$/,
    site: { kind: 'web', note: lobstersNote },
    paths: [
      [/^\/$/, '/newest.rss'],
      [/^\/((?:t|domains)\/[^/?]+?|comments)\/?$/, '/$1.rss'],
    ],
  },
  { host: /^bsky\.app$/, site: { kind: 'web' }, paths: [[/^\/profile\/([^/?]+)\/?$/, '/profile/$1/rss']] },
  {
    host: /^medium\.com$/,
    site: {},
    paths: [[/^\/((?:tag\/|@)[^/?]+)\/?$/, '/feed/$1']],
  },
  {
    host: /^dev\.to$/,
    site: {},
    paths: [
      [/^\/t\/([^/?]+)\/?$/, '/feed/tag/$1'],
      [/^\/(\w+)\/?$/, '/feed/$1'],
    ],
  },
  {
    host: /\.tumblr\.com$/,
    site: {},
    paths: [
      [/^\/$/, '/rss'],
      [/^\/tagged\/([^/?]+)\/?$/, '/tagged/$1/rss'],
    ],
  },
]

/** Paths that several hosts of the same software have. If a host is something else, its page names its feed. */
const anyHost: Pick<Rule, 'site' | 'paths'> = {
  site: { kind: 'web' },
  paths: [
    // Mastodon and what resembles it.
    [/^\/(tags\/[^/?.]+|@[\w.-]+)\/?$/, '/$1.rss', '/$1'],
    [/^\/(tags\/[^/?]+|@[\w.-]+)\.rss$/, '/$1.rss'],
    // Lemmy.
    [/^\/(c\/[\w@.-]+)\/?$/, '/feeds/$1.xml?sort=New', '/$1'],
  ],
}

/** Reads an address or a short name, such as `mastodon.social/tags/acme`. Throws FeedNameError. */
export function resolveName(given: string): Named {
  const url = addressOf(given)
  const path = url.pathname + url.search
  const own = rules.find(({ host }) => host.test(url.hostname))
  if (own?.refuses?.path.test(path)) throw new FeedNameError(own.refuses.why)
  for (const [form, ...addresses] of (own ?? anyHost).paths) {
    if (!form.test(path)) continue
    const whole = new RegExp(`${form.source}.*`)
    const found = addresses.map((address) => new URL(path.replace(whole, address), url).href)
    return named(found, (own ?? anyHost).site)
  }
  return named([url.href], own?.site ?? {})
}

function named([first = '', ...others]: string[], site: Site): Named {
  return { key: withoutPassword(first), addresses: [first, ...others], site }
}

function addressOf(given: string): URL {
  const text = given
    .trim()
    .replace(/^feed:(\/\/)?(?=https?:)/i, '')
    .replace(/^feed:\/\//i, 'https://')
  const hasOtherScheme = /^[a-z][a-z\d+.-]*:(?!\/\/|\d)/i.test(text)
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  const isAddress =
    url !== null &&
    !hasOtherScheme &&
    /^https?:$/.test(url.protocol) &&
    !/\s/.test(text) &&
    /\.|^localhost$|^\[/.test(url.hostname)
  if (!isAddress)
    throw new FeedNameError(
      `${JSON.stringify(given.slice(0, 200))} is neither an address nor a short name, such as https://blog.example/feed.xml or mastodon.social/tags/acme.`,
    )
  url.hash = ''
  return url
}
