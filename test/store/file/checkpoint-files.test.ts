import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { afterInitialSync } from '../../../src/model/checkpoint.ts'
import { checkpointFiles } from '../../../src/store/file/checkpoint-files.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { bookmarksContract } from '../checkpoints.contract.ts'

bookmarksContract('files', async () => {
  const folder = emptyFolder()
  return { bookmarks: checkpointFiles(folder), again: async () => checkpointFiles(folder) }
})

const key = { subscription: 'Acme brand', alert: '7' }
const bookmarkAt = (watermark: string) => ({ ...afterInitialSync([], true, [], 1), watermark: watermark })

/** A folder in which three bookmarks were kept one after the other; the file of the last and its backup. */
async function keptThrice() {
  const folder = emptyFolder()
  for (const watermark of ['1', '2', '3']) await checkpointFiles(folder).save(key, bookmarkAt(watermark))
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const path = join(folder, name)
  return { folder, path, open: () => checkpointFiles(folder).load(key) }
}

/** A folder in the place of a file: nothing can be written to it. */
function putFolderAt(path: string): void {
  rmSync(path)
  mkdirSync(join(path, 'x'), { recursive: true })
}

/** The file of a bookmark as it stands on the disk, as the third writing. */
function written(checkpoint: unknown): string {
  const data = JSON.stringify({ ...key, checkpoint: checkpoint })
  return `{"generation":3,"crc32":${crc32(data, 3)},"data":${data}}`
}

const whole = written(bookmarkAt('3'))
const damages: [string, (path: string) => void][] = [
  ['is missing', (path) => rmSync(path)],
  ['is empty', (path) => writeFileSync(path, '')],
  ['is cut short', (path) => writeFileSync(path, whole.slice(0, -5))],
  ['is full of zeros', (path) => writeFileSync(path, Buffer.alloc(200))],
  ['holds something else', (path) => writeFileSync(path, '[1,2]')],
  ['holds an id that is none', (path) => writeFileSync(path, written(bookmarkAt('-3')))],
  ['holds an id as a number', (path) => writeFileSync(path, written({ ...bookmarkAt('3'), watermark: 3 }))],
  ['holds another digit', (path) => writeFileSync(path, whole.replace('"through":"3"', '"through":"4"'))],
]

describe('a file that', () => {
  it.each(damages)('%s is replaced by its backup, and says so', async (_what, damage) => {
    const { path, open } = await keptThrice()
    damage(path)
    expect(await open()).toEqual({ kind: 'kept', checkpoint: bookmarkAt('2'), restored: true })
  })

  it.each(damages.slice(1))(
    '%s, as its backup does, is damaged: never a new beginning',
    async (_what, damage) => {
      const { path, open } = await keptThrice()
      damage(path)
      damage(`${path}.bak`)
      expect(await open()).toEqual({ kind: 'damaged', reason: expect.stringContaining(path) })
    },
  )

  it.each(damages)(
    '%s is put right by the next write, without making damage the backup',
    async (_what, damage) => {
      const { path, folder, open } = await keptThrice()
      damage(path)
      const store = checkpointFiles(folder)
      await store.load(key)
      await store.save(key, bookmarkAt('4'))
      expect(await open()).toEqual({ kind: 'kept', checkpoint: bookmarkAt('4'), restored: false })
      writeFileSync(path, '')
      expect(await open()).toMatchObject({ kind: 'kept', restored: true })
    },
  )

  it('has its backup as a copy of its own: what is written over the one does not reach the other', async () => {
    const { path, open } = await keptThrice()
    writeFileSync(path, 'overwritten in place')
    expect(await open()).toMatchObject({ checkpoint: bookmarkAt('2'), restored: true })
  })

  it('was torn anywhere by a crash in its writing gives the generation before, never a mixture', async () => {
    const { path, folder, open } = await keptThrice()
    const before = readFileSync(`${path}.bak`)
    await checkpointFiles(folder).save(key, bookmarkAt('4444444444'))
    const after = readFileSync(`${path}.bak`)
    for (let torn = 0; torn <= after.length; torn += 1) {
      writeFileSync(`${path}.bak`, Buffer.concat([after.subarray(0, torn), before.subarray(torn)]))
      const found = await open()
      const isWhole = after.subarray(torn).equals(before.subarray(torn))
      expect(found).toMatchObject({ checkpoint: bookmarkAt(isWhole ? '4444444444' : '3') })
    }
  })

  it('keeps its size while its bookmark shrinks and grows, and stays JSON that anything can read', async () => {
    const { path, folder, open } = await keptThrice()
    const store = checkpointFiles(folder)
    const sizes = new Set<number>()
    for (const length of [300, 3, 200, 1, 280, 2]) {
      const done = [{ at: 1, ids: Array.from({ length }, (_, index) => String(1000 + index)) }]
      await store.save(key, { ...bookmarkAt('9'), done })
      expect(await open()).toMatchObject({ checkpoint: { done: done }, restored: false })
      JSON.parse(readFileSync(path, 'utf8'))
      if (sizes.add(statSync(`${path}.bak`).size).size > 1) throw new Error('another size')
    }
  })
})

describe('a write that fails', () => {
  it.each([
    ['since the folder is gone', (path: string) => rmSync(join(path, '..'), { recursive: true })],
    ['since the older file cannot be written over', putFolderAt],
  ])('%s is told, and memory and file stay as they were', async (_what, hurt) => {
    const { path, folder } = await keptThrice()
    const store = checkpointFiles(folder)
    await store.save(key, bookmarkAt('4'))
    hurt(path)
    await expect(store.save(key, bookmarkAt('5'))).rejects.toThrow()
    expect(await store.load(key)).toMatchObject({ checkpoint: bookmarkAt('4') })
    mkdirSync(folder, { recursive: true })
    rmSync(path, { recursive: true, force: true })
    expect(await store.save(key, bookmarkAt('6'))).toBe('kept')
    expect(await checkpointFiles(folder).load(key)).toMatchObject({ checkpoint: bookmarkAt('6') })
  })
})

it('one damaged file is the trouble of one subscription', async () => {
  const { path, folder } = await keptThrice()
  const other = { ...key, subscription: 'other' }
  await checkpointFiles(folder).save(other, bookmarkAt('8'))
  writeFileSync(path, '')
  rmSync(`${path}.bak`)
  expect(await checkpointFiles(folder).load(key)).toMatchObject({ kind: 'damaged' })
  expect(await checkpointFiles(folder).load(other)).toMatchObject({ checkpoint: bookmarkAt('8') })
})
