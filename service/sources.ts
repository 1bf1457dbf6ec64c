import type { Source } from './source.ts'
import { createBluesky } from './sources/bluesky.ts'
import { feeds } from './sources/feeds.ts'
import { hackerNews } from './sources/hacker-news.ts'
import { createIntake } from './sources/intake.ts'
import { news } from './sources/news.ts'

/** All sources that the service knows. A new one is a file in `sources/`, a line here, and its name in `sourceNames` of settings.ts. */
export const sources: readonly Source[] = [feeds, news, hackerNews, createBluesky(), createIntake()]
