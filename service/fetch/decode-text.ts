import { isUtf8 } from 'node:buffer'

/** Bytes of an XML declaration or a `meta` element in which a charset is looked for. */
const declarationBytes = 1024

/**
 * Decodes by the byte order mark, else by the header's charset, else by the one that the document declares, else as UTF-8. A document that
 * declares nothing and is no UTF-8 is most likely Windows-1252.
 */
export function decodeText(body: Buffer, contentType: string | undefined): string {
  const beginning = body.subarray(0, declarationBytes).toString('latin1')
  const charset =
    markOf(body) ??
    known(/charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? '')?.[1]) ??
    known(/<\?xml[^>]*\sencoding\s*=\s*["']([\w:.-]+)["']/i.exec(beginning)?.[1]) ??
    known(/<meta[^>]*\scharset\s*=\s*["']?([\w:.-]+)/i.exec(beginning)?.[1]) ??
    (isUtf8(body) ? 'utf-8' : 'windows-1252')
  return new TextDecoder(charset).decode(body)
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return undefined
}

/** The charset if Node can decode it. */
function known(charset: string | undefined): string | undefined {
  if (charset === undefined) return undefined
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return undefined
  }
}
