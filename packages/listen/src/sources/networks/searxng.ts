import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { readDate } from '../../fields/read-date.ts'
import { fold } from '../../query/fold.ts'
import { defineSource, type Item, type Tools } from '../../source.ts'
import { addressIn, askJson, readable, serverUrl, text } from '../searching/ask-json.ts'
import type { Ability } from '../searching/narrow.ts'
import { type Found, latelyFound, plannedSearches, type Question } from '../searching/planned-searches.ts'

/** The whole web, by a SearXNG of one's own: it asks the search engines that it is set up with. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const settings = z.strictObject({
  url: serverUrl,
  /** As in its address: `general,news`. By default those of the server. */
  categories: z.string().min(1).optional(),
  engines: z.string().min(1).optional(),
  language: z.string().min(1).optional(),
})
type Settings = z.output<typeof settings>

/** It passes the words on, and nearly all engines know phrases, and find a word with and without accents. */
const ability: Ability = {
  ...{
    sources: ['searxng', 'web'],
    types: ['article'],
    phrases: true,
    all: true,
    links: true,
    maxLength: 400,
  },
  form: (word) => fold(word).text,
}

const resultSchema = z.object({
  url: z.string(),
  title: z.string(),
  content: text,
  publishedDate: text,
  author: text,
})
const answerSchema = z.object({ results: z.array(z.unknown()) })

export const searxng = defineSource({
  name: 'searxng',
  publishes: 'web',
  settings,
  channels: (given, searches) =>
    searches.length === 0
      ? []
      : [
          plannedSearches({
            ...{ key: 'search', searches, ability },
            // The engines behind it block a server that asks much.
            limits: [{ requests: 3, perMs: minuteMs }],
            ...{ leastEveryMs: hourMs, overlapMs: dayMs, maxPages: 2 },
            ask: (question, tools) => ask(given, question, tools),
          }),
        ],
  lately: (search, tools, given) =>
    latelyFound(search, ability, tools.now(), (words) =>
      ask(given, { ...words, variant: '', isFirst: false }, tools),
    ),
})

async function ask(given: Settings, { text: words, page, isFirst }: Question, tools: Tools): Promise<Found> {
  const place = typeof page === 'number' ? page : 1
  const { categories, engines, language } = given
  const url = addressIn(given.url, '/search', {
    ...{ q: words, format: 'json', time_range: 'day', pageno: place, categories, engines, language },
  })
  const { results } = await askJson(answerSchema, url, tools)
  return {
    items: readable(results, (one) => itemOf(one, isFirst)),
    next: results.length > 0 ? place + 1 : undefined,
  }
}

function itemOf(given: unknown, isFirst: boolean): Item | undefined {
  const { data } = resultSchema.safeParse(given)
  const host = data && URL.parse(data.url)?.hostname
  if (data === undefined || host === undefined) return undefined
  // Its dates have no zone, and mean UTC.
  const publishedAt = readDate(data.publishedDate ?? undefined)
  return {
    ...{ id: data.url, url: data.url, title: data.title, type: 'article' },
    text: { html: data.content ?? '' },
    author: { name: host, url: `https://${host}`, ...defined({ writtenBy: data.author ?? undefined }) },
    // What is there at the first look may be old, because not all engines keep to the time.
    ...(publishedAt === undefined ? isFirst && { isOld: true as const } : { publishedAt }),
  }
}
