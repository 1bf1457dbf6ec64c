import type { NetworkName } from './expressible.ts'
import type { Limits } from './limits.ts'
import type { FakeNetwork, NetworkDeps } from './network.ts'
import { createAppStore } from './networks/app-store.ts'
import { createBluesky } from './networks/bluesky.ts'
import { createDevTo } from './networks/dev-to.ts'
import { createDiscourse } from './networks/discourse.ts'
import { createFeeds } from './networks/feeds.ts'
import { createGithub } from './networks/github.ts'
import { createHackerNews } from './networks/hacker-news.ts'
import { createLemmy } from './networks/lemmy.ts'
import { createLobsters } from './networks/lobsters.ts'
import { createMastodon } from './networks/mastodon.ts'
import { createNews } from './networks/news.ts'
import { createSearxng } from './networks/searxng.ts'
import { createStackExchange } from './networks/stack-exchange.ts'
import { createYoutube } from './networks/youtube.ts'
import type { World } from './world.ts'

/** Each network, and by how many ms its clock is ahead: no two servers agree on the time. */
const makers: Record<NetworkName, [(deps: NetworkDeps) => FakeNetwork, skewMs: number]> = {
  github: [createGithub, 2000],
  'stack-exchange': [createStackExchange, -30_000],
  lobsters: [createLobsters, 20_000],
  lemmy: [createLemmy, 45_000],
  discourse: [createDiscourse, -20_000],
  'dev-to': [createDevTo, 5000],
  mastodon: [createMastodon, 90_000],
  'app-store': [createAppStore, 0],
  searxng: [createSearxng, -5000],
  youtube: [createYoutube, 1000],
  'hacker-news': [createHackerNews, -3000],
  bluesky: [createBluesky, 0],
  feeds: [createFeeds, -60_000],
  news: [createNews, 15_000],
}

export function createNetworks(world: World, now: () => number, limits: Limits): FakeNetwork[] {
  return Object.entries(makers).map(([name, [create, skewMs]]) =>
    create({ posts: world.posts[name as NetworkName], now, limits, skewMs, startsAt: world.startsAt }),
  )
}

/** By how much the clock of each host is ahead. */
export function skewsOf(networks: readonly FakeNetwork[]): Map<string, number> {
  return new Map(
    networks.flatMap(({ name, hosts }) => Object.keys(hosts).map((host) => [host, makers[name][1]] as const)),
  )
}
