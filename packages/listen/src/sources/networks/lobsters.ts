import { z } from 'zod'
import { defineSource, type PollChannel } from '../../source.ts'
import { pollFeed } from '../feeds/poll-feed.ts'
import { serverUrl } from '../searching/ask-json.ts'

/**
 * Lobsters by its two feeds, of new stories and of new comments. Its robots.txt asks all programs to stay away, and its operators accept readers of
 * feeds that ask no more often than the feeds say: every 120 minutes. So nothing else is asked.
 */

const everyMs = 120 * 60 * 1000

const settings = z.strictObject({ url: serverUrl.default('https://lobste.rs') })

export const lobsters = defineSource({
  name: 'lobsters',
  publishes: 'web',
  settings,
  channels: ({ url }, searches) =>
    searches.length === 0
      ? []
      : [feedOf(`${url}/newest.rss`, 'post'), feedOf(`${url}/comments.rss`, 'comment')],
})

function feedOf(address: string, type: 'post' | 'comment'): PollChannel {
  const poll = pollFeed({ key: address, addresses: [address], site: { kind: 'web' } }, { place: 0, of: 1 })
  return {
    ...{ kind: 'poll', key: address, everyMs },
    async poll(cursor, tools) {
      const { items, nextAt = 0, ...polled } = await poll(cursor, tools)
      const given = items.map(({ title, ...item }) =>
        // The title of a comment is that of its story, whose words make no mention.
        ({
          ...item,
          type,
          ...(title !== undefined && (type === 'comment' ? { threadTitle: title } : { title })),
        }),
      )
      return { ...polled, items: given, nextAt: Math.max(nextAt, tools.now() + everyMs) }
    },
  }
}
