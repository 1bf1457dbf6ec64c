import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { afterInitialSync } from '../../../src/engine/progress/checkpoint-changes.ts'
import { disk } from '../../../src/store/file/disk.ts'
import { lowdbCheckpoints } from '../../../src/store/file/lowdb-checkpoints.ts'
import { failingDisk, failWith } from '../../tools/failing-disk.ts'
import { emptyFolder } from '../../tools/folder.ts'

const key = { subscription: 'Acme brand', alert: '7' }
const checkpointAt = (watermark: string) => ({ ...afterInitialSync([], true, [], { at: 1 }), watermark })

/** A folder with one checkpoint, and the path of its file. */
async function savedOnce() {
  const folder = emptyFolder()
  await lowdbCheckpoints(folder).save(key, checkpointAt('3'))
  const [name = ''] = readdirSync(folder)
  const path = join(folder, name)
  return { folder, path, whole: readFileSync(path, 'utf8'), load: () => lowdbCheckpoints(folder).load(key) }
}

describe('a checkpoint file', () => {
  it.each<[string, (whole: string) => string | Buffer]>([
    ['is empty', () => ''],
    ['is cut short', (whole) => whole.slice(0, -5)],
    ['is full of zeros', () => Buffer.alloc(200)],
    ['contains something else', () => '[1,2]'],
    [
      'contains a watermark that is not an id',
      (whole) => whole.replace('"watermark":"3"', '"watermark":"-3"'),
    ],
    ['contains a watermark that is a number', (whole) => whole.replace('"watermark":"3"', '"watermark":3')],
  ])('is reported as damaged and replaced by the next save if it %s', async (_what, damage) => {
    const { path, whole, folder, load } = await savedOnce()
    writeFileSync(path, damage(whole))
    expect(await load()).toEqual({ kind: 'damaged', reason: expect.stringContaining(path) })
    await lowdbCheckpoints(folder).save(key, checkpointAt('4'))
    expect(await load()).toEqual({ kind: 'kept', checkpoint: checkpointAt('4') })
  })

  it('is reported as that of another subscription if it is the file of another alert of the same subscription', async () => {
    const { folder, path, load } = await savedOnce()
    const other = { ...key, alert: '8' }
    await lowdbCheckpoints(folder).save(other, checkpointAt('9'))
    const [name = ''] = readdirSync(folder).filter((one) => join(folder, one) !== path)
    writeFileSync(path, readFileSync(join(folder, name)))
    expect(await load()).toEqual({
      kind: 'damaged',
      reason: expect.stringContaining('it is that of another subscription'),
    })
  })

  it('has the name of its subscription, and is readable only by its owner', async () => {
    const { folder, path } = await savedOnce()
    await lowdbCheckpoints(folder).save({ ...key, subscription: 'other' }, checkpointAt('8'))
    expect(readdirSync(folder)).toEqual([
      expect.stringMatching(/^acme-brand-[0-9a-f]{12}\.json$/),
      expect.stringMatching(/^other-[0-9a-f]{12}\.json$/),
    ])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})

describe('the checkpoint that a process knows', () => {
  const kept = (watermark: string) => ({ kind: 'kept', checkpoint: checkpointAt(watermark) })

  it('is read from the file once', async () => {
    const { folder, path } = await savedOnce()
    const read = vi.fn(disk.read)
    const store = lowdbCheckpoints(folder, { disk: { ...disk, read } })
    for (let count = 0; count < 3; count++) expect(await store.load(key)).toEqual(kept('3'))
    await store.save(key, checkpointAt('4'))
    expect(await store.load(key)).toEqual(kept('4'))
    expect(read.mock.calls).toEqual([[path]])
  })

  it('is that of the last of several saves at the same time', async () => {
    const { folder, load } = await savedOnce()
    const store = lowdbCheckpoints(folder)
    const saves = ['4', '5', '6'].map((watermark) => store.save(key, checkpointAt(watermark)))
    expect(await Promise.all(saves)).toEqual(['kept', 'kept', 'kept'])
    expect([await store.load(key), await load()]).toEqual([kept('6'), kept('6')])
  })

  it('is never one that is still being written', async () => {
    const { folder } = await savedOnce()
    let isFailing = false
    const failing = failingDisk(() => {
      if (isFailing) failWith('EIO')
    })
    const store = lowdbCheckpoints(folder, { disk: failing })
    await store.load(key)
    const saving = store.save(key, checkpointAt('4'))
    isFailing = true
    const loading = store.load(key)
    await expect(saving).rejects.toMatchObject({ code: 'EIO' })
    expect(await loading).toEqual(kept('3'))
  })

  it('is not absent while the disk of the folder is missing', async () => {
    const { folder, path } = await savedOnce()
    const ownsFolder = () => {
      throw Object.assign(new Error('no disk'), { code: 'ENOENT' })
    }
    const store = lowdbCheckpoints(folder, { ownsFolder })
    rmSync(path)
    await expect(store.load(key)).rejects.toThrow('no disk')
  })

  it('of a damaged file is read again when a person has repaired the file', async () => {
    const { folder, path, whole } = await savedOnce()
    const store = lowdbCheckpoints(folder)
    writeFileSync(path, whole.slice(0, -5))
    expect(await store.load(key)).toMatchObject({ kind: 'damaged' })
    writeFileSync(path, whole)
    expect(await store.load(key)).toEqual(kept('3'))
  })

  /** A save has these moments: before and after its file is written, and, with the new name, before and after its folder is synchronised. */
  const moments = [0, 1, 2, 3]

  /** A store whose disk calls `fault` at one moment of a save. */
  function failingOnce(folder: string, failsAt: number, fault: () => void, ownsFolder = () => true) {
    let count = 0
    const failing = failingDisk(() => {
      if (count++ === failsAt) fault()
    })
    return lowdbCheckpoints(folder, { disk: failing, ownsFolder })
  }

  describe.each(['ENOSPC', 'EIO'] as const)('after a save that fails with %s', (code) => {
    const fail = () => failWith(code)

    it.each(moments)('at moment %i, stays as it was, and the next save is stored', async (failsAt) => {
      const { folder, load } = await savedOnce()
      const store = failingOnce(folder, failsAt, fail)
      await expect(store.save(key, checkpointAt('4'))).rejects.toMatchObject({ code })
      expect(await store.load(key)).toEqual(kept('3'))
      expect(await store.save(key, checkpointAt('5'))).toBe('kept')
      expect([await store.load(key), await load()]).toEqual([kept('5'), kept('5')])
    })

    it.each(moments)('at moment %i, is what the file has if it was absent before', async (failsAt) => {
      const folder = emptyFolder()
      const store = failingOnce(folder, failsAt, fail)
      await expect(store.save(key, checkpointAt('4'))).rejects.toMatchObject({ code })
      const isRenamed = failsAt >= 2
      expect(await store.load(key)).toEqual(isRenamed ? kept('4') : { kind: 'none' })
      expect(await store.save(key, checkpointAt('5'))).toBe('kept')
      expect(await lowdbCheckpoints(folder).load(key)).toEqual(kept('5'))
    })

    // The copy of the damaged file has four moments of its own.
    it.each([...moments, 4, 5, 6, 7])(
      'at moment %i, is never the default if the file was damaged',
      async (failsAt) => {
        const { folder, path } = await savedOnce()
        writeFileSync(path, 'damaged')
        const store = failingOnce(folder, failsAt, fail)
        await expect(store.save(key, checkpointAt('4'))).rejects.toMatchObject({ code })
        const isRenamed = failsAt >= 6
        expect(await store.load(key)).toMatchObject(isRenamed ? kept('4') : { kind: 'damaged' })
        expect(await store.save(key, checkpointAt('5'))).toBe('kept')
        expect(await lowdbCheckpoints(folder).load(key)).toEqual(kept('5'))
        expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('damaged')
      },
    )
  })

  it.each(moments)(
    'is read again after a save during which, at moment %i, another process took over and wrote',
    async (failsAt) => {
      const { folder } = await savedOnce()
      let isOwner = true
      const takeOver = () => {
        isOwner = false
      }
      const store = failingOnce(folder, failsAt, takeOver, () => isOwner)
      expect(await store.save(key, checkpointAt('4'))).toBe('fenced')
      await lowdbCheckpoints(folder).save(key, checkpointAt('9'))
      expect(await store.load(key)).toEqual(kept('9'))
      expect(await store.save(key, checkpointAt('5'))).toBe('fenced')
      expect(await store.load(key)).toEqual(kept('9'))
    },
  )
})
