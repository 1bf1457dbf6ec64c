import { canonicalAddress, unwrapped } from '@overheard/base/address'
import { z } from 'zod'
import { digest } from '../fields/identity.ts'
import { defineSource, FetchError, type Item, type PollChannel, type Search, type Tools } from '../source.ts'
import type { Entry, Feed } from './feeds/feed.ts'
import { itemOf, oldestFirst } from './feeds/items.ts'
import { feedTypes, NoFeedError } from './feeds/load-feed.ts'
import { parseFeed } from './feeds/parse-feed.ts'
import { type Locale, localesOf, parseLocale } from './news/locales.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** No search is repeated sooner. */
const leastEveryMs = 15 * minuteMs
/** Many searches share two hosts. Each search has this much of the time of a host, so that the hosts see one request in that time. */
const shareMs = minuteMs / 2
const pauseMs = 5000
/** An engine that fails so often in a row gets a line in the status. */
const manyFailures = 3
/** The most results that Google gives. */
const fullPage = 100
/** The same article of both engines is one item if it comes within this time. */
const rememberMs = 3 * dayMs
/** A newspaper repeats a headline, such as that of a daily column. Times of one engine further apart are those of different articles. */
const sameArticleMs = 12 * 60 * minuteMs
/** The engines give an article different times, but less than a day apart. */
const betweenEnginesMs = 20 * 60 * minuteMs
const maxRemembered = 1000
const maxOthers = 10

type Engine = 'bing' | 'google'
/** In this order: Bing gives the address of the article and a part of its text, Google only the headline and an address of its own. */
const engines: readonly Engine[] = ['bing', 'google']
const engineNames = { bing: 'Bing News', google: 'Google News' }

const settingsSchema = z.strictObject({
  bing: z.boolean().default(true),
  google: z.boolean().default(true),
  /** Such as `en-GB`. By default those that fit the languages of the alerts. */
  locales: z
    .array(
      z.string().transform((text, context): Locale => {
        const locale = parseLocale(text)
        if (locale !== undefined) return locale
        context.addIssue({ code: 'custom', message: 'expected a language and a country, such as en-GB' })
        return z.NEVER
      }),
    )
    .min(1)
    .optional(),
})

/** An article that was seen. */
const seenSchema = z.object({
  /** Digest of headline and newspaper. */
  article: z.string(),
  /** Digests of its items. Only the first one is given. */
  items: z.array(z.string()),
  /** When it came last. */
  at: z.number(),
  published: z.number().nullable(),
  /** When it was published, as each engine says. Older versions did not keep this. */
  times: z.record(z.string(), z.number()).nullable().default(null),
})
type Seen = z.output<typeof seenSchema>
/** Older versions kept one article for each headline of a newspaper. */
const formerlySeen = z
  .record(z.string(), z.object({ item: z.string(), at: z.number() }))
  .transform((all) =>
    Object.entries(all).map(
      ([article, { item, at }]): Seen => ({ article, items: [item], at, published: null, times: null }),
    ),
  )

const cursorSchema = z.object({
  okAt: z.number(),
  failures: z.record(z.string(), z.number()),
  /** The latest last. */
  seen: z.union([z.array(seenSchema), formerlySeen]),
})
type Cursor = z.output<typeof cursorSchema>

/** The searches for news of Bing and Google, which answer as feeds: a channel for each word or phrase of the alerts. */
export const news = defineSource({
  name: 'news',
  publishes: 'news-blogs',
  settings: settingsSchema,
  channels(settings, searches): PollChannel[] {
    const wanted = engines.filter((engine) => settings[engine])
    const anchors = wanted.length === 0 ? [] : [...anchorsOf(searches)]
    const requests = anchors.reduce(
      (sum, [, languages]) => sum + (settings.locales ?? localesOf(languages)).length,
      0,
    )
    return anchors.map(([anchor, languages]) => ({
      kind: 'poll',
      key: anchor,
      everyMs: Math.max(leastEveryMs, requests * shareMs),
      poll: pollNews({ anchor, engines: wanted, locales: settings.locales ?? localesOf(languages) }),
    }))
  },
})

/** Every word or phrase with the languages of its alerts. No language stands for any. */
function anchorsOf(searches: readonly Search[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { anchors, languages } of searches)
    for (const anchor of anchors
      .map((text) => text.replaceAll('"', ' ').trim())
      .filter((text) => text !== '')) {
      const known = found.get(anchor) ?? new Set()
      for (const language of languages.length === 0 ? ['en'] : languages) known.add(language)
      found.set(anchor, known)
    }
  return found
}

type Asked = { anchor: string; engines: readonly Engine[]; locales: readonly Locale[] }

function pollNews(asked: Asked): PollChannel['poll'] {
  const { anchor, engines: wanted } = asked
  return async (given, tools) => {
    const now = tools.now()
    const known = cursorSchema.safeParse(given).data ?? { okAt: now, failures: {}, seen: [] }
    const answers = await searchAll(asked, now - known.okAt, tools)
    const failed = answers.flatMap(({ engine, error }) => (error === undefined ? [] : { engine, error }))
    if (failed[0] !== undefined && failed.length === wanted.length) throw failed[0].error
    const failures = Object.fromEntries(
      failed.map(({ engine }) => [engine, (known.failures[engine] ?? 0) + 1]),
    )
    const silent = failed.filter(({ engine }) => failures[engine] === manyFailures)
    const found = answers.flatMap(({ items }) => items)
    const { items, seen } = firstOfEach(found, known.seen, now)
    return {
      items: oldestFirst(items),
      cursor: { okAt: now, failures, seen },
      ...(silent.length > 0 && {
        gap: `${silent.map(({ engine }) => engineNames[engine]).join(' and ')} refused ${manyFailures} searches for ${anchor} in a row, so results are missing.`,
      }),
    }
  }
}

type Answered = { engine: Engine; items: Found[]; error?: FetchError | NoFeedError }

/** One engine after the other. The failure of one does not concern the other. */
async function searchAll(
  { anchor, engines: wanted, locales }: Asked,
  sinceMs: number,
  tools: Tools,
): Promise<Answered[]> {
  const answers: Answered[] = []
  for (const engine of wanted) {
    const answer: Answered = { engine, items: [] }
    answers.push(answer)
    try {
      for (const locale of locales)
        answer.items.push(...(await search(engine, anchor, { locale, sinceMs }, tools)))
    } catch (error) {
      if (!(error instanceof FetchError) && !(error instanceof NoFeedError)) throw error
      tools.log.warn({ engine, anchor, reason: error.message }, 'a search for news failed')
      answer.error = error
    }
  }
  return answers
}

type Found = { engine: Engine; article: string; item: Item }

async function search(
  engine: Engine,
  anchor: string,
  { locale, sinceMs }: { locale: Locale; sinceMs: number },
  { fetch, log }: Tools,
): Promise<Found[]> {
  const address = engine === 'google' ? googleAddress(anchor, locale, sinceMs) : bingAddress(anchor, locale)
  // A page for people is the same each time, but must not count as unchanged results.
  const answer = await fetch(address, { accept: feedTypes, hostPauseMs: pauseMs, conditional: false })
  if (answer.kind === 'unchanged') return []
  const feed = parseFeed(answer.text(), answer.url)
  if (feed === undefined)
    throw new NoFeedError(
      `${engineNames[engine]} answers with a page for people instead of results. It wants a consent, or takes Overheard for a robot.`,
    )
  if (feed.entries.length >= fullPage)
    log.info({ engine, anchor }, `a search for news gave ${fullPage} results, so there may be more`)
  return feed.entries.flatMap((entry) => foundIn(entry, feed, engine, answer.url) ?? [])
}

/** Results of the last day, or of a week after a long pause. */
function googleAddress(anchor: string, { region, google }: Locale, sinceMs: number): string {
  const when = sinceMs < 0.8 * dayMs ? '1d' : '7d'
  const query = new URLSearchParams({
    q: `"${anchor}" when:${when}`,
    hl: google.hl,
    gl: region,
    ceid: google.ceid,
  })
  return `https://news.google.com/rss/search?${query}`
}

/** The newest first. */
function bingAddress(anchor: string, { language, region }: Locale): string {
  const query = new URLSearchParams({
    q: `"${anchor}"`,
    format: 'rss',
    mkt: `${language}-${region}`,
    setlang: language,
    cc: region,
    qft: 'sortbydate="1"',
  })
  return `https://www.bing.com/news/search?${query}`
}

function foundIn(given: Entry, feed: Feed, engine: Engine, address: string): Found | undefined {
  if (given.address === undefined) return undefined
  const target = unwrapped(given.address)
  const origin = originOf(given, target, engine)
  const title = headline(given.title ?? '', origin?.name)
  // Google repeats the headline as the text, or lists other headlines.
  const text = engine === 'google' ? { plain: '' } : given.text
  const { author: _, ...rest } = given
  const entry: Entry = { ...rest, title, text, address: target, origin }
  const key =
    engine === 'google' ? `google ${given.id ?? target}` : `bing ${canonicalAddress(target) ?? target}`
  const item = itemOf({ key, entry }, feed, { key: engine, address, site: {} })
  return { engine, article: digest(articleName(title, origin?.name)), item }
}

/** The newspaper. The searches name it, and Bing leaves its address to the link. */
function originOf({ origin }: Entry, target: string, engine: Engine): Entry['origin'] {
  if (engine === 'google' || origin?.address !== undefined) return origin
  const site = URL.parse(target)
  return site === null ? origin : { name: origin?.name ?? site.hostname, address: site.origin }
}

/** Google ends headlines with the name of the newspaper. */
function headline(title: string, newspaper: string | undefined): string {
  const end = ` - ${newspaper}`
  return newspaper !== undefined && title.endsWith(end) ? title.slice(0, -end.length) : title
}

const articleName = (title: string, newspaper = '') =>
  `${title} ${newspaper}`
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Drops articles that another engine or edition has given before, by headline, newspaper and time, because their addresses differ. */
function firstOfEach(
  found: readonly Found[],
  before: Cursor['seen'],
  now: number,
): { items: Item[]; seen: Cursor['seen'] } {
  const seen = new Set(before.filter(({ at }) => at > now - rememberMs))
  const items = new Map<string, Item>()
  for (const one of found) {
    const id = digest(one.item.id)
    const known = seenBefore(one, [...seen])
    const [first = id, ...others] = known?.items ?? []
    const also = id === first || others.includes(id) ? others : [...others, id].slice(-maxOthers)
    const published = known?.published ?? one.item.publishedAt ?? null
    const knownTimes = known === undefined ? {} : known.times
    const { publishedAt } = one.item
    const times = knownTimes && { ...(publishedAt && { [one.engine]: publishedAt }), ...knownTimes }
    // Deleted first, so that the oldest stay in front.
    if (known !== undefined) seen.delete(known)
    seen.add({ article: one.article, items: [first, ...also], at: now, published, times })
    if (first === id) items.set(one.item.id, one.item)
  }
  return { items: [...items.values()], seen: [...seen].slice(-maxRemembered) }
}

/** An item stays with its article if its time changes. Without a time it belongs to any article with its headline. */
function seenBefore(found: Found, seen: readonly Seen[]): Seen | undefined {
  const id = digest(found.item.id)
  const same = seen.filter((one) => one.article === found.article)
  const [nearest] = same
    .map((one) => ({ one, apart: apartMs(one, found) }))
    .filter(({ apart }) => apart !== undefined)
    .toSorted((a, b) => (a.apart ?? 0) - (b.apart ?? 0))
  return same.find(({ items }) => items.includes(id)) ?? nearest?.one
}

/** Undefined if the times are too far apart. */
function apartMs({ published, times }: Seen, { engine, item }: Found): number | undefined {
  if (published === null || item.publishedAt === undefined) return sameArticleMs
  const own = times?.[engine]
  const most = times === null || own !== undefined ? sameArticleMs : betweenEnginesMs
  const apart = Math.abs((own ?? published) - item.publishedAt)
  return apart <= most ? apart : undefined
}
