import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

type Unpack = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const unpackGzip: Unpack = promisify(gunzip)

const unpackers = new Map<string, Unpack>([
  ['gzip', unpackGzip],
  ['x-gzip', unpackGzip],
  ['br', promisify(brotliDecompress)],
  ['deflate', (body, options) => promisify(hasZlibHeader(body) ? inflate : inflateRaw)(body, options)],
])

/** `deflate` means the format of zlib (RFC 9110, 8.4.1.2), but some servers send the raw stream. */
function hasZlibHeader([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

/** No text in UTF-8 begins with these two bytes. */
const isGzip = ([first, second]: Buffer) => first === 0x1f && second === 0x8b

/** Unpacks at most this many encodings of one body, because each takes a pass over all bytes. */
const mostEncodings = 3

export const isPacked = (body: Buffer, encoding: string | undefined): boolean =>
  encoding !== undefined || isGzip(body)

/** The code of the error for a packed body that is broken or cut off. */
export const brokenBody = 'BROKEN_BODY'

/**
 * Returns the body of a response as it was before its encodings. `encoding` is the header `Content-Encoding`. Unpacks gzip without the header, too,
 * and leaves a body that is not packed in spite of it. Rejects with an error with the code `ERR_BUFFER_TOO_LARGE` if there are more than `maxBytes`
 * bytes after any step, because a small body can unpack to gigabytes, and with `brokenBody`.
 */
export async function unpack(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const named = (encoding ?? '').split(',').map((name) => name.trim().toLowerCase())
  // The last encoding was applied last.
  const known = named.reverse().flatMap((name) => unpackers.get(name) ?? [])
  let plain = body
  for (const unpacker of (known.length > 0 ? known : [unpackGzip]).slice(0, mostEncodings)) {
    if (plain.length === 0 || (unpacker === unpackGzip && !isGzip(plain))) continue
    plain = await unpacker(plain, { maxOutputLength: maxBytes }).catch(failUnpacking)
  }
  return plain
}

function failUnpacking(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw error
  throw Object.assign(new Error('the packed body is broken', { cause: error }), { code: brokenBody })
}
