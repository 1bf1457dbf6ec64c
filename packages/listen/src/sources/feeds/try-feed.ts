import { unpack } from '@overheard/base/http'
import { prepare } from '../../fields/content.ts'
import type { Learned } from '../../fields/identity.ts'
import { languageOf, loadDetector } from '../../fields/language.ts'
import { pageOf } from '../../fields/own-address.ts'
import { searchedIn } from '../../fields/searched.ts'
import { snippetOf } from '../../fields/snippet.ts'
import { countParts, type PartCounts } from '../../query/advice/parts.ts'
import { createMatcher, type Searched } from '../../query/matcher.ts'
import type { Query } from '../../query/query.ts'
import { type Fetch, FetchError, type GivenItem, type Item } from '../../source.ts'
import type { Feed } from './feed.ts'
import { feedsOfPage } from './find-feeds.ts'
import { type Context, identifiedItems } from './items.ts'
import { findFeed, maxFeedBytes, NoFeedError } from './load-feed.ts'
import { beginningOf, readFeed } from './read-feed.ts'
import { FeedNameError, type Named, resolveName } from './short-names.ts'

/** What an entry would become. */
type TriedMention = {
  title: string
  /** Null if the entry and its feed have none; it then becomes no mention. */
  url: string | null
  /** UTC ms; null if the entry has no time. */
  date: number | null
  snippet: string
  author: string
  /** ISO 639-1, or `unknown`. */
  language: string
  /** At a second look: whether the first one gave the entry, and as which one, counted from 1. */
  is?: 'new' | 'same' | 'edited'
  of?: number
}

export type Tried =
  | {
      kind: 'feed'
      /** Undefined if it was a file. */
      address?: string
      /** What an operator should know before. */
      note?: string
      /** What is wrong with the document, each in a few words for people. */
      faults: string[]
      /** With a query, only those that it finds. */
      mentions: TriedMention[]
      /** Of all entries, if there is a query. */
      counted?: PartCounts & { looked: number }
    }
  | { kind: 'none'; sentence: string }

export type TryTools = {
  fetch: Fetch
  /** Rejects with ENOENT if there is no such file. */
  readFile: (path: string) => Promise<Buffer>
  /** UTC ms. */
  now: () => number
}

type Found = { feed: Feed; context: Context; named?: Named }

/**
 * What a feed, or a page with one, would give, and what of it a query would find. `given` is an address, a short name or a file, or several of
 * them: one look at the same feed after the other, and the result is that of the last. Rejects only for unexpected failures.
 */
export async function tryFeed(
  given: string | readonly string[],
  tools: TryTools,
  query?: Query,
): Promise<Tried> {
  try {
    const detect = await loadDetector()
    const matches = query && createMatcher([{ key: query, query }])
    let before: Item[] | undefined
    let learned: Learned | undefined
    let tried: Tried = { kind: 'none', sentence: 'There is nothing to look at.' }
    for (const one of [given].flat()) {
      const { feed, context, named } = (await foundInFile(one, tools)) ?? (await foundOnTheWeb(one, tools))
      const judging = { now: tools.now(), detect, before }
      const known = (before ?? []).flatMap((item) => givenItem(item, judging.now)).reverse()
      const identified = identifiedItems(feed, context, {
        tools: { given: () => known, givenAs: () => [], removedAt: () => [] },
        learned,
      })
      const { items } = identified
      learned = identified.learned
      const entries = items.map((item) => mentionOf(item, judging))
      const found = entries.filter(({ searched }) => matches === undefined || matches(searched).length > 0)
      const note = named?.site.note
      tried = {
        ...{ kind: 'feed', ...(named && { address: context.address }), ...(note && { note }) },
        ...{
          faults: [...(feed.faults ?? []), ...identified.faults],
          mentions: found.map(({ mention }) => mention),
        },
        ...(query && { counted: { looked: entries.length, ...countParts(query, entries.map(exampleOf)) } }),
      }
      before = [...(before ?? []), ...items.filter((item) => placeOf(item, before) === undefined)]
    }
    return tried
  } catch (error) {
    if (error instanceof NoFeedError || error instanceof FeedNameError)
      return { kind: 'none', sentence: error.message }
    if (error instanceof FetchError) return { kind: 'none', sentence: `${error.message}.` }
    throw error
  }
}

/** Undefined if there is no such file. It may be packed with gzip. */
async function foundInFile(path: string, { readFile }: TryTools): Promise<Found | undefined> {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return undefined
  const body = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new NoFeedError(`${path} cannot be read (${error.code ?? error.message}).`)
  })
  if (body === undefined) return undefined
  const document = { body: await unpack(body, undefined, maxFeedBytes).catch(() => body) }
  const feed = readFeed(document)
  if (feed !== undefined) return { feed, context: { key: path, address: '', site: {} } }
  const [named] = feedsOfPage(beginningOf(document), 'https://page.invalid/')
  const isComplete = named !== undefined && new URL(named.address).hostname !== 'page.invalid'
  throw new NoFeedError(
    isComplete ? `${path} is a page that names the feed ${named.address}.` : `${path} is no feed.`,
  )
}

async function foundOnTheWeb(given: string, { fetch }: TryTools): Promise<Found> {
  const named = resolveName(given)
  const { pauseMs } = named.site
  const options = pauseMs === undefined ? {} : { hostPauseMs: pauseMs }
  const { feed, address } = await findFeed(named.addresses, fetch, { ...options, guesses: true })
  return { feed, named, context: { key: named.key, address, site: named.site } }
}

/** The key of an entry, without the feed that it belongs to: a second look may be at a copy. */
const keyOf = ({ id }: Item) => id.slice(id.indexOf(' '))
/** Counted from 1. */
function placeOf(item: Item, before: readonly Item[] = []): number | undefined {
  const place = before.findIndex((one) => keyOf(one) === keyOf(item))
  return place === -1 ? undefined : place + 1
}

type TriedEntry = { mention: TriedMention; searched: Searched }

const exampleOf = ({ mention: { title, url }, searched }: TriedEntry) => ({ title, url: url ?? '', searched })

/** An item as it would be stored. */
function givenItem(item: Item, now: number): GivenItem[] {
  const prepared = prepare(item, 'news-blogs', now)
  if (prepared === undefined) return []
  const { id, address, publishedAt, content } = prepared
  return [
    { id, address: pageOf(address), title: content.title, published: publishedAt, text: () => content.text },
  ]
}

type Judging = {
  now: number
  detect: Awaited<ReturnType<typeof loadDetector>>
  before: readonly Item[] | undefined
}

function lookOf(item: Item, { before, now }: Judging): Pick<TriedMention, 'is' | 'of'> {
  if (before === undefined) return {}
  const of = placeOf(item, before)
  const known = of === undefined ? undefined : before[of - 1]
  if (of === undefined || known === undefined) return { is: 'new' }
  const [a, b] = [item, known].map((one) => JSON.stringify(prepare(one, 'news-blogs', now)?.content))
  return { is: a === b ? 'same' : 'edited', of }
}

function mentionOf(item: Item, judging: Judging): TriedEntry {
  const { now, detect } = judging
  const prepared = prepare(item, 'news-blogs', now)
  const { content, publishedAt } = prepared ?? withoutAddress(item, now)
  const { title, text, author } = content
  const language = languageOf(`${title} ${text}`, content.language, detect)
  const mention = {
    title,
    url: prepared === undefined ? null : asWritten(item.url, content.url),
    date: publishedAt ?? null,
    snippet: snippetOf(text === '' ? title : text, []).snippet,
    author: author.writtenBy ?? author.name,
    language,
    ...lookOf(item, judging),
  }
  return { mention, searched: searchedIn(content, { name: 'feeds' }, () => language) }
}

function withoutAddress(item: Item, now: number) {
  const prepared = prepare({ ...item, id: 'none', url: 'https://none.invalid/' }, 'news-blogs', now)
  if (prepared === undefined) throw new Error('an item with an address was refused')
  return prepared
}

/** The address as the feed has it, if it is the same. */
const asWritten = (given: string, used: string) => (URL.parse(given)?.href === used ? given : used)

/** One line for each mention, and what to know. */
export function linesOf(tried: Tried): string[] {
  if (tried.kind === 'none') return [tried.sentence]
  const { faults } = tried
  const broken = faults.length === 0 ? [] : [`The document is broken: ${faults.join('; ')}.`]
  const lines = tried.mentions.map(({ title, url, date, author, is, of }) => {
    const time =
      date === null ? 'no time         ' : new Date(date).toISOString().slice(0, 16).replace('T', ' ')
    const look = is === 'same' ? `same as ${of}` : is === 'edited' ? `edit of ${of}` : is
    return [look, time, title, author && `(${author})`, url ?? 'no address, so no mention']
      .filter(Boolean)
      .join('  ')
  })
  const { counted } = tried
  const none =
    counted === undefined ? 'The feed has no entries at the moment.' : 'The query finds nothing in it.'
  const end = lines.length === 0 ? [none] : []
  const counts = counted === undefined ? [] : countLines(counted)
  return [...(tried.note === undefined ? [] : [tried.note]), ...broken, ...lines, ...end, ...counts]
}

function countLines({ looked, parts, dropped }: PartCounts & { looked: number }): string[] {
  const counts = parts.map(({ part, found }) => `${part} in ${found}`).join(', ')
  const drops = dropped.map(({ by, found, examples }) =>
    [`${by} drops ${found}`, ...examples.map(({ title }) => `  ${title}`)].join('\n'),
  )
  return ['', `Of ${looked} ${looked === 1 ? 'entry' : 'entries'}: ${counts}.`, ...drops]
}
