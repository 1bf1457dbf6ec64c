import { createHash } from 'node:crypto'
import { canonicalAddress } from '../../fields/canonical-address.ts'
import type { Entry } from './feed.ts'

/** An entry with its key: the same in each document of the feed, and unique within one. */
export type Identified = { key: string; entry: Entry }

/** Whether the feed's own ids tell entries apart. If it makes new ones up each time, the addresses of the entries do. */
export type IdentifiedBy = 'id' | 'address'

/** What is kept of the last document of a feed, to notice new entries and ids that do not last. */
export type Memory = {
  by: IdentifiedBy
  /** Digests of the first entries. */
  ids: string[]
  addresses: string[]
  /** So many documents in a row had new ids at known addresses. */
  changedIds: number
}

/** Enough to recognise a document by. */
const maxRemembered = 100
/** This share of the entries makes ids suspicious, in so many documents in a row. */
const suspiciousShare = 0.8
const suspiciousDocuments = 2
const maxKey = 300

/**
 * One key for each entry. Of two entries with one key, the one that was updated last counts. If a feed has the same id for several
 * addresses, each address is an entry.
 */
export function identify(entries: readonly Entry[], by: IdentifiedBy): Identified[] {
  const addressesById = new Map<string, Set<string>>()
  for (const entry of entries) {
    const id = keyOf(entry, by)
    const addresses = addressesById.get(id) ?? new Set()
    addressesById.set(id, addresses.add(entry.address ?? ''))
  }
  const found = new Map<string, Entry>()
  for (const entry of entries) {
    const id = keyOf(entry, by)
    const isShared = (addressesById.get(id)?.size ?? 0) > 1
    const full = isShared ? `${id} ${entry.address ?? ''}` : id
    const key = full.length > maxKey ? digest(full) : full
    const other = found.get(key)
    if (other === undefined || (entry.updatedAt ?? 0) > (other.updatedAt ?? 0)) found.set(key, entry)
  }
  return [...found].map(([key, entry]) => ({ key, entry }))
}

/** What tells an entry from others, by its own id if it has one. */
export function keyOf(entry: Entry, by: IdentifiedBy = 'id'): string {
  const { id, address, enclosure, title = '', publishedAt = '', text } = entry
  if (by === 'address' && address !== undefined) return canonicalAddress(address) ?? address
  const body = 'html' in text ? text.html : text.plain
  return id ?? address ?? enclosure ?? digest(title === '' ? body : `${title} ${publishedAt}`)
}

/** What to remember of a document, given what is known of the one before. */
export function remember(entries: readonly Entry[], before: Memory | undefined): Memory {
  const first = entries.slice(0, maxRemembered)
  const changed = before !== undefined && hasNewIdsAtKnownAddresses(first, before)
  const changedIds = changed ? (before?.changedIds ?? 0) + 1 : 0
  return {
    by: before?.by === 'address' || changedIds >= suspiciousDocuments ? 'address' : 'id',
    ids: first.map((entry) => digest(keyOf(entry, 'id'))),
    addresses: first.flatMap(({ address }) => (address === undefined ? [] : digest(address))),
    changedIds,
  }
}

function hasNewIdsAtKnownAddresses(entries: readonly Entry[], before: Memory): boolean {
  const { ids, addresses } = knownIn(before)
  const withBoth = entries.filter(({ id, address }) => id !== undefined && address !== undefined)
  const suspicious = withBoth.filter(
    (entry) => !ids.has(digest(keyOf(entry, 'id'))) && addresses.has(digest(entry.address ?? '')),
  )
  return suspicious.length > suspiciousShare * entries.length
}

/** Whether entries may have come and gone between two documents: not one of the last document is left. */
export function isDisjoint(entries: readonly Entry[], before: Memory): boolean {
  const { ids, addresses } = knownIn(before)
  const isKnown = (entry: Entry) =>
    ids.has(digest(keyOf(entry, 'id'))) || addresses.has(digest(entry.address ?? ''))
  return before.ids.length > 0 && entries.length > 0 && !entries.some(isKnown)
}

const knownIn = (memory: Memory) => ({ ids: new Set(memory.ids), addresses: new Set(memory.addresses) })

export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12)
