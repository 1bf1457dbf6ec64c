import { decodeText } from '../../fetch/decode-text.ts'
import { plainText } from '../../fields/plain-text.ts'
import type { Entry, Feed } from './feed.ts'
import { newestEntries } from './items.ts'
import { parseFeed } from './parse-feed.ts'

/** The body of an answer, or a file. */
export type Document = { body: Buffer; contentType?: string | undefined }

/** A larger document is read in parts, so that the memory for it does not grow with it. */
const undividedBytes = 4 * 1024 * 1024
/** A part has at least so much of the entries. */
const partBytes = 256 * 1024
/** So much may stand before the first entry. */
const headBytes = 1024 * 1024

/** Reads a feed in bytes; undefined if the document is none. `address` is that of the document. */
export function readFeed(document: Document, address?: string): Feed | undefined {
  const { body, contentType } = document
  const isLarge = body.length > undividedBytes
  const division = isLarge ? (divisionOfXml(body) ?? divisionOfJson(body)) : undefined
  if (division === undefined) {
    const feed = parseFeed(beginningOf(document), address)
    return feed && (isLarge ? { ...feed, faults: [...(feed.faults ?? []), cutFault] } : feed)
  }
  let feed: Feed | undefined
  let all = 0
  for (const part of partsOf(body, division)) {
    const read = parseFeed(decodeText(part, contentType), address)
    if (read === undefined) continue
    all += read.entries.length
    feed = {
      ...(feed ?? read),
      entries: newestEntries([...(feed?.entries ?? []), ...read.entries.map(compact)]),
      faults: [...new Set([...(feed?.faults ?? []), ...(read.faults ?? [])])],
    }
  }
  return feed && { ...feed, leftOut: all - feed.entries.length }
}

const cutFault = 'it is too large and cannot be read in parts, so only its beginning was read'

/** The text of a large document, as far as it is looked at. */
export const beginningOf = ({ body, contentType }: Document): string =>
  decodeText(body.subarray(0, undividedBytes), contentType)

/** The same entry with its text and links as they are stored. No letter of it refers to the document. */
function compact(entry: Entry): Entry {
  if ('plain' in entry.text) return structuredClone(entry)
  const { text, links } = plainText(entry.text, entry.address ?? '')
  return structuredClone({ ...entry, text: { plain: text }, links: [...links, ...(entry.links ?? [])] })
}

type Division = {
  /** Of the first entry. */
  start: number
  /** Of the last one. */
  end: number
  /** Each between two entries; the list is short, because a part is long. */
  gaps: { from: number; to: number }[]
}

/** Documents with some of the entries each, and with all that stands before and behind the entries. */
function* partsOf(body: Buffer, { start, end, gaps }: Division): Generator<Buffer> {
  let from = start
  for (const gap of [...gaps, { from: end, to: end }]) {
    yield Buffer.concat([body.subarray(0, start), body.subarray(from, gap.from), body.subarray(end)])
    from = gap.to
  }
}

const beginningOfEntry = /<(?:[\w-]+:)?(?:item|entry)[\s>]/i
const endOfEntry = /<\/(?:[\w-]+:)?(?:item|entry)\s*>/gi
const betweenEntries = /<\/([\w-]+:)?(item|entry)\s*>(?=\s*<(?:!--|\1?\2[\s>]))/i

/** The names of elements are the same bytes in all charsets but UTF-16 and UTF-32. Undefined if there is no gap. */
function divisionOfXml(body: Buffer): Division | undefined {
  const textAt = (at: number) => body.toString('latin1', at, at + partBytes)
  const start = body.toString('latin1', 0, headBytes).search(beginningOfEntry)
  if (start === -1) return undefined
  const lastPart = Math.max(start, body.length - partBytes)
  const [last] = [...textAt(lastPart).matchAll(endOfEntry)].slice(-1)
  const behind = last === undefined ? body.length : lastPart + last.index + last[0].length
  // A document that breaks off may end within an entry.
  const end = beginningOfEntry.test(textAt(behind)) ? body.length : behind
  const gaps: Division['gaps'] = []
  for (let at = start + partBytes; at < end - partBytes; ) {
    const found = betweenEntries.exec(textAt(at))
    const gap = found === null ? undefined : at + found.index + found[0].length
    if (gap !== undefined) gaps.push({ from: gap, to: gap })
    at = gap === undefined ? at + partBytes / 2 : gap + partBytes
  }
  return gaps.length === 0 ? undefined : { start, end, gaps }
}

const [quote, backslash, comma, opening, closing, openBrace, closeBrace] = Buffer.from('"\\,[]{}')
const marks = new Set([comma, opening, closing, openBrace, closeBrace])

/** The list with the name `items` in the outermost object. Undefined if there is none. */
function divisionOfJson(body: Buffer): Division | undefined {
  let start = 0
  const gaps: Division['gaps'] = []
  for (const { at, mark, depth } of marksOf(body)) {
    if (mark === opening && depth === 2 && isItems(body, at)) start = at + 1
    if (start === 0) continue
    if (mark === closing && depth === 1) return { start, end: at, gaps }
    if (mark === comma && depth === 2 && at - (gaps.at(-1)?.to ?? start) > partBytes)
      gaps.push({ from: at, to: at + 1 })
  }
  return undefined
}

/** The brackets and commas of JSON outside of strings. `depth` is that behind the mark. */
function* marksOf(body: Buffer): Generator<{ at: number; mark: number; depth: number }> {
  let depth = 0
  for (let at = Math.max(0, body.indexOf('{')); at < body.length; at += 1) {
    const mark = body[at] ?? 0
    if (mark === quote) at = endOfString(body, at)
    if (mark === openBrace || mark === opening) depth += 1
    if (mark === closeBrace || mark === closing) depth -= 1
    if (depth <= 2 && marks.has(mark)) yield { at, mark, depth }
  }
}

const isItems = (body: Buffer, at: number) =>
  /"items"\s*:\s*$/.test(body.toString('latin1', Math.max(0, at - 100), at))

/** Of the closing mark. */
function endOfString(body: Buffer, start: number): number {
  let at = start
  let escapes = 0
  do {
    at = body.indexOf('"', at + 1)
    escapes = 0
    while (body[at - 1 - escapes] === backslash) escapes += 1
  } while (at !== -1 && escapes % 2 === 1)
  return at === -1 ? body.length : at
}
