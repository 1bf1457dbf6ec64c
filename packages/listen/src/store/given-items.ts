import { canonicalAddress } from '@overheard/base/address'
import { pageOf } from '../fields/own-address.ts'
import type { GivenItem } from '../source.ts'
import type { Database, Value } from './database.ts'
import { canonicalIn } from './first-address.ts'

/** `url` is '' if the address is canonical. */
type Row = {
  key: number
  id: string
  address: string
  title: string
  published: number | null
  url: string | null
  isRemoved: 0 | 1
}
/** The newest first. `added` are the keys of items that were added since, perhaps in a transaction that failed. */
type Kept = { items: GivenItem[]; added: number[]; most: number }

/** The address of any other item is canonical only in its content. */
export const hasCanonical = "address LIKE '//%'"

/** So many items of all channels together stay in memory: about 10 MB. */
const mostKept = 20_000

/**
 * What sources have given, as it is compared with what they give next. A look at a feed would read the same hundreds of items as the look before,
 * so these stay in memory, and only what was added is read. A channel that finds no room is read each time.
 */
export function createGivenItems(database: Database, maxKept = mostKept) {
  const channels = new Map<string, Kept>()
  let count = 0

  const columns = `key, id, address, title, nullif(published, stored) AS published,
    iif(${hasCanonical}, '', content ->> '$.url') AS url, content IS NULL AS isRemoved`

  /** The newest items of a source for which a condition holds, the newest first. Removed ones are left out. */
  const rows = (source: string, most: number, condition: string, ...values: Value[]): Row[] =>
    database.all<Row>(
      `SELECT ${columns} FROM items
       WHERE source = ? AND ${condition} AND content IS NOT NULL ORDER BY key DESC LIMIT ?`,
      ...[source, ...values, most],
    )

  /** An item without a time of its own has that of storing. */
  const givenItem = ({ key, id, address, title, published, url, isRemoved }: Row): GivenItem => ({
    ...{ id, title, published: published ?? undefined },
    address: pageOf(canonicalIn(address) ?? canonicalAddress(url ?? '') ?? address),
    text: () => textIn(database, key),
    ...(isRemoved === 1 && { isRemoved: true }),
  })

  function drop(name: string): void {
    count -= channels.get(name)?.items.length ?? 0
    channels.delete(name)
  }

  return {
    /** Whose ids begin so: with what ids of the channel have before their first space. */
    of(source: string, idPrefix: string, most: number): GivenItem[] {
      const name = nameOf(source, idPrefix)
      const kept = channels.get(name)
      const known = kept?.most === most ? kept : undefined
      if (known?.added.length === 0) return known.items
      const range = rangeOf(idPrefix)
      const isAdded = `${isOf} AND key IN (SELECT value FROM json_each(?))`
      const added =
        known === undefined
          ? rows(source, most, isOf, ...range)
          : rows(source, most, isAdded, ...range, JSON.stringify(known.added))
      const items = [...added.map(givenItem), ...(known?.items ?? [])].slice(0, most)
      drop(name)
      if (idPrefix.endsWith(' ') && count + items.length <= maxKept) {
        channels.set(name, { items, added: [], most })
        count += items.length
      }
      return items
    },
    withIds: (source: string, ids: readonly string[]): GivenItem[] =>
      database
        .all<Row>(
          `SELECT ${columns} FROM items WHERE source = ? AND id IN (SELECT value FROM json_each(?))`,
          ...[source, JSON.stringify(ids)],
        )
        .map(givenItem),
    /** Removed items have no address. */
    removedAt: (source: string, idPrefix: string, times: readonly number[]): GivenItem[] =>
      database
        .all<Row>(
          `SELECT ${columns} FROM items WHERE address = '' AND +source = ? AND ${isOf} AND content IS NULL
             AND published IN (SELECT value FROM json_each(?))`,
          ...[source, ...rangeOf(idPrefix), JSON.stringify(times)],
        )
        .map(givenItem),
    /** Of other channels than these. */
    left: (source: string, asked: readonly string[], most: number): GivenItem[] =>
      rows(source, most, 'channel NOT IN (SELECT value FROM json_each(?))', JSON.stringify(asked)).map(
        givenItem,
      ),
    added({ source, id, key }: { source: string; id: string; key: number }): void {
      channels.get(nameOf(source, id))?.added.push(key)
    },
    /** What is kept of an item is no longer true. */
    changed: (source: string, id: string): void => drop(nameOf(source, id)),
    changedAll(): void {
      channels.clear()
      count = 0
    },
  }
}

export const textIn = (database: Database, key: number): string =>
  database.get<{ text: string }>("SELECT content ->> '$.text' AS text FROM items WHERE key = ?", key)?.text ??
  ''

const isOf = 'id >= ? AND id < ?'
const rangeOf = (idPrefix: string) => [idPrefix, `${idPrefix}\u{10ffff}`]

const nameOf = (source: string, id: string) => `${source} ${id.slice(0, id.indexOf(' ') + 1)}`
