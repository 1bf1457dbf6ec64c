/**
 * The answers of file systems that cannot synchronise a folder, such as SMB and FUSE, or cannot open one. A new name may then be lost in a
 * power cut, and nothing can be done about it.
 */
const refusals = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES', 'EBADF'])

export const isNoFolderSync = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && refusals.has(String(error.code))
