/**
 * The form in which sites are compared, such as `news.example/blog`: without scheme, `www.` and star, in lower case and with international
 * names as addresses have them. Undefined if it is no site.
 */
export function siteOf(written: string): string | undefined {
  const bare = written
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^(\*\.)?(www\.)?/, '')
    .replace(/\/\*?$/, '')
  const [, host = '', path = ''] =
    /^([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+)((?:\/[^\s/?#*]+)*)$/u.exec(bare) ?? []
  const url = host === '' ? null : URL.parse(`https://${host}${path}`)
  return url === null ? undefined : `${url.hostname}${path === '' ? '' : decoded(url.pathname)}`
}

/** True if an address is on a site or a site below it, and under its path if the site has one. */
export function isOnSite(address: string, site: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  const [host = '', ...path] = site.split('/')
  const isThere = url.hostname === host || url.hostname.endsWith(`.${host}`)
  if (!isThere || path.length === 0) return isThere
  return `${decoded(url.pathname).toLowerCase()}/`.startsWith(`/${path.join('/')}/`)
}

export function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
