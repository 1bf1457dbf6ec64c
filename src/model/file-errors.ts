import { isUtf8 } from 'node:buffer'

const fileErrorMessages: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'this is a folder, but a file is needed',
  ENOTDIR: 'this is a file, but a folder is needed',
  EEXIST: 'this is a file, but a folder is needed',
  EACCES: 'this user has no permission to read or write it',
  EPERM: 'this user has no permission to read or write it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user on the disk is used up',
  EIO: 'the disk cannot read or write it',
  EMFILE: 'this process has too many files open; raise its limit (ulimit -n)',
  ENFILE: 'this machine has too many files open',
}

export function describeFileError(error: unknown): string | undefined {
  // An error about a port can have the same code (EACCES).
  if (!(error instanceof Error && 'code' in error) || 'port' in error) return undefined
  return fileErrorMessages[String(error.code)]
}

export function describeEncodingError(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return undefined
  // Latin-1 maps each byte to one character and back, and no UTF-8 character spans a line break.
  const lines = bytes.toString('latin1').split('\n')
  const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1
  return `line ${line}: a character is not UTF-8: save the file as UTF-8`
}
