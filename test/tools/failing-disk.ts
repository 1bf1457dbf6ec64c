import { type Disk, disk } from '../../src/store/file/disk.ts'

/** A real disk. `moment` is called before and after each change, and may throw: then the change, or what follows it, does not happen. */
export function failingDisk(moment: () => void): Disk {
  return {
    ...disk,
    async write(path, content) {
      moment()
      await disk.write(path, content)
      moment()
    },
    rename(from, to) {
      moment()
      disk.rename(from, to)
      moment()
    },
    async syncFolder(folder) {
      moment()
      await disk.syncFolder(folder)
      moment()
    },
  }
}

export const diskError = (code: 'ENOSPC' | 'EIO') =>
  Object.assign(new Error(`${code}: the disk fails`), { code })
