import { canonicalAddress } from '../../src/address/index.ts'
import { isTitlePart } from '../fields/alike.ts'
import type { Content } from '../fields/content.ts'
import { pageOf } from '../fields/own-address.ts'
import type { GivenItem } from '../source.ts'
import type { Database } from './database.ts'
import { canonicalIn, firstAddress, storedAddress } from './first-address.ts'

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
  now: number
}

/** So many items with one address are compared by their titles. */
const maxCompared = 100

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
   * The root of the items that are the same as a new one, whatever their ids:
   * - in its channel, those with the same address, title and time, unless the channel has told apart what shares an address,
   * - in other sources, those with the same address,
   * - in other channels of its source, those with the same address, and the same time or a title that is alike, because some sites have one page
   *   for the entries of several feeds,
   * - elsewhere, those with the same title and time at an address that several items share.
   *
   * Items that are stored by the first rule of addresses come first, so that what was one item stays one.
   */
  const rootOf = (item: NewItem): number | null =>
    (hasFirstAddresses() ? rootAt(firstAddress(item.content.url), item) : null) ??
    rootAt(storedAddress(pageOf(item.address)), item)

  /** Canonical addresses are stored with a slash before them, and sort before all hosts. */
  const hasFirstAddresses = () =>
    database.get("SELECT 1 FROM items WHERE address >= '0' LIMIT 1") !== undefined

  function rootAt(page: string, item: NewItem): number | null {
    const { source, channel, address, content, published, isUndated } = item
    const shares = pageOf(address) === address ? 0 : 1
    return (
      database.get<{ root: number | null }>(
        `SELECT min(root) AS root FROM items
          WHERE (address = ?1 OR (address > ?1 || ' ' AND address < ?1 || '!'))
            AND CASE
              WHEN source = ?2 AND channel = ?3
                THEN ?4 = 0 AND address = ?1 AND title = ?5 AND (published = ?6 OR published = stored)
              WHEN ?4 = 1 OR address <> ?1 THEN title = ?5 AND published = ?6
              ELSE source <> ?2 OR title = ?5 OR (?7 = 0 AND published = ?6)
            END`,
        ...[page, source, channel, shares, content.title, published, isUndated ? 1 : 0],
      )?.root ?? (shares === 1 ? null : rootOfLike(page, item))
    )
  }

  function rootOfLike(page: string, { source, channel, content }: NewItem): number | null {
    const others = database.all<{ root: number; title: string }>(
      'SELECT root, title FROM items WHERE address = ? AND source = ? AND channel <> ? ORDER BY key LIMIT ?',
      ...[page, source, channel, maxCompared],
    )
    return others.find(({ title }) => isTitlePart(title, content.title))?.root ?? null
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
      if (root === null) database.run('UPDATE items SET root = key WHERE key = ?', key)
      const added = find(source, id)
      if (added === undefined) throw new Error(`the item ${id} of ${source} was not stored`)
      return added
    },
    /** The newest items of a source whose ids begin so, the newest first. Removed ones are left out. */
    given: (source: string, idPrefix: string, most: number): GivenItem[] =>
      database
        .all<Omit<GivenItem, 'text'> & { stored: number; published: number; key: number; url: string }>(
          `SELECT key, id, address, title, published, stored, iif(address LIKE '//%', '', content ->> '$.url') AS url FROM items
           WHERE source = ? AND id >= ? AND id < ? AND content IS NOT NULL ORDER BY key DESC LIMIT ?`,
          source,
          idPrefix,
          `${idPrefix}\u{10ffff}`,
          most,
        )
        .map(({ key, stored, published, url, ...item }) => ({
          ...item,
          address: pageOf(canonicalIn(item.address) ?? canonicalAddress(url) ?? item.address),
          published: published === stored ? undefined : published,
          text: () =>
            database.get<{ text: string }>(
              "SELECT content ->> '$.text' AS text FROM items WHERE key = ?",
              key,
            )?.text ?? '',
        })),
    change: (key: number, content: Content, published: number): unknown =>
      database.run(
        'UPDATE items SET content = ?, title = ?, published = ? WHERE key = ?',
        JSON.stringify(content),
        content.title,
        published,
        key,
      ),
    see: (key: number, now: number): unknown =>
      database.run('UPDATE items SET seen = ? WHERE key = ?', now, key),
    /** Only the identity stays, so that the item is not stored again. */
    empty: (key: number): unknown =>
      database.run(
        "UPDATE items SET content = NULL, author = NULL, title = '', address = '' WHERE key = ?",
        key,
      ),
    byAuthor: (source: string, author: string): StoredItem[] =>
      database.all(`SELECT ${columns} FROM items WHERE source = ? AND author = ?`, source, author),
    ofAuthorNamed: (name: string): number[] =>
      database
        .all<{ key: number; name: string | null; writtenBy: string | null }>(
          `SELECT key, content ->> '$.author.name' AS name, content ->> '$.author.writtenBy' AS writtenBy
             FROM items WHERE content IS NOT NULL`,
        )
        .filter((author) => isByAuthor(author, name))
        .map(({ key }) => key),
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
     * must not be stored again as long as their source still gives them.
     */
    forgetUnseen({ unmatchedBefore, removedBefore, most }: Forgotten): void {
      database.run(
        `DELETE FROM items WHERE key IN (SELECT key FROM items WHERE seen < ? AND mentions = 0
           AND (seen < ? OR (content IS NOT NULL AND matched = 0)) LIMIT ?)`,
        unmatchedBefore,
        removedBefore,
        most,
      )
    },
  }
}

type Forgotten = { unmatchedBefore: number; removedBefore: number; most: number }
