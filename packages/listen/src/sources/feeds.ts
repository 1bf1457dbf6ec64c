import { z } from 'zod'
import { defineSource, type PollChannel } from '../source.ts'
import { pollFeed } from './feeds/poll-feed.ts'
import { FeedNameError, type Named, resolveName } from './feeds/short-names.ts'

const hourMs = 60 * 60 * 1000

/** An address of a feed or of a page with one, or a short name. */
const named = z.string().transform((name, context): Named => {
  try {
    return resolveName(name)
  } catch (error) {
    if (!(error instanceof FeedNameError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
    return z.NEVER
  }
})

/** RSS, Atom, RDF and JSON Feed, each feed a channel. */
export const feeds = defineSource({
  name: 'feeds',
  publishes: 'news-blogs',
  settings: z.strictObject({ feeds: z.array(named).default([]) }),
  channels: (settings): PollChannel[] => {
    const wanted = [...new Map(settings.feeds.map((feed) => [feed.key, feed])).values()]
    const bySite = Map.groupBy(wanted, ({ site }) => site)
    return [...bySite.values()].flatMap((sharing) =>
      sharing.map((feed, place): PollChannel => {
        const turn = { place, of: sharing.length }
        return { kind: 'poll', key: feed.key, everyMs: hourMs, poll: pollFeed(feed, turn) }
      }),
    )
  },
  // Views are people, so they are the reach. The other numbers of feeds do not tell how many people saw an entry.
  reach: ({ views }) => views,
})
