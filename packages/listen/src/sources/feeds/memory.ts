import { digest, keyOf } from '../../fields/identity.ts'
import type { Entry } from './feed.ts'

/** What is kept of the last document of a feed, to notice that entries may have come and gone. */
export type Memory = {
  /** Digests of the first entries. */
  ids: string[]
  addresses: string[]
}

/** Enough to recognise a document by. */
const maxRemembered = 100

export function remember(entries: readonly Entry[]): Memory {
  const first = entries.slice(0, maxRemembered)
  return {
    ids: first.map((entry) => digest(keyOf(entry))),
    addresses: first.flatMap(({ address }) => (address === undefined ? [] : digest(address))),
  }
}

/** Whether entries may have come and gone between two documents: not one of the last document is left. */
export function isDisjoint(entries: readonly Entry[], before: Memory): boolean {
  const [ids, addresses] = [new Set(before.ids), new Set(before.addresses)]
  const isKnown = (entry: Entry) =>
    ids.has(digest(keyOf(entry))) || addresses.has(digest(entry.address ?? ''))
  return before.ids.length > 0 && entries.length > 0 && !entries.some(isKnown)
}
