import { isAscii, isUtf8 } from 'node:buffer'
import { guessCharset } from './guess-charset.ts'

/** Bytes of a document in which a charset is looked for. */
const declarationBytes = 1024

/**
 * Decodes a document by its byte order mark, else by what its bytes can be, else by what the header or the document declares. Declarations are
 * often wrong: text with letters beyond ASCII that is valid UTF-8 is UTF-8, whatever is declared. Text that is nothing else is in
 * the charset of Chinese, Japanese or Korean that its letters show, or Windows-1252.
 */
export function decodeText(body: Buffer, contentType: string | undefined): string {
  const unicode = unicodeOf(body)
  if (unicode === 'utf-32') return fromUtf32(body)
  if (unicode !== undefined && (unicode !== 'utf-8' || isUtf8(body)))
    return new TextDecoder(unicode).decode(body)
  // ISO-2022-JP has no byte beyond ASCII, but an escape.
  if (isAscii(body) && !body.includes(0x1b)) return body.toString('latin1')
  if (unicode === 'utf-8' || (!isAscii(body) && isMostlyUtf8(body))) return fromMixed(body)
  const charsets = declaredCharsets(body, contentType)
  for (const charset of charsets)
    try {
      return new TextDecoder(charset, { fatal: true }).decode(body)
    } catch {
      // The bytes cannot be in this charset.
    }
  return new TextDecoder(charsets[0] ?? guessCharset(body) ?? 'windows-1252').decode(body)
}

/** By the byte order mark; without one, by the zeros of UTF-32 before a tag and of UTF-16, and by what is valid in UTF-8. */
function unicodeOf(body: Buffer): 'utf-8' | 'utf-16be' | 'utf-16le' | 'utf-32' | undefined {
  const mark = body.toString('hex', 0, 4)
  if (mark.startsWith('efbbbf')) return 'utf-8'
  if (['0000feff', 'fffe0000', '0000003c', '3c000000'].includes(mark)) return 'utf-32'
  if (mark.startsWith('feff')) return 'utf-16be'
  if (mark.startsWith('fffe')) return 'utf-16le'
  const beginning = body.subarray(0, declarationBytes)
  const zeros = [0, 0]
  for (const [place, byte] of beginning.entries())
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Tags are a good part of each document, and every other byte of theirs is zero.
  const least = beginning.length / 8
  if (Math.max(even, odd) > least && Math.min(even, odd) < least) return even > odd ? 'utf-16be' : 'utf-16le'
  return isUtf8(body) && !isAscii(body) ? 'utf-8' : undefined
}

function fromUtf32(body: Buffer): string {
  const isLittle = body[0] !== 0
  const points: string[] = []
  for (let at = 0; at + 4 <= body.length; at += 4) {
    const point = isLittle ? body.readUInt32LE(at) : body.readUInt32BE(at)
    points.push(point > 0x10ffff ? '\u{FFFD}' : String.fromCodePoint(point))
  }
  return points.join('').replace('\ufeff', '').toWellFormed()
}

const sequence =
  /([\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})|[\x80-\xff]/g
/** Other charsets have some pairs of bytes, too, that are valid in UTF-8. */
const leastShare = 2

function isMostlyUtf8(body: Buffer): boolean {
  let [valid, wrong] = [0, 0]
  for (const [, letter] of body.toString('latin1').matchAll(sequence))
    if (letter === undefined) wrong += 1
    else valid += 1
  return valid >= leastShare * wrong
}

/** Letters of UTF-8 as such, and each other byte as Windows-1252, so that one wrong byte costs no other letter. */
function fromMixed(body: Buffer): string {
  const text = body.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const windows = new TextDecoder('windows-1252')
  return text.replaceAll(sequence, (found, letter?: string) => {
    const bytes = Buffer.from(found, 'latin1')
    return letter === undefined ? windows.decode(bytes) : bytes.toString('utf8')
  })
}

/** That of the header first. Without those that the bytes cannot be: Unicode was ruled out before, and Windows-1252 is the rest. */
function declaredCharsets(body: Buffer, contentType = ''): string[] {
  const beginning = body.subarray(0, declarationBytes).toString('latin1')
  const declared = [
    /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType),
    /<\?xml[^>]*\sencoding\s*=\s*["']\s*([\w:.-]+)/i.exec(beginning),
    /<meta[^>]*\scharset\s*=\s*["']?([\w:.-]+)/i.exec(beginning),
  ]
  return declared.flatMap((found) => known(found?.[1]) ?? []).filter((charset) => !charset.startsWith('utf-'))
}

/** The name by which Node decodes the charset. Undefined if it cannot. */
function known(charset = ''): string | undefined {
  const usual = charset.replace(/^(?:cp|win|windows|ms)[-_]?(?=125\d$)/i, 'windows-')
  for (const name of [usual, usual.replaceAll(/[-_]/g, '')])
    try {
      return new TextDecoder(name).encoding
    } catch {
      // It may be known without the dashes.
    }
  return undefined
}
