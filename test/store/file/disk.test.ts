import fs, { readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Disk } from '../../../src/store/file/disk.ts'
import { emptyFolder } from '../../tools/folder.ts'

/** Only the operating system can lose what was not synchronised, so this test looks which system calls the disk makes. */

const real = { fdatasync: fs.fdatasync, fsync: fs.fsync }
let folder = ''
let file = ''

/** The system calls, and what the file contains when they are made. */
const calls: string[] = []
let disk: Disk

function observe(name: keyof typeof real) {
  const observed = (descriptor: number, done: (error: NodeJS.ErrnoException | null) => void) => {
    const { ino } = fs.fstatSync(descriptor)
    const what = ino === statSync(folder).ino ? 'folder' : `file with ${readFileSync(file, 'utf8')}`
    real[name](descriptor, (error) => {
      calls.push(`${name} ${what}`)
      done(error)
    })
  }
  Object.assign(fs, { [name]: observed })
}

beforeAll(async () => {
  observe('fdatasync')
  observe('fsync')
  syncBuiltinESMExports()
  // Another copy of the module, which finds the observed functions.
  const copy: { disk: Disk } = await import(
    `${new URL('../../../src/store/file/disk.ts', import.meta.url).href}?observed`
  )
  disk = copy.disk
})

afterAll(() => {
  Object.assign(fs, real)
  syncBuiltinESMExports()
})

beforeEach(() => {
  calls.length = 0
  folder = emptyFolder()
  file = join(folder, 'file')
})

it('a written file has reached the disk when the write resolves', async () => {
  await disk.write(file, 'a checkpoint')
  expect(calls).toEqual(['fdatasync file with a checkpoint'])
})

it('a file has reached the disk when its synchronisation resolves', async () => {
  writeFileSync(file, 'an entry')
  await disk.syncFile(file)
  expect(calls).toEqual(['fdatasync file with an entry'])
})

it('the names in a folder have reached the disk when its synchronisation resolves', async () => {
  await disk.syncFolder(folder)
  expect(calls).toEqual(['fsync folder'])
})
