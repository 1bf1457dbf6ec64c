/** Parameters that say where a reader came from, not what is shown. */
const tracking =
  /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref|ref_src|ref_url|oc|spm|yclid|_hsenc|_hsmi|cmpid|ito|xtor)$/i

/**
 * The form of an address in which it was compared before @overheard/base/address had the rules. Messages in Slack have hashes of it for years, and stored items
 * have it, so it never changes. For everything new there is `canonicalAddress`. '' if the address is no http address.
 */
export function firstAddress(address: string): string {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return ''
  const host = url.host.replace(/^(www|m|amp)\.(?=[^.]+\.)/, '')
  const parameters = [...url.searchParams].filter(([name]) => !tracking.test(name))
  parameters.sort(([a, b], [c, d]) => (a === c ? compare(b, d) : compare(a, c)))
  const query = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
  // The lookbehind keeps the search from beginning again at each slash of a row.
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  return `${host}${path}${query}${partOf(url.hash)}`
}

/**
 * Stored addresses that are canonical begin with `//`, as none by the first rule does. Two kinds of addresses are compared only with their own
 * kind.
 */
export const storedAddress = (canonical: string): string => `//${canonical}`
/** Undefined for a stored address by the first rule. */
export const canonicalIn = (stored: string): string | undefined =>
  stored.startsWith('//') ? stored.slice(2) : undefined

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Fragments with a number, and those that are a path. */
function partOf(hash: string): string {
  if (/^#!?\//.test(hash)) return hash
  return /\d/.test(hash) && !hash.includes('=') ? hash : ''
}
