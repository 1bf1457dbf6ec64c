import { canonicalUrl } from '../../decide/plain-address.ts'

/** Whether two addresses, however they were written or copied, lead to the same page. */
export function isSameAddress(a: string, b: string): boolean {
  const plain = canonicalUrl(a)
  return plain === undefined ? a === b : plain === canonicalUrl(b)
}
