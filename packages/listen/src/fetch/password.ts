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
