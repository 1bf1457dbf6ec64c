import { isUtf8 } from 'node:buffer'

const fileErrorMessages: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'this is a folder, but a file is needed',
  ENOTDIR: 'this is a file, but a folder is needed',
  EEXIST: 'this is a file, but a folder is needed',
  EACCES: 'this user has no permission to read or write it',
  EPERM: 'this user has no permission to read or write it',
  EROFS: 'the disk is read-only',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user on the disk is used up',
  EIO: 'the disk cannot read or write it',
  EMFILE: 'this process has too many files open; raise its limit (ulimit -n)',
  ENFILE: 'this machine has too many files open',
  ENOMEM: 'this machine has no memory left',
  EAGAIN: 'it is in use at the moment',
  EBUSY: 'it is in use at the moment',
  ETIMEDOUT: 'the disk does not answer',
  ESTALE: 'the network disk was mounted again',
}

/** These errors stay until a person changes something. */
const lastingErrors = new Set([
  ...['ENOENT', 'EISDIR', 'ENOTDIR', 'EEXIST', 'ENXIO', 'EACCES', 'EPERM', 'EROFS', 'ELOOP', 'ENAMETOOLONG'],
  ...['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENOTFOUND', 'EADDRNOTAVAIL'],
])

/** The last two digits of SQLite's result codes that stay likewise: no permission, read-only, damaged, cannot be opened, no database. */
const lastingSqliteCodes = new Set([3, 8, 11, 14, 26])

/**
 * True if the system or SQLite has refused something for a reason that may end by itself, such as a disk that fails, too many open files or
 * a full disk. An error that is not known counts as one of these, because a new try does no harm.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // SQLite's locks are not possible at all on some file systems (SQLITE_IOERR_LOCK).
  if ('errcode' in error)
    return error.errcode !== 3850 && !lastingSqliteCodes.has(Number(error.errcode) & 0xff)
  if ('errno' in error && 'code' in error) return !lastingErrors.has(String(error.code))
  return error.cause !== undefined && mayPass(error.cause)
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
