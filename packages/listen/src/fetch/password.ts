import { decoded } from '@overheard/base/decoded'

/** The value of a header for basic authentication; undefined if the address has no name. */
export const basicOf = ({ username, password }: URL): string | undefined =>
  username === ''
    ? undefined
    : `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`

/**
 * The address without a name and password, as in `https://name:password@feed.example/`. Everything that is shown, and every address that is
 * relative to one, goes through here.
 */
export function withoutPassword(address: string): string {
  const url = URL.parse(address)
  if (url === null || (url.username === '' && url.password === '')) return address
  url.username = ''
  url.password = ''
  return url.href
}

/**
 * Whether `url` may get the password and the tokens that are meant for `first`: the same host and port, and no less encryption. Many
 * servers redirect from http to https, and such a host has seen the password already.
 */
export const sharesSecrets = (first: URL, url: URL): boolean =>
  first.origin === url.origin ||
  (first.protocol === 'http:' &&
    url.protocol === 'https:' &&
    first.hostname === url.hostname &&
    first.port === url.port)

/** `url` with the name and password of `first`, if it may get them and has none of its own. */
export function withPasswordOf(first: URL, url: URL): URL {
  if (!sharesSecrets(first, url) || url.username !== '' || url.password !== '') return url
  const named = new URL(url)
  named.username = first.username
  named.password = first.password
  return named
}
