import { canonicalAddress } from '@overheard/base/address'
import { type Content, type Prepared, prepare } from './fields/content.ts'
import { type Detector, loadDetector, unknownLanguage } from './fields/language.ts'
import { type Excerpt, excerptOf, type Found, isRated, mentionRow, placesOf } from './fields/mention.ts'
import { languageIn, searchedIn } from './fields/searched.ts'
import type { Moved } from './fields/sentiment/lessons.ts'
import type { Sentiment } from './fields/sentiment/lexicon.ts'
import { type Judge, loadJudge, loadTeacher, type MovedWords } from './fields/sentiment/sentiment.ts'
import { withoutText } from './fields/without-text.ts'
import { countParts, type Example, type PartCounts } from './query/advice/parts.ts'
import { quietDays, unheardWarnings } from './query/advice/unheard.ts'
import type { QueryWarning } from './query/advice/unlikely.ts'
import { createMatcher, type Match, type Searched } from './query/matcher.ts'
import { acceptedForm, parseQuery } from './query/parse-query.ts'
import type { Query } from './query/query.ts'
import type { Batch, Item, Removal, Source, Stored } from './source.ts'
import type { StoredAlert } from './store/alerts.ts'
import { isByAuthor, type StoredItem } from './store/items.ts'
import type { Store } from './store/store.ts'

/** Where a batch comes from. `also` runs in the same transaction, for example to store the cursor. */
export type Origin = {
  source: Pick<Source, 'name' | 'publishes' | 'reach'>
  channel: string
  /** True if items without matches are stored, too. False for streams, which have too many: these stay in memory. */
  keepsAll: boolean
  also?: (stored: Stored) => void
}

export type Ingest = ReturnType<typeof createIngest>

/** An item is marked as seen again at most this often, in ms, so that a feed that does not change costs no writes. */
const seenEveryMs = 24 * 60 * 60 * 1000

/** So many items of streams stay in memory, for the question what a query would have found lately. */
const maxRecent = 20_000
/** So many stored items are compared for a preview and for a new alert. */
const maxStoredRecent = 5000
/** Parts of queries that find nothing are counted at most this often, in ms: it costs as much as a preview. */
const countedEveryMs = 60 * 60 * 1000
/** So many corrections of an alert, the newest, move its words. */
const mostLessons = 500
/** So many other mentions of an alert, the newest, tell which words are its topics. */
const mostOthers = 300
/** Removals that arrive before their item, which a stream may give out of order. */
const maxEarlyRemovals = 10_000

export type IngestDeps = {
  store: Store
  sourceNamed: (name: string) => Origin['source'] | undefined
  /** UTC ms. */
  now: () => number
}

/** Turns what sources give into mentions: one for each alert and item, whichever source gives it and however often. */
export function createIngest({ store, sourceNamed, now }: IngestDeps) {
  const { items, mentions, alerts, database } = store
  let compiled: ((searched: Searched) => Match<StoredAlert>[]) | undefined
  let counted: { at: number; warnings: Map<number, QueryWarning[]> } | undefined
  /** Oldest first. */
  const recent = new Map<string, Unstored>()
  const removedEarly = new Set<string>()
  /** What corrections have moved, by alert and language. */
  const moved = new Map<number, ReadonlyMap<string, Moved>>()

  function match(searched: Searched): Match<StoredAlert>[] {
    compiled ??= createMatcher(
      alerts.all().flatMap((alert) => queryOf(alert).map((query) => ({ key: alert, query }))),
    )
    return compiled(searched)
  }

  const fields = async () => ({
    detect: await loadDetector(),
    judge: await loadJudge(),
    teacher: await loadTeacher(),
  })
  type Fields = Awaited<ReturnType<typeof fields>>

  function foundIn(content: Content, source: Origin['source'], published: number, { detect }: Fields): Found {
    return {
      content,
      date: published,
      language: languageIn(content, detect),
      reach: source.reach,
    }
  }

  function movedIn(alert: number, { teacher }: Fields): ReadonlyMap<string, Moved> {
    let known = moved.get(alert)
    if (known === undefined) {
      const lessons = store.corrections.of(alert, mostLessons).map(({ language, sentiment, body }) => {
        const { snippet: text, highlights } = excerptIn(body)
        return { language, sentiment, text, places: placesOf(highlights) }
      })
      const others = () =>
        store.corrections
          .uncorrected(alert, mostOthers)
          .map(({ language, body }) => ({ language, text: excerptIn(body).snippet }))
      known = lessons.length === 0 ? new Map() : teacher.learn(lessons, others())
      moved.set(alert, known)
    }
    return known
  }

  /** What people have corrected in an alert moves its words. */
  function judgeOf(alert: number, given: Fields): Judge {
    const known = movedIn(alert, given)
    return (text, language, about) => {
      const words = known.get(language)
      return given.judge(text, language, { ...about, ...(words && { moved: words }) })
    }
  }

  /** The alerts that an item matches, each with its excerpt. */
  function matchesOf(content: Content, source: Origin['source'], published: number, given: Fields): Matched {
    if (content.isOld) return { matches: [] }
    let found: Found | undefined
    const lazily = () => {
      found ??= foundIn(content, source, published, given)
      return found
    }
    const matches = match(searchedIn(content, source, () => lazily().language)).filter(({ key }) =>
      speaks(key, () => lazily().language),
    )
    if (matches.length === 0) return { matches: [] }
    const known = lazily()
    return {
      found: known,
      matches: matches.map((one) => ({
        alert: one.key.key,
        excerpt: excerptOf(known, one, judgeOf(one.key.key, given)),
      })),
    }
  }

  /** Adds a mention for each alert that has none of this item, nor of another item with the same address. */
  function addMentions(item: Pick<StoredItem, 'key' | 'root'>, { found, matches }: Matched): void {
    if (found === undefined) return
    const taken = new Set(mentions.alertsOfRoot(item.root))
    for (const { alert, excerpt } of matches) {
      counted?.warnings.delete(alert)
      if (!taken.has(alert))
        mentions.addFound(alert, { item: item.key, root: item.root }, now(), (id) =>
          mentionRow(id, found, excerpt),
        )
    }
  }

  /** A mention stays even if the edited text no longer matches, because it may have been posted. It keeps its excerpt then. */
  function changeMentions(item: StoredItem, found: Found, { matches }: Matched): void {
    for (const { seq, alert, id, reach, body } of mentions.ofItem(item.key)) {
      const before = excerptIn(body)
      const after = matches.find((one) => one.alert === alert)?.excerpt ?? before
      // A later version may judge the same words differently, but nobody has edited them.
      const isSame = after.snippet === before.snippet && !isRated(found.content)
      const excerpt = isSame ? { ...after, sentiment: before.sentiment } : after
      mentions.change(seq, mentionRow(id, found, excerpt, reach))
    }
  }

  function storeNew(prepared: Prepared, origin: Origin, given: Fields): void {
    const { source, keepsAll } = origin
    const at = now()
    const published = prepared.publishedAt ?? at
    const matched = matchesOf(prepared.content, source, published, given)
    const name = nameOf(source.name, prepared.id)
    recent.delete(name)
    if (matched.matches.length > 0 || keepsAll)
      addMentions(addItem({ prepared, origin, published, at }), matched)
    else {
      recent.set(name, { prepared, origin, published, at })
      const [oldest] = recent.keys()
      if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest)
    }
  }

  const addItem = ({ prepared, origin, published, at }: Unstored): StoredItem =>
    items.add({
      ...{ source: origin.source.name, channel: origin.channel, published, now: at },
      ...{ id: prepared.id, address: prepared.address, author: prepared.author, content: prepared.content },
      ...{ isUndated: prepared.publishedAt === undefined, sameAs: prepared.sameAs },
      isIdentified: prepared.isIdentified,
    })

  function storeChange(item: StoredItem, prepared: Prepared, { source }: Origin, given: Fields): void {
    const published = prepared.publishedAt ?? item.published
    items.change(item, prepared.content, published, prepared.author)
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
    // A later look does not tell either when an old item was published.
    if (prepared.publishedAt === undefined && JSON.parse(item.content).isOld) prepared.content.isOld = true
    const { content } = prepared
    if ([content, withoutText(content)].some((one) => item.content === JSON.stringify(one))) return 'known'
    storeChange(item, prepared, origin, known)
    return 'changed'
  }

  function remove(source: string, removal: Removal): void {
    for (const item of 'author' in removal
      ? authorsItems(source, removal.author)
      : oneItem(source, removal.item)) {
      const seqs = mentions.ofItem(item.key).map(({ seq }) => seq)
      store.removals.add(seqs, now())
      mentions.remove(seqs)
      items.empty(item)
    }
  }

  function authorsItems(source: string, author: string): StoredItem[] {
    for (const [name, { prepared, origin }] of recent)
      if (origin.source.name === source && prepared.author === author) recent.delete(name)
    return items.byAuthor(source, author)
  }

  function oneItem(source: string, id: string): StoredItem[] {
    const item = items.find(source, id)
    if (item !== undefined) return [item]
    removeUnstored(nameOf(source, id))
    return []
  }

  function removeUnstored(name: string): void {
    recent.delete(name)
    removedEarly.add(name)
    const [oldest] = removedEarly
    if (removedEarly.size > maxEarlyRemovals && oldest !== undefined) removedEarly.delete(oldest)
  }

  /** Stored items, and those of streams that are only in memory. `storing` gets the names of those that are stored from here. */
  function lately(storing = new Set<string>()): Recent[] {
    const stored = items.recent(maxStoredRecent).flatMap((item): Recent[] => {
      const source = sourceNamed(item.source)
      const content: Content | null = item.content && JSON.parse(item.content)
      if (source === undefined || content === null || content.isOld || content.dropped) return []
      return [{ source, content, published: item.published, store: () => item }]
    })
    const others = [...recent].map(([name, one]): Recent => {
      const { prepared, origin, published } = one
      const store = () => {
        storing.add(name)
        return items.find(origin.source.name, prepared.id) ?? addItem(one)
      }
      return { source: origin.source, content: prepared.content, published, store }
    })
    return [...stored, ...others]
  }

  /** Items that a source was asked for only to look at. */
  const unstored = (source: Origin['source'], given: readonly Item[]): Candidate[] =>
    given.flatMap((item) => {
      const prepared = prepare(item, source.publishes, now())
      if (prepared === undefined) return []
      return [{ source, content: prepared.content, published: prepared.publishedAt ?? now() }]
    })

  /** The candidates that match, newest first. Nothing is awaited, because a batch in between may change or remove them. */
  function find<Some extends Candidate>(
    { query, languages = [] }: Pick<StoredAlert, 'query' | 'languages'>,
    candidates: readonly Some[],
    { detect }: Fields,
  ) {
    if (query === undefined) return []
    const matching = createMatcher([{ key: languages, query: parseQuery(query) }])
    const newestFirst = candidates.toSorted((a, b) => b.published - a.published)
    return newestFirst.flatMap((one) => {
      const { content } = one
      const language = () => languageIn(content, detect)
      const [match] = matching(searchedIn(content, one.source, language))
      if (match === undefined || !speaks({ languages }, language)) return []
      return [{ ...one, match, language: language() }]
    })
  }

  /** Makes mentions of what an alert that is new would have found lately. */
  function searchRecent(alert: StoredAlert, storing: Set<string>, given: Fields): void {
    const found = find(alert, lately(storing), given)
    for (const { content, source, published, match, store } of found.toReversed()) {
      const known = foundIn(content, source, published, given)
      const excerpt = excerptOf(known, match, judgeOf(alert.key, given))
      addMentions(store(), { found: known, matches: [{ alert: alert.key, excerpt }] })
    }
  }

  function alertsChanged(): void {
    compiled = undefined
    counted = undefined
  }

  return {
    /** Later mentions of the alert are judged with it. Without a sentiment it is taken back. Returns false if there is no such mention. */
    correct(mention: string, sentiment: Sentiment | undefined): boolean {
      const alert = store.corrections.set(mention, sentiment)
      if (alert === undefined) return false
      moved.delete(alert)
      return true
    },
    /** The words of a mention that corrections in its alert have moved. */
    async movedWords(mention: string): Promise<MovedWords> {
      const given = await fields()
      const found = store.corrections.mention(mention)
      const words = found && movedIn(found.alert, given).get(found.language)
      if (found === undefined || words === undefined) return []
      const { snippet, highlights } = excerptIn(found.body)
      return given.teacher.movedIn(snippet, placesOf(highlights), found.language, words)
    },
    /** Stores a batch in one transaction. Resolves when it is on the disk; rejects with nothing stored. */
    async store(batch: Omit<Batch, 'cursor' | 'gap'>, origin: Origin): Promise<Stored> {
      const known = await fields()
      return database.transaction(() => {
        const stored = batch.items.map((item) => storeItem(item, origin, known))
        for (const removal of batch.removals ?? []) remove(origin.source.name, removal)
        origin.also?.({ items: stored })
        store.rollUps.catchUpIfBehind()
        return { items: stored }
      })
    },
    /** Removes everything by the authors of this name, or only counts it. Their items are not stored again. */
    forgetAuthor(name: string, dryRun: boolean): { items: number; mentions: number } {
      const unstored = [...recent].filter(([, { prepared }]) => isByAuthor(prepared.content.author, name))
      const { items: stored, mentions } = store.forgetAuthor(name, dryRun)
      if (!dryRun) for (const [key] of unstored) removeUnstored(key)
      if (!dryRun) moved.clear()
      return { items: stored + unstored.length, mentions }
    },
    /** Call it when alerts have changed. */
    alertsChanged,
    /** Of alerts that have found nothing for days, by their keys: which part of the query no post has that was heard lately. */
    async unheardWarnings(): Promise<ReadonlyMap<number, QueryWarning[]>> {
      if (counted !== undefined && Math.abs(now() - counted.at) < countedEveryMs) return counted.warnings
      // Without a quiet alert nothing is counted, and the languages need not be loaded.
      const isQuiet = () => alerts.quietSince(now() - quietDays * 24 * 60 * 60 * 1000)
      const detect = isQuiet().length === 0 ? undefined : await loadDetector()
      const quiet = isQuiet().flatMap((alert) => queryOf(alert).map((query) => ({ key: alert.key, query })))
      const posts = detect === undefined ? [] : lately().map((one) => searchedOf(one, { detect }))
      counted = { at: now(), warnings: detect === undefined ? new Map() : unheardWarnings(quiet, posts) }
      return counted.warnings
    },
    /**
     * Runs `make`, and makes mentions of what its alerts would have found lately, in one transaction: an alert without them could not be made
     * again. Returns the alerts.
     */
    async addAlerts(make: () => StoredAlert[]): Promise<StoredAlert[]> {
      const given = await fields()
      const storing = new Set<string>()
      const added = database.transaction(() => {
        const alerts = make()
        for (const alert of alerts) searchRecent(alert, storing, given)
        return alerts
      })
      // Not before they are on the disk.
      for (const name of storing) recent.delete(name)
      alertsChanged()
      return added
    },
    /** What a query would have found lately, and in how many of the items its parts are. */
    async preview(
      { query, languages }: Required<Pick<StoredAlert, 'query' | 'languages'>>,
      asked: readonly { source: Origin['source']; items: readonly Item[] }[],
    ): Promise<Preview> {
      const given = await fields()
      const candidates = [...lately(), ...asked.flatMap(({ source, items }) => unstored(source, items))]
      const found = find({ query, languages }, candidates, given)
      const apart = new Map(
        found.map((one) => [`${canonicalAddress(one.content.url)} ${one.content.title}`, one]),
      )
      return {
        looked: candidates.length,
        found: apart.size,
        bySource: Object.fromEntries(
          [...Map.groupBy(apart.values(), ({ source }) => source.name)].map(([name, some]) => [
            name,
            some.length,
          ]),
        ),
        examples: [...apart.values()]
          .slice(0, previewed)
          .map(({ content, match, source, published, language }) => ({
            source: source.name,
            title: content.title,
            url: content.url,
            date: published,
            author: content.author.name,
            language,
            snippet: excerptOf({ content, language }, match, given.judge).snippet,
          })),
        ...countParts(
          parseQuery(query),
          candidates.map((one) => ({ ...one.content, searched: searchedOf(one, given) })),
        ),
      }
    },
  }
}

/** So many examples of each kind are shown. */
const previewed = 3
/** `looked`: how many items were compared. The newest examples come first. */
export type Preview = PartCounts & {
  looked: number
  found: number
  bySource: Record<string, number>
  examples: (Example & { source: string; date: number; author: string; language: string; snippet: string })[]
}

/** An item of a stream that matched no alert. It came `at` this time, which is that of an item without a time, too. */
type Unstored = { prepared: Prepared; origin: Origin; published: number; at: number }

/** `store` stores the item if it is not stored yet. */
type Recent = Candidate & { store: () => StoredItem }
type Candidate = { source: Origin['source']; content: Content; published: number }
type Matched = { found?: Found; matches: { alert: number; excerpt: Excerpt }[] }

/** None if the alert finds nothing at all. */
function queryOf({ query }: StoredAlert): Query[] {
  const accepted = query && acceptedForm(query)
  return accepted ? [parseQuery(accepted)] : []
}

const nameOf = (source: string, id: string) => `${source}\0${id}`

const searchedOf = ({ content, source }: Candidate, { detect }: { detect: Detector }): Searched =>
  searchedIn(content, source, () => languageIn(content, detect))

/** An alert for some languages also takes texts whose language nobody knows: otherwise it would miss short posts. */
function speaks({ languages = [] }: Pick<StoredAlert, 'languages'>, language: () => string): boolean {
  return languages.length === 0 || language() === unknownLanguage || languages.includes(language())
}

function excerptIn(body: string): Excerpt {
  const { snippet, entities, sentiment } = JSON.parse(body)
  return { snippet, highlights: entities.snippet.highlighted_text, sentiment }
}
