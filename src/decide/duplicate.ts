import type { Mention } from '../model/mention.ts'

/** How long a mention is the first of its kind, in ms: the same address or title after it gets a card of its own again. */
export const staysFirst = 7 * 86_400_000

/** By what two mentions are the same; `key` is equal where they are. */
export type Fingerprint = { by: 'address' | 'title'; key: string }

/** A shorter title ("News", "Weekly update") says too little to tell two articles from one. Characters. */
const shortestTitle = 20

/** Parameters that only say where a reader came from. */
const tracking = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src)$/i

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

/** An address without what does not change where it leads: scheme, `www.`, `m.`, fragment, tracking, order, a last slash. */
export function plainAddress(url: string): string | undefined {
  const written = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`
  if (!URL.canParse(written)) return undefined
  const { hostname, pathname, searchParams } = new URL(written)
  const host = hostname.replace(/^(www|m|amp)\./, '')
  if (!host.includes('.')) return undefined
  const kept = [...searchParams].filter(([name]) => !tracking.test(name)).map((pair) => pair.join('='))
  const query = kept.length === 0 ? '' : `?${kept.sort().join('&')}`
  return `${host}${pathname.replace(/\/+$/, '')}${query}`
}
