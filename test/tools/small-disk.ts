import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A real disk that is soon full: a tmpfs of a few hundred kilobytes. Only root may mount one. */

const mount = (folder: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', folder], { stdio: 'ignore' })
const unmount = (folder: string) => {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
  rmdirSync(folder)
}
const newFolder = () => mkdtempSync(join(tmpdir(), 'overheard-disk-'))

/** Undefined if tests can mount a disk, and why not otherwise. */
export const whyNoDisk: string | undefined = (() => {
  const folder = newFolder()
  try {
    mount(folder)
    unmount(folder)
    return undefined
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return 'only root may mount a small disk'
  }
})()

/** The title of tests that need such a disk. It says why they are skipped. */
export const onSmallDisk = (title: string) =>
  whyNoDisk === undefined ? title : `${title} (skipped: ${whyNoDisk})`

/** Mounts a disk for one test. `fill` leaves no room on it, and `makeRoom` ends that. */
export function smallDisk() {
  const folder = newFolder()
  mount(folder)
  onTestFinished(() => unmount(folder))
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(): void {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' })
        writeFileSync(filler, Buffer.alloc(bsize), { flag: 'a' })
      } catch {
        // The disk is full.
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
  }
}
