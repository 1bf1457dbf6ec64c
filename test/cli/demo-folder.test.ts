import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCleanup } from '@overheard/base/cleanup'
import { expect, it, onTestFinished } from 'vitest'
import { demoFolder } from '../../src/cli/demo.ts'
import { errorSentence } from '../../src/cli/output.ts'
import { emptyFolder } from '../tools/folder.ts'

/** A demo that has its folder until the test is over, or until it ends. */
function open() {
  const undo = createCleanup()
  onTestFinished(undo.all)
  return { folder: (keep?: string) => demoFolder(keep, undo), end: undo.all }
}

it('a demo without --keep uses a temporary folder and deletes it at the end', async () => {
  const [one, other] = [open(), open()]
  const [first, second] = [await one.folder(), await other.folder()]
  expect(first).not.toBe(second)
  await one.end()
  expect([existsSync(first), existsSync(second)]).toEqual([false, true])
})

it('a demo with a file as its --keep folder fails with the reason', async () => {
  const file = join(emptyFolder(), 'file')
  writeFileSync(file, '')
  const words = open()
    .folder(file)
    .catch((error) => errorSentence(error))
  expect(await words).toBe(`${file}: this is a file, but a folder is needed.`)
})

it('a demo with --keep keeps its folder, which only one demo at a time may use', async () => {
  const keep = join(emptyFolder(), 'made', 'here')
  const [one, other] = [open(), open()]
  expect(await one.folder(keep)).toBe(keep)
  await expect(other.folder(keep)).rejects.toThrow(
    `Another demo is using ${keep}. Stop it, or choose another folder with --keep.`,
  )
  await one.end()
  expect(await other.folder(keep)).toBe(keep)
})

it('a demo with --keep refuses a folder with other files, and leaves them as they are', async () => {
  const keep = emptyFolder()
  writeFileSync(join(keep, 'letter.txt'), 'dear Kim')
  await expect(open().folder(keep)).rejects.toThrow(
    `The folder ${keep} has files that are not of a demo. Choose an empty folder with --keep.`,
  )
  expect(readdirSync(keep)).toEqual(['letter.txt'])
})

it('a demo goes on in the folder of an earlier one', async () => {
  const keep = emptyFolder()
  writeFileSync(join(keep, 'overheard.yaml'), '')
  expect(await open().folder(keep)).toBe(keep)
})
