/** Gives all links to a page the same address. The address serves only for comparison. It is not a link and is never shown. */

const maxUrlLength = 3000

const hostPrefix = /^(?:www\d?|m|mobile|amp|old)\.(?=[^.]+\.[^.])/

/** Tracking parameters tell where a reader came from. They do not select the page. */
const tracking =
  /^(?:utm_.*|at_.*|(?:fb|g|d|y|ms|tt|tw|li_fat_)cl(?:k)?id|gbraid|wbraid|igsh(?:id)?|mc_[ce]id|_hs(?:enc|mi)|_ga|mkt_tok|ref|ref_?src|ref_?url|cmp(?:id)?|ocid|spm|feature|si|share_id|amp|outputtype|s?cid|rss|partner|xtor)$/i

const ampCache =
  /^(?:(?:www\.)?google\.[a-z.]+\/amp\/(?:s\/)?|[^/]+\.cdn\.ampproject\.org\/[a-z]\/(?:s\/)?)(.+)$/i

/**
 * Returns the URL without scheme, tracking parameters, `www`, `m` and `amp`, default page, trailing slash and fragment, and with sorted
 * parameters. Returns undefined if it is not a web address or is too long. The function is idempotent, except that percent signs may make
 * the result too long.
 */
export function canonicalUrl(raw: string): string | undefined {
  const url = raw.length > maxUrlLength ? undefined : webUrl(raw)
  if (url === undefined) return undefined
  const host = withoutPrefixes(url.hostname)
  if (!host.includes('.')) return undefined
  const video = host === 'youtu.be' ? /^\/([\w-]+)/.exec(url.pathname)?.[1] : undefined
  if (video !== undefined) return `youtube.com/watch?v=${video}`
  const port = ['', '80'].includes(url.port) ? '' : `:${url.port}`
  return `${host}${port}${pathOf(url)}${queryOf(url)}`
}

function webUrl(raw: string): URL | undefined {
  const bare = raw.trim().replace(/^(?:https?:)?\/\//i, '')
  const inner = ampCache.exec(bare)?.[1] ?? bare
  return URL.canParse(`https://${inner}`) ? new URL(`https://${inner}`) : undefined
}

function withoutPrefixes(hostname: string): string {
  let host = hostname.replace(/\.$/, '')
  while (hostPrefix.test(host)) host = host.replace(hostPrefix, '')
  return host
}

function pathOf({ pathname }: URL): string {
  let path = pathname.replace(/\/{2,}/g, '/')
  for (let before = ''; before !== path; ) {
    before = path
    path = path.replace(/(?:\/amp|\/index\.(?:html?|php)|\/)$/i, '').replace(/\.amp(?=\.html?$|$)/i, '')
  }
  return path.replace(/^\/amp(?=\/)/i, '')
}

function queryOf({ searchParams }: URL): string {
  const kept = [...searchParams].filter(([name]) => !tracking.test(name))
  const written = kept.map(([name, value]) => new URLSearchParams([[name, value]]).toString()).sort()
  return written.length === 0 ? '' : `?${written.join('&')}`
}
