import { type Disk, disk } from '../../src/store/file/disk.ts'

/**
 * A real disk. `moment` is called, and awaited, before and after each file and each folder is written and synchronised. If it throws, what
 * follows does not happen. A rename that fails leaves the same as a failure right before it.
 */
export function failingDisk(moment: () => void | Promise<void>): Disk {
  return {
    ...disk,
    async write(path, content) {
      await moment()
      await disk.write(path, content)
      await moment()
    },
    async syncFolder(folder) {
      await moment()
      await disk.syncFolder(folder)
      await moment()
    },
  }
}

export function failWith(code: 'ENOSPC' | 'EIO'): never {
  throw Object.assign(new Error(`${code}: the disk fails`), { code })
}
