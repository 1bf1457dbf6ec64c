import { createIngest } from '../../../src/ingest.ts'
import type { Item, Json, Tools } from '../../../src/source.ts'
import { pollFeed } from '../../../src/sources/feeds/poll-feed.ts'
import { resolveName } from '../../../src/sources/feeds/short-names.ts'
import { feeds } from '../../../src/sources/feeds.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import {
  type Article,
  articleOf,
  begun,
  type Facts,
  type Habit,
  hour,
  mixed,
  type Publisher,
} from './publishers.ts'

/** Follows the feeds of publishers with everything that reads, identifies and stores their entries. */

export type Kind = { name: string; publisher: Publisher; habit: Habit; seed: number }

/** `lost`: articles without an item of their own. `doubled`: items too many. */
export type Result = { entries: number; lost: number; doubled: number }

const interval = 4 * hour

/** Every habit of every publisher that has it. */
export function kindsOf(
  publishers: Record<string, Publisher>,
  habits: Record<string, Habit>,
  seed = 1,
): Kind[] {
  return Object.entries(publishers).flatMap(([who, publisher], number) =>
    Object.entries(habits)
      .filter(([, { fits = () => true }]) => fits(publisher, who))
      .map(([what, habit]) => ({ name: `${who}, ${what}`, publisher, habit, seed: mixed(seed, number) })),
  )
}

type Document = { channel: string; page: string; entries: { facts: Facts; truth: number }[] }

const initial = 6

/** The documents of all feeds of a publisher at a look. */
function documentsOf({ publisher, habit, seed }: Kind, look: number): Document[] {
  const { page, window = 8, pace = 0.7, other } = publisher
  const fetch = habit.cached?.(look) ?? look
  const count = initial + Math.floor(fetch * pace)
  const published = Array.from({ length: count }, (_, number): Article => {
    const came = number < initial ? 0 : Math.ceil((number - initial + 1) / pace)
    // The clocks of publishers are no more exact than a second.
    const at =
      begun +
      came * interval -
      (initial - Math.min(number, initial)) * 5 * hour -
      (mixed(seed, number, 8) % 3000) * 1000
    const { article = (one: Article) => one } = publisher
    const one = article(articleOf(seed, number, at))
    return habit.article?.(one, { fetch, age: fetch - came }) ?? one
  }).reverse()
  const ages = new Map(
    published.map(({ number }) => [
      number,
      number < initial ? fetch : fetch - Math.ceil((number - initial + 1) / pace),
    ]),
  )
  const write = (articles: Article[], of: Publisher['write'], from = 0) => {
    const listed = habit.list?.(articles, fetch) ?? articles
    return listed.slice(0, window).map((article, place) => {
      const at = { fetch, place, age: ages.get(article.number) ?? 0 }
      const facts = of(article, at)
      return { facts: habit.facts?.(facts, at, article) ?? facts, truth: article.number + from }
    })
  }
  const name = habit.channel?.(fetch) ?? 'feed'
  const pageOf = (one: string) => habit.page?.(one, fetch) ?? one
  const first = {
    channel: `https://x.example/${name}`,
    page: pageOf(page),
    entries: write(published, publisher.write),
  }
  if (other === undefined) return [first]
  const shared = published.filter(other.has)
  // Without common articles the second feed has its own.
  const isOwn = shared.length === 0
  const own = isOwn
    ? published.map((one) => ({ ...articleOf(seed + 1, one.number, one.at + 777_000), at: one.at + 777_000 }))
    : shared
  return [
    first,
    {
      channel: `https://y.example/${name}`,
      page: pageOf(other.page),
      entries: write(own, other.write, isOwn ? 1000 : 0),
    },
  ]
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** As RSS. The name of the author tells the truth; nothing compares it. */
function rssOf({ page, entries }: Document): string {
  const element = (name: string, value: string | undefined) =>
    value === undefined ? '' : `<${name}>${escaped(value)}</${name}>`
  const items = entries.map(({ facts: { id, link, title, text, at, file }, truth }) =>
    [
      id !== undefined && `<guid isPermaLink="false">${escaped(id)}</guid>`,
      element('link', link),
      element('title', title),
      element('description', text),
      at !== undefined && element('pubDate', new Date(at).toUTCString()),
      file !== undefined && `<enclosure url="${escaped(file)}" type="audio/mpeg" length="1"/>`,
      element('dc:creator', `Number ${truth}`),
    ]
      .filter((part) => part !== false)
      .join(''),
  )
  return `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>X</title><link>${escaped(page)}</link>${items.map((item) => `<item>${item}</item>`).join('')}</channel></rss>`
}

/** What becomes of the entries of so many looks. */
export async function follow(kind: Kind, fetches = 20): Promise<Result> {
  const store = openStore(':memory:')
  let now = begun
  const ingest = createIngest({ store, sourceNamed: () => feeds, now: () => now })
  const cursors = new Map<string, Json>()
  const tally = createTally()
  const { compared: most = 2000 } = kind.publisher
  for (let fetch = 0; fetch < fetches; fetch += 1) {
    now = begun + fetch * interval + 61_234
    const documents = documentsOf(kind, fetch)
    const asked = documents.map(({ channel }) => channel)
    for (const document of documents) {
      const { channel, entries } = document
      const poll = pollFeed(resolveName(channel), { place: 0, of: 1 })
      const batch = await poll(cursors.get(channel), toolsFor(rssOf(document), { asked, store, now, most }))
      if (batch.cursor !== undefined) cursors.set(channel, batch.cursor)
      await ingest.store(batch, { source: feeds, channel, keepsAll: true })
      tally.shown(entries)

      for (const item of batch.items) tally.stored(item, store.items.find('feeds', item.id)?.root)
    }
  }
  store.close()
  return tally.result()
}

function createTally() {
  const itemsOf = new Map<number, Set<number>>()
  const truthsOf = new Map<number, Set<number>>()
  const tooMany = (sets: Map<number, Set<number>>) =>
    [...sets.values()].reduce((total, { size }) => total + Math.max(0, size - 1), 0)
  return {
    shown(entries: Document['entries']): void {
      for (const { truth } of entries) itemsOf.set(truth, itemsOf.get(truth) ?? new Set())
    },
    stored({ author }: Item, root: number | undefined): void {
      if (root === undefined) return
      const truth = Number(/\d+/.exec(author.writtenBy ?? author.name)?.[0])
      itemsOf.get(truth)?.add(root)
      truthsOf.set(root, (truthsOf.get(root) ?? new Set()).add(truth))
    },
    result(): Result {
      const missing = [...itemsOf.values()].filter(({ size }) => size === 0).length
      return { entries: itemsOf.size, lost: tooMany(truthsOf) + missing, doubled: tooMany(itemsOf) }
    },
  }
}

type World = { asked: string[]; store: Store; now: number; most: number }

function toolsFor(document: string, { asked, store, now, most }: World): Tools {
  const nothing = () => undefined
  return {
    ...{
      now: () => now,
      random: () => 0,
      signal: new AbortController().signal,
      sleep: async () => undefined,
    },
    log: { info: nothing, warn: nothing, error: nothing },
    fetch: async (url) => ({
      ...{ kind: 'fresh', url, status: 200, headers: {}, body: Buffer.from(document), text: () => document },
    }),
    socket: () => {
      throw new Error('The test did not expect a websocket.')
    },
    given: (prefix) => store.items.given('feeds', prefix, most),
    givenAs: (ids) => store.items.givenAs('feeds', ids),
    removedAt: (prefix, times) => store.items.removedAt('feeds', prefix, times),
    authorOf: () => undefined,
    left: () => store.items.left('feeds', asked, 2000),
  }
}
