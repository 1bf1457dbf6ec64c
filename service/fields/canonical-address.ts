/** Parameters that say where a reader came from, not what is shown. */
const tracking =
  /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref|ref_src|ref_url|oc|spm|yclid|_hsenc|_hsmi|cmpid|ito|xtor)$/i

/** Addresses that only lead to another one, which is in a parameter. */
const redirects: { host: RegExp; path: string; parameter: string }[] = [
  { host: /^(www\.)?bing\.com$/, path: '/news/apiclick.aspx', parameter: 'url' },
  { host: /^(www\.)?google\.[a-z.]+$/, path: '/url', parameter: 'url' },
  { host: /^(www\.)?google\.[a-z.]+$/, path: '/url', parameter: 'q' },
  { host: /^out\.reddit\.com$/, path: '', parameter: 'url' },
]

/** The address to which an address of a search engine leads; otherwise the same. */
export function unwrapped(address: string): string {
  const url = URL.parse(address)
  if (url === null) return address
  for (const { host, path, parameter } of redirects) {
    const target = url.searchParams.get(parameter)
    if (host.test(url.hostname) && url.pathname.startsWith(path) && target !== null && URL.canParse(target))
      return target
  }
  return address
}

/**
 * A form that is the same for all addresses of one page: without scheme, `www.`, tracking parameters and the order of the others. Not for
 * requests. Undefined if the address is no http address.
 */
export function canonicalAddress(address: string): string | undefined {
  const url = URL.parse(unwrapped(address))
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  const host = url.host.replace(/^(www|m|amp)\.(?=[^.]+\.)/, '')
  const parameters = [...url.searchParams].filter(([name]) => !tracking.test(name))
  parameters.sort(([a, b], [c, d]) => (a === c ? compare(b, d) : compare(a, c)))
  const query = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
  // The lookbehind keeps the search from beginning again at each slash of a row.
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  return `${host}${path}${query}${partOf(url.hash)}`
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * A part of a page with a number of its own is a post, such as `#comment-12`, and a path is a page of an application, such as `#/shop`. Other
 * fragments are places or tracking.
 */
function partOf(hash: string): string {
  if (/^#!?\//.test(hash)) return hash
  return /\d/.test(hash) && !hash.includes('=') ? hash : ''
}

/**
 * What is compared to find the items with the same address. An item that shares its address with others has its own, which begins with the
 * address of the page.
 */
export const ownAddress = (address: string, id: string): string => `${address} ${id}`
/** The address of the page. Canonical addresses have no spaces. */
export const pageOf = (address: string): string => address.split(' ', 1)[0] ?? ''
