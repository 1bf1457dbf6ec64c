import { expect, it } from 'vitest'
import { syncFolder } from '../../../src/store/file/disk.ts'
import { emptyFolder } from '../../tools/folder.ts'

const failing = (code: string) => async () => {
  throw Object.assign(new Error(`${code}: no, fsync`), { code, errno: -1, syscall: 'fsync' })
}

it.each(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM'])(
  'a file system that answers %s when a folder is synchronised is used without that',
  async (code) => {
    await expect(syncFolder(emptyFolder(), failing(code))).resolves.toBeUndefined()
  },
)

it.each(['EACCES', 'EPERM', 'EISDIR'])(
  'a folder that cannot be opened (%s) is used without that',
  async (code) => {
    const refused = () => {
      throw Object.assign(new Error(`${code}: no, open`), { code })
    }
    await expect(syncFolder(emptyFolder(), undefined, refused)).resolves.toBeUndefined()
  },
)

it.each(['EIO', 'ENOSPC'])(
  'a disk that fails with %s when a folder is synchronised is told',
  async (code) => {
    const folder = emptyFolder()
    await expect(syncFolder(folder, failing(code))).rejects.toMatchObject({ code, path: folder })
  },
)
