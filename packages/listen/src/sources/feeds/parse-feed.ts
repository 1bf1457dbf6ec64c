import type { Feed } from './feed.ts'
import { parseJsonFeed } from './parse-json-feed.ts'
import { parseXmlFeed } from './xml/parse-xml-feed.ts'

/**
 * Reads a feed of any format, whatever its content type says, because many servers give a wrong one. Never throws. Undefined if the document
 * is no feed. `address` is that of the document, for relative links.
 */
export function parseFeed(document: string, address?: string): Feed | undefined {
  const isJson = /^[\s\u{FEFF}]*[[{]/u.test(document) || document.includes('https://jsonfeed.org/version/')
  const feed = (isJson ? parseJsonFeed(document, address) : undefined) ?? parseXmlFeed(document, address)
  return (
    feed && { ...feed, faults: [...faultsAround(document), ...(feed.faults ?? []), ...unreadDates(feed)] }
  )
}

/** Warnings of servers, pages around feeds, and documents that were cut off. */
function faultsAround(document: string): string[] {
  return [
    ...(/^[\s\u{FEFF}]*[<[{]/u.test(document) ? [] : ['text stands before the feed']),
    ...(/[>\]}]\s*$/.test(document.slice(-1000))
      ? []
      : ['text stands behind the feed, or its end is missing']),
  ]
}

function unreadDates({ entries }: Feed): string[] {
  const [first] = entries.flatMap(({ unreadDate }) => unreadDate ?? [])
  return first === undefined ? [] : [`dates such as “${first.slice(0, 40)}” cannot be read`]
}
