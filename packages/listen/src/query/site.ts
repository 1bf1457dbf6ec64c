import { decoded } from '@overheard/base/decoded'

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
  return url === null ? undefined : `${url.hostname}${path === '' ? '' : decoded(url.pathname).toLowerCase()}`
}

/** An address in the form of sites. The path begins and ends with a slash. */
export type Address = { host: string; path: string }

/** Undefined for a text that is no address. */
export function addressOf(text: string): Address | undefined {
  const url = URL.parse(text)
  return url === null ? undefined : { host: url.hostname, path: `${decoded(url.pathname).toLowerCase()}/` }
}

/** True if an address is on a site or a site below it, and under its path if the site has one. */
export function isOnSite({ host, path }: Address, site: string): boolean {
  const slash = site.indexOf('/')
  const [wanted, below] = slash === -1 ? [site, '/'] : [site.slice(0, slash), `${site.slice(slash)}/`]
  return (host === wanted || host.endsWith(`.${wanted}`)) && path.startsWith(below)
}
