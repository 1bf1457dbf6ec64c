import type { Feed } from './feed.ts'
import { parseJsonFeed } from './parse-json-feed.ts'
import { parseXmlFeed } from './xml/parse-xml-feed.ts'

/**
 * Reads a feed of any format, whatever its content type says, because many servers give a wrong one. Never throws. Undefined if the document
 * is no feed. `address` is that of the document, for relative links.
 */
export function parseFeed(document: string, address?: string): Feed | undefined {
  const [first, second] = formatsOf(document)
  const feed = first(document, address) ?? second?.(document, address)
  return (
    feed && { ...feed, faults: [...faultsAround(document), ...(feed.faults ?? []), ...unreadDates(feed)] }
  )
}

const beginningOfJson = /^[\s\u{FEFF}]*(?:\{|\[\s*[[{])/u
const inJson = /https:\/\/jsonfeed\.org\/version\/|"items"\s*:/
const inXml = /<(?:[\w-]+:)?(?:rss|rdf|feed|channel|item|entry)[\s>]/i

type Parser = typeof parseJsonFeed

/** The formats that a document may have, the likeliest first. A post may show a feed of the other format, so the one that begins first counts. */
function formatsOf(document: string): [Parser, Parser?] {
  if (beginningOfJson.test(document)) return [parseJsonFeed, parseXmlFeed]
  if (!document.includes('https://jsonfeed.org/version/')) return [parseXmlFeed]
  const [json, xml] = [document.search(inJson), document.search(inXml)]
  return xml === -1 || json < xml ? [parseJsonFeed, parseXmlFeed] : [parseXmlFeed, parseJsonFeed]
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
