import type { NetworkName } from '../expressible.ts'
import { githubToken } from '../networks/github.ts'
import { mastodonToken } from '../networks/mastodon.ts'
import { stackExchangeKey } from '../networks/stack-exchange.ts'
import { youtubeKey } from '../networks/youtube.ts'
import { apps, countries, feedHosts, stackSites } from '../world.ts'

/** The source of the mention service for a network; undefined for feeds, which have a key of their own. */
export type Listened = { source?: string; settings: unknown }

/**
 * The settings with which the mention service listens to each network of the fake internet: the only place that knows how they are named there. A network
 * with `undefined`, and one whose source this version does not have, is not listened to.
 */
export function listenedNetworks(hasKeys: boolean): Record<NetworkName, Listened | undefined> {
  const withKey = (key: object): object => (hasKeys ? key : {})
  const mastodon = 'https://mastodon.example'
  return {
    github: { source: 'github', settings: hasKeys ? { token: githubToken } : true },
    'stack-exchange': {
      source: 'stack-exchange',
      settings: { sites: stackSites, ...withKey({ key: stackExchangeKey }) },
    },
    lobsters: { source: 'lobsters', settings: true },
    lemmy: { source: 'lemmy', settings: { instances: ['https://lemmy.example'] } },
    discourse: {
      source: 'discourse',
      settings: { forums: ['https://forum.example', 'https://community.example'] },
    },
    'dev-to': { source: 'forem', settings: true },
    mastodon: {
      source: 'mastodon',
      settings: { instances: [hasKeys ? { url: mastodon, token: mastodonToken } : mastodon] },
    },
    'app-store': { source: 'app-reviews', settings: { apps, countries } },
    searxng: { source: 'searxng', settings: { url: 'https://searx.example' } },
    youtube: hasKeys ? { source: 'youtube', settings: { key: youtubeKey } } : undefined,
    'hacker-news': { source: 'hacker-news', settings: true },
    bluesky: { source: 'bluesky', settings: true },
    feeds: { settings: feedHosts.map((host) => `https://${host}/feed.xml`) },
    news: { source: 'news', settings: true },
  }
}
