import { isUtf8 } from 'node:buffer'

/** What to do about a file that is not saved as UTF-8, with its first such line; undefined where it is. A name with a lost letter is that of nothing. */
export function describeEncodingError(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return undefined
  // Latin-1 gives each byte a letter and back; no letter of UTF-8 goes over a line break.
  const lines = bytes.toString('latin1').split('\n')
  const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1
  return `line ${line}: a letter here is not UTF-8: save the file as UTF-8`
}
