import { z } from 'zod'
import { defineSource, type PollChannel } from '../../source.ts'
import { pollFeed } from '../feeds/poll-feed.ts'
import { serverUrl } from '../searching/ask-json.ts'

/** Reviews of apps in Apple's store, by its feed of customer reviews: the 50 newest of an app in a country. */

const hourMs = 60 * 60 * 1000

const country = z
  .string()
  .regex(/^[a-z]{2}$/i, 'expected a country such as us')
  .transform((code) => code.toLowerCase())

const settings = z.strictObject({
  /** The numbers in the addresses of apps: `apps.apple.com/us/app/id284882215`. */
  apps: z.array(z.coerce.string().regex(/^(?:id)?\d+$/, 'expected a number such as 284882215')).min(1),
  countries: z.array(country).min(1).default(['us']),
  url: serverUrl.default('https://itunes.apple.com'),
})

export const appReviews = defineSource({
  name: 'app-reviews',
  publishes: 'web',
  settings,
  channels: ({ apps, countries, url }) =>
    countries.flatMap((where) => apps.map((app) => reviewsOf(url, where, app.replace(/^id/, '')))),
})

function reviewsOf(url: string, where: string, app: string): PollChannel {
  const address = `${url}/${where}/rss/customerreviews/page=1/id=${app}/sortby=mostrecent/json`
  const key = `${where} ${app}`
  const poll = pollFeed({ key, addresses: [address], site: { kind: 'web' } }, { place: 0, of: 1 })
  return {
    ...{ kind: 'poll', key, everyMs: hourMs },
    async poll(cursor, tools) {
      const { items, nextAt = 0, ...polled } = await poll(cursor, tools)
      const page = `https://apps.apple.com/${where}/app/id${app}`
      // All reviews of an app have one page, so `link:` tells the apps apart.
      const given = items.map((item) => ({
        ...item,
        ...{ type: 'review' as const, sharesAddress: true, links: [...(item.links ?? []), page] },
        location: { country: where },
      }))
      return { ...polled, items: given, nextAt: Math.max(nextAt, tools.now() + hourMs) }
    },
  }
}
