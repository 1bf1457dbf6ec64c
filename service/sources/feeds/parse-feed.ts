import type { Feed } from './feed.ts'
import { parseJsonFeed } from './parse-json-feed.ts'
import { parseXmlFeed } from './xml/parse-xml-feed.ts'

/**
 * Reads a feed of any format, whatever its content type says, because many servers give a wrong one. Never throws. Undefined if the document
 * is no feed. `address` is that of the document, for relative links.
 */
export function parseFeed(document: string, address?: string): Feed | undefined {
  const isJson = /^[\s\u{FEFF}]*[[{]/u.test(document) || document.includes('https://jsonfeed.org/version/')
  return (isJson ? parseJsonFeed(document, address) : undefined) ?? parseXmlFeed(document, address)
}
