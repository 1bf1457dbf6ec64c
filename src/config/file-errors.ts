import { isUtf8 } from 'node:buffer'

/** What is wrong with a file or a folder that somebody named, by Node's codes of errors. */
const fileErrorMessages: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'this is a folder, where a file is wanted',
  ENOTDIR: 'this is a file, where a folder is wanted',
  EEXIST: 'this is a file, where a folder is wanted',
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not read or write it',
  EROFS: 'nothing can be written there (a read-only disk)',
  ENOSPC: 'the disk is full',
  EMFILE: 'this process has too many files open; raise its limit (ulimit -n)',
  ENFILE: 'this machine has too many files open',
}

/** Says why a file or a folder cannot be used; undefined where an error is about something else. */
export function describeFileError(error: unknown): string | undefined {
  // Node's codes are the same where a port may not be used.
  if (!(error instanceof Error && 'code' in error) || 'port' in error) return undefined
  return fileErrorMessages[String(error.code)]
}

/** What to do about a file that is not saved as UTF-8, with its first such line; undefined where it is. A name with a lost letter is that of nothing. */
export function describeEncodingError(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return undefined
  // Latin-1 gives each byte a letter and back; no letter of UTF-8 goes over a line break.
  const lines = bytes.toString('latin1').split('\n')
  const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1
  return `line ${line}: a letter here is not UTF-8: save the file as UTF-8`
}
