import type { Fingerprint, Similarity } from '../model/first-card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import { canonicalUrl } from './plain-address.ts'
import { titleWords } from './title-likeness.ts'

/** How long a mention is the first of its kind, in ms: what is the same after it gets a card of its own again. */
export const originalLifetimeMs = 7 * 86_400_000

/** What a subscription takes for the same. */
export type Dedupe = NonNullable<Subscription['dedupe']>

/** A shorter title ("News", "Weekly update") says too little to tell two articles from one. Characters. */
const shortestTitle = 20

/** Longer titles are the same where so much of them is. UTF-16 units. */
const longestTitle = 1000

/** What a mention is known by: its address, its title where that says enough, and for stories the words of its title. */
export function fingerprintOf(
  { url, title, reach }: Pick<Mention, 'url' | 'title' | 'reach'>,
  dedupe: Dedupe,
): Fingerprint {
  const whole = titleKey(title)
  const keys = [addressKey(url), whole].filter((key) => key !== undefined)
  return { url, reach, keys, ...(dedupe === 'story' ? { title: titleWords(title) } : {}) }
}

/** The fingerprint of an address; undefined where it is none of the web. */
export function addressKey(url: string): string | undefined {
  const address = canonicalUrl(url)
  return address === undefined ? undefined : `address ${address}`
}

/** By what two mentions with this fingerprint are the same. */
export function similarityOfKey(key: string): Similarity {
  return { by: key.startsWith('address ') ? 'address' : 'title' }
}

function titleKey(title: string): string | undefined {
  const words = title
    .slice(0, longestTitle)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.length < shortestTitle ? undefined : `title ${words}`
}

/** The reason of a mention that joins the card of `first`: which card, and by what. */
export function duplicateReason(first: Id, same: Similarity): { reason: string; detail: string } {
  const figure = same.by === 'likeness' ? `, likeness ${same.likeness.toFixed(2)}` : ''
  return { reason: `duplicate.${same.by}`, detail: `${first}${figure}` }
}
