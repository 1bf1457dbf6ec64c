import type { Content } from '../fields/content.ts'
import { isSameItem } from '../fields/identity.ts'
import { pageOf } from '../fields/own-address.ts'
import { withoutText } from '../fields/without-text.ts'
import type { Author } from '../source.ts'
import type { Database } from './database.ts'
import { firstAddress, storedAddress } from './first-address.ts'
import { createGivenItems, hasCanonical, textIn } from './given-items.ts'

/** `content` is null for an item that its source has removed. `root` is the first item that is the same. Times are UTC ms. */
export type StoredItem = {
  key: number
  source: string
  id: string
  root: number
  content: string | null
  published: number
  stored: number
  seen: number
  mentions: number
  rechecks: number
}

export type NewItem = {
  source: string
  channel: string
  id: string
  address: string
  author: string | undefined
  content: Content
  published: number
  /** True if `published` is only the time at which the item came. */
  isUndated?: boolean
  /** The id of an item that is known to be the same. */
  sameAs?: string | undefined
  /** See `Item`. */
  isIdentified?: boolean
  now: number
}

/** An item without a time of its own has that of storing. */
const timed = <Row extends { published: number; stored: number }>(row: Row) => ({
  ...row,
  published: row.published === row.stored ? undefined : row.published,
})
type StoredPlace = Pick<StoredItem, 'key' | 'root' | 'source' | 'published' | 'stored'> & {
  channel: string
  address: string
  title: string
}
/** So many items with one address are compared with a new one, those with its title or time first. */
const maxCompared = 100

/** True if the page has several items. */
const isShared = ({ address }: { address: string }) => pageOf(address) !== address

const nameKey = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** Names of authors and of the sites that they write for are compared without regard to case, as people write them. */
export function isByAuthor(
  author: { name: string | null; writtenBy?: string | null },
  name: string,
): boolean {
  return [author.name, author.writtenBy].some((one) => one != null && nameKey(one) === nameKey(name))
}

/** What sources have given: everything that became a mention, and for some days the rest. */
export function createItems(database: Database) {
  const columns = 'key, source, id, root, content, published, stored, seen, mentions, rechecks'
  const find = (source: string, id: string) =>
    database.get<StoredItem>(`SELECT ${columns} FROM items WHERE source = ? AND id = ?`, source, id)

  /**
   * The first of the items that are the same as a new one, whatever their ids. Items that are stored by the first rule of addresses come first,
   * so that what was one item stays one.
   */
  function rootOf(item: NewItem): number | null {
    const known = item.sameAs === undefined ? undefined : find(item.source, item.sameAs)
    if (known !== undefined) return known.root
    const old = hasFirstAddresses() ? rootAt(firstAddress(item.content.url), item) : null
    return old ?? rootAt(storedAddress(pageOf(item.address)), item)
  }

  /** Canonical addresses are stored with a slash before them, and sort before all hosts. */
  const hasFirstAddresses = () =>
    database.get("SELECT 1 FROM items WHERE address >= '0' LIMIT 1") !== undefined

  function rootAt(page: string, item: NewItem): number | null {
    const { source, channel, address, content, published, isUndated, isIdentified = false } = item
    const { title } = content
    const placed = {
      ...{ source, channel, address, title, isIdentified, text: () => content.text },
      published: isUndated ? undefined : published,
    }
    const others = database.all<StoredPlace>(
      `SELECT key, root, source, channel, address, title, published, stored FROM items
        WHERE address = ?1 OR (address > ?1 || ' ' AND address < ?1 || '!')
        ORDER BY (title = ?2) + (published = ?3) DESC, key LIMIT ?4`,
      ...[page, title, published, maxCompared],
    )
    const channelOf = (one: Pick<StoredPlace, 'source' | 'channel'>) => `${one.source} ${one.channel}`
    const sharing = new Set(others.filter(isShared).map(channelOf))
    const roots = others.flatMap((one) =>
      isSameItem(
        placed,
        { ...timed(one), text: () => textIn(database, one.key) },
        isShared(item) || sharing.has(channelOf(one)),
      )
        ? one.root
        : [],
    )
    return roots.length === 0 ? null : Math.min(...roots)
  }

  const given = createGivenItems(database)

  /** Only the identity stays, so that the item is not stored again. */
  function empty({ key, source, id }: Pick<StoredItem, 'key' | 'source' | 'id'>): void {
    given.changed(source, id)
    database.run(
      "UPDATE items SET content = NULL, author = NULL, title = '', address = '' WHERE key = ?",
      key,
    )
  }

  function dropText({ key, source, id }: Pick<StoredItem, 'key' | 'source' | 'id'>): void {
    const content = database.get<{ content: string }>('SELECT content FROM items WHERE key = ?', key)?.content
    if (content === undefined) return
    given.changed(source, id)
    const short = JSON.stringify(withoutText(JSON.parse(content)))
    database.run('UPDATE items SET content = ?, author = NULL WHERE key = ?', short, key)
  }

  return {
    find,
    add(item: NewItem): StoredItem {
      const { source, channel, id, address, author, content, published, now } = item
      const root = rootOf(item)
      const key = database.insert(
        `INSERT INTO items (source, channel, id, address, root, author, content, title, published, stored, seen)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        source,
        channel,
        id,
        storedAddress(address),
        root ?? 0,
        author ?? null,
        JSON.stringify(content),
        content.title,
        published,
        now,
        now,
      )
      if (key === undefined) throw new Error(`the item ${id} of ${source} is stored already`)
      given.added({ source, id, key })
      if (root === null) database.run('UPDATE items SET root = key WHERE key = ?', key)
      const added = find(source, id)
      if (added === undefined) throw new Error(`the item ${id} of ${source} was not stored`)
      return added
    },
    given: given.of,
    givenAs: given.withIds,
    removedAt: given.removedAt,
    left: given.left,
    authorOf(source: string, id: string): Author | undefined {
      const row = database.get<{ id: string | null; author: string }>(
        "SELECT author AS id, content ->> '$.author' AS author FROM items WHERE source = ? AND id = ? AND content IS NOT NULL",
        ...[source, id],
      )
      return row && { ...JSON.parse(row.author), ...(row.id !== null && { id: row.id }) }
    },
    change(
      { key, source, id }: StoredItem,
      content: Content,
      published: number,
      author: string | undefined,
    ): void {
      const { title } = content
      const isAlike = `SELECT 1 FROM items WHERE key = ? AND title = ? AND published = ? AND (${hasCanonical} OR content ->> '$.url' = ?)`
      if (database.get(isAlike, key, title, published, content.url) === undefined) given.changed(source, id)
      const change =
        'UPDATE items SET content = ?, title = ?, published = ?, author = coalesce(?, author) WHERE key = ?'
      database.run(change, JSON.stringify(content), title, published, author ?? null, key)
    },
    see: (key: number, now: number): unknown =>
      database.run('UPDATE items SET seen = ? WHERE key = ?', now, key),
    empty,
    byAuthor: (source: string, author: string): StoredItem[] =>
      database.all(`SELECT ${columns} FROM items WHERE source = ? AND author = ?`, source, author),
    ofAuthorNamed: (name: string) =>
      database
        .all<Pick<StoredItem, 'key' | 'source' | 'id'> & { name: string | null; writtenBy: string | null }>(
          `SELECT key, source, id, content ->> '$.author.name' AS name, content ->> '$.author.writtenBy' AS writtenBy
             FROM items WHERE content IS NOT NULL`,
        )
        .filter((author) => isByAuthor(author, name)),
    /** Newest first. */
    recent: (most: number): StoredItem[] =>
      database.all(`SELECT ${columns} FROM items WHERE content IS NOT NULL ORDER BY key DESC LIMIT ?`, most),
    /** Items that became mentions and have reached an age at which their source is asked again. */
    dueForRecheck: (source: string, rechecks: number, publishedBefore: number, most: number): StoredItem[] =>
      database.all(
        `SELECT ${columns} FROM items WHERE source = ? AND rechecks = ? AND published <= ? AND mentions > 0 AND content IS NOT NULL
         ORDER BY published LIMIT ?`,
        source,
        rechecks,
        publishedBefore,
        most,
      ),
    rechecked: (key: number): unknown =>
      database.run('UPDATE items SET rechecks = rechecks + 1 WHERE key = ?', key),
    /**
     * Forgets items without mentions that no source has given since a time, and later those that became mentions once or were removed: these
     * must not be stored again as long as their source still gives them. An item of a channel that has given nothing since is not forgotten
     * (`unseenMs`), because an entry without a time would come back as a new one, unless the channel itself is silent for long: of these only
     * what tells them apart stays.
     */
    forgetUnseen({ unmatchedBefore, removedBefore, unseenMs, silentBefore, most }: Forgotten): void {
      const forgotten = database.run(
        `DELETE FROM items WHERE key IN (SELECT items.key FROM items
           LEFT JOIN channels ON channels.source = items.source AND channels.key = items.channel
           WHERE seen < ? AND mentions = 0 AND (seen < ? OR (content IS NOT NULL AND matched = 0))
             AND (seen < coalesce(state ->> '$.givenAt', 0) - ? OR coalesce(state ->> '$.okAt', 0) < ?) LIMIT ?)`,
        unmatchedBefore,
        removedBefore,
        unseenMs,
        silentBefore,
        most,
      )
      if (forgotten > 0) given.changedAll()
      const kept = database.all<Pick<StoredItem, 'key' | 'source' | 'id'> & { isRemoved: 0 | 1 }>(
        `SELECT key, source, id, seen < ?1 AS isRemoved FROM items
           WHERE seen < max(?1, ?2) AND mentions = 0 AND content IS NOT NULL
             AND (seen < ?1 OR (matched = 0 AND content ->> '$.dropped' IS NULL)) LIMIT ?3`,
        removedBefore,
        unmatchedBefore,
        most,
      )
      database.transaction(() => {
        for (const { isRemoved, ...item } of kept) (isRemoved === 1 ? empty : dropText)(item)
      })
    },
  }
}

/** Times are UTC ms. */
type Forgotten = {
  unmatchedBefore: number
  removedBefore: number
  /** An item is forgotten if its channel gave others so much later. */
  unseenMs: number
  /** Channels that failed ever since count as silent. */
  silentBefore: number
  most: number
}
