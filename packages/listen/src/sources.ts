import type { Source } from './source.ts'
import type { OwnSource } from './source-names.ts'
import { createBluesky } from './sources/bluesky.ts'
import { feeds } from './sources/feeds.ts'
import { hackerNews } from './sources/hacker-news.ts'
import { createIntake } from './sources/intake.ts'
import { appReviews } from './sources/networks/app-reviews.ts'
import { discourse } from './sources/networks/discourse.ts'
import { forem } from './sources/networks/forem.ts'
import { github } from './sources/networks/github.ts'
import { lemmy } from './sources/networks/lemmy.ts'
import { lobsters } from './sources/networks/lobsters.ts'
import { mastodon } from './sources/networks/mastodon.ts'
import { searxng } from './sources/networks/searxng.ts'
import { stackExchange } from './sources/networks/stack-exchange.ts'
import { youtube } from './sources/networks/youtube.ts'
import { news } from './sources/news.ts'

/** All sources that the service knows. A new one is a file in `sources/`, a line here, and its name in `source-names.ts`. */
const byName: Record<OwnSource, Source> = {
  feeds,
  news,
  'hacker-news': hackerNews,
  bluesky: createBluesky(),
  github,
  'stack-exchange': stackExchange,
  lobsters,
  lemmy,
  discourse,
  forem,
  mastodon,
  'app-reviews': appReviews,
  searxng,
  youtube,
  intake: createIntake(),
}

export const sources: readonly Source[] = Object.values(byName)
