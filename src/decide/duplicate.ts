import type { Mention } from '../model/mention.ts'
import { plainAddress } from './plain-address.ts'

/** How long a mention is the first of its kind, in ms: the same address or title after it gets a card of its own again. */
export const staysFirst = 7 * 86_400_000

/** By what two mentions are the same; `key` is equal where they are. */
export type Fingerprint = { by: 'address' | 'title'; key: string }

/** A shorter title ("News", "Weekly update") says too little to tell two articles from one. Characters. */
const shortestTitle = 20

/** The fingerprints of a mention: its address, and its title where that says enough. */
export function fingerprintsOf({ url, title }: Pick<Mention, 'url' | 'title'>): Fingerprint[] {
  const address = plainAddress(url)
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return [
    ...(address === undefined ? [] : [{ by: 'address' as const, key: `address ${address}` }]),
    ...(words.length < shortestTitle ? [] : [{ by: 'title' as const, key: `title ${words}` }]),
  ]
}
