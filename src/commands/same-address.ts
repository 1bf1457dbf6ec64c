/** Whether two addresses lead to the same place: scheme, `www.`, a trailing slash and the fragment do not matter. */
export function isSameAddress(a: string, b: string): boolean {
  return comparable(a) === comparable(b)
}

function comparable(address: string): string {
  return address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/#.*$/, '')
    .replace(/\/+$/, '')
}
