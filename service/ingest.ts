import { type Content, type Prepared, prepare } from './fields/content.ts'
import { languageOf, loadDetector, unknownLanguage } from './fields/language.ts'
import { type Excerpt, excerptOf, type Found, mentionRow } from './fields/mention.ts'
import { loadScore } from './fields/sentiment.ts'
import { createMatcher, type Match, type Searched } from './query/matcher.ts'
import { parseQuery } from './query/parse-query.ts'
import type { Batch, Item, Removal, Source, Stored } from './source.ts'
import type { StoredAlert } from './store/alerts.ts'
import type { StoredItem } from './store/items.ts'
import type { Store } from './store/store.ts'

/** Where a batch comes from. `also` runs in the same transaction, for example to store the cursor. */
export type Origin = {
  source: Pick<Source, 'name' | 'publishes' | 'reach'>
  channel: string
  /** False for streams: they are too many to be stored, so items without matches are only kept in memory. */
  keepsAll: boolean
  also?: (stored: Stored) => void
}

export type Ingest = ReturnType<typeof createIngest>

/** An item is marked as seen again at most this often, in ms, so that a feed that does not change costs no writes. */
const seenEveryMs = 24 * 60 * 60 * 1000

/** So many items of streams stay in memory, for the question what a query would have found lately. */
const maxRecent = 20_000
/** Removals that arrive before their item, which a stream may give out of order. */
const maxEarlyRemovals = 10_000

export type IngestDeps = {
  store: Store
  /** UTC ms. */
  now: () => number
}

/** Turns what sources give into mentions: one for each alert and item, whichever source gives it and however often. */
export function createIngest({ store, now }: IngestDeps) {
  const { items, mentions, alerts, database } = store
  let compiled: ((searched: Searched) => Match<StoredAlert>[]) | undefined
  let recent: Recent[] = []
  const removedEarly = new Set<string>()

  function match(searched: Searched): Match<StoredAlert>[] {
    compiled ??= createMatcher(
      alerts
        .all()
        .flatMap((alert) =>
          alert.query === undefined ? [] : [{ key: alert, query: parseQuery(alert.query) }],
        ),
    )
    return compiled(searched)
  }

  const fields = async () => ({ detect: await loadDetector(), score: await loadScore() })
  type Fields = Awaited<ReturnType<typeof fields>>

  function foundIn(content: Content, source: Origin['source'], published: number, { detect }: Fields): Found {
    return {
      content,
      date: published,
      language: languageOf(`${content.title} ${content.text}`, content.language, detect),
      reach: source.reach,
    }
  }

  /** The alerts that an item matches, each with its excerpt. */
  function matchesOf(content: Content, source: Origin['source'], published: number, given: Fields): Matched {
    let found: Found | undefined
    const lazily = () => {
      found ??= foundIn(content, source, published, given)
      return found
    }
    const matches = match(searchedIn(content, source.name, () => lazily().language)).filter(({ key }) =>
      speaks(key, () => lazily().language),
    )
    if (matches.length === 0) return { matches: [] }
    const known = lazily()
    return {
      found: known,
      matches: matches.map((one) => ({ alert: one.key.key, excerpt: excerptOf(known, one, given.score) })),
    }
  }

  /** Adds a mention for each alert that has none of this item, nor of another item with the same address. */
  function addMentions(item: Pick<StoredItem, 'key' | 'root'>, { found, matches }: Matched): void {
    if (found === undefined) return
    const taken = new Set(mentions.alertsOfRoot(item.root))
    for (const { alert, excerpt } of matches)
      if (!taken.has(alert))
        mentions.addFound(alert, { item: item.key, root: item.root }, now(), (id) =>
          mentionRow(id, found, excerpt),
        )
  }

  /** A mention stays even if the edited text no longer matches, because it may have been posted. It keeps its excerpt then. */
  function changeMentions(item: StoredItem, found: Found, { matches }: Matched): void {
    for (const { seq, alert, id, reach, body } of mentions.ofItem(item.key)) {
      const excerpt = matches.find((one) => one.alert === alert)?.excerpt ?? excerptIn(body)
      mentions.change(seq, mentionRow(id, found, excerpt, reach))
    }
  }

  function storeNew(prepared: Prepared, origin: Origin, given: Fields): void {
    const { source, keepsAll } = origin
    const published = prepared.publishedAt ?? now()
    const matched = matchesOf(prepared.content, source, published, given)
    if (matched.matches.length === 0 && !keepsAll) {
      recent.push({ source, content: prepared.content, published })
      if (recent.length > 2 * maxRecent) recent = recent.slice(-maxRecent)
      return
    }
    const { id, address, author, content } = prepared
    const item = items.add({
      ...{ source: source.name, channel: origin.channel, id, address, author, content, published },
      now: now(),
    })
    addMentions(item, matched)
  }

  function storeChange(item: StoredItem, prepared: Prepared, { source }: Origin, given: Fields): void {
    const published = prepared.publishedAt ?? item.published
    items.change(item.key, prepared.content, published)
    const matched = matchesOf(prepared.content, source, published, given)
    if (item.mentions > 0)
      changeMentions(item, matched.found ?? foundIn(prepared.content, source, published, given), matched)
    addMentions(item, matched)
  }

  function storeItem(given: Item, origin: Origin, known: Fields): Stored['items'][number] {
    const prepared = prepare(given, origin.source.publishes, now())
    if (prepared === undefined || removedEarly.has(nameOf(origin.source.name, prepared.id))) return 'ignored'
    const item = items.find(origin.source.name, prepared.id)
    if (item === undefined) {
      storeNew(prepared, origin, known)
      return 'new'
    }
    if (now() - item.seen > seenEveryMs) items.see(item.key, now())
    if (item.content === null) return 'ignored'
    if (item.content === JSON.stringify(prepared.content)) return 'known'
    storeChange(item, prepared, origin, known)
    return 'changed'
  }

  function remove(source: string, removal: Removal): void {
    const found =
      'author' in removal
        ? items.byAuthor(source, removal.author)
        : [items.find(source, removal.item)].filter((item) => item !== undefined)
    if ('item' in removal && found.length === 0) {
      if (removedEarly.size >= maxEarlyRemovals) removedEarly.clear()
      removedEarly.add(nameOf(source, removal.item))
    }
    for (const { key } of found) {
      mentions.remove(mentions.ofItem(key).map(({ seq }) => seq))
      items.empty(key)
    }
  }

  return {
    /** Stores a batch in one transaction. Resolves when it is on the disk; rejects with nothing stored. */
    async store(batch: Omit<Batch, 'cursor' | 'gap'>, origin: Origin): Promise<Stored> {
      const known = await fields()
      return database.transaction(() => {
        const stored = batch.items.map((item) => storeItem(item, origin, known))
        for (const removal of batch.removals ?? []) remove(origin.source.name, removal)
        origin.also?.({ items: stored })
        store.rollUps.catchUp()
        return { items: stored }
      })
    },
    /** Call it when alerts have changed. */
    alertsChanged(): void {
      compiled = undefined
    },
  }
}

type Recent = { source: Origin['source']; content: Content; published: number }
type Matched = { found?: Found; matches: { alert: number; excerpt: Excerpt }[] }

const nameOf = (source: string, id: string) => `${source}\0${id}`

export function searchedIn(content: Content, source: string, language: () => string): Searched {
  const { title, text, url, links, author, kind } = content
  return { title, text, url, links, author, language, sources: [source, kind] }
}

/** An alert for some languages also takes texts whose language nobody knows: otherwise it would miss short posts. */
function speaks({ languages = [] }: StoredAlert, language: () => string): boolean {
  return languages.length === 0 || language() === unknownLanguage || languages.includes(language())
}

function excerptIn(body: string): Excerpt {
  const { snippet, entities, sentiment } = JSON.parse(body)
  return { snippet, highlights: entities.snippet.highlighted_text, sentiment }
}
