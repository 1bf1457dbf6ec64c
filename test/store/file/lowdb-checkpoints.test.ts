import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterInitialSync } from '../../../src/model/checkpoint.ts'
import { lowdbCheckpoints } from '../../../src/store/file/lowdb-checkpoints.ts'
import { emptyFolder } from '../../tools/folder.ts'

const key = { subscription: 'Acme brand', alert: '7' }
const checkpointAt = (watermark: string) => ({ ...afterInitialSync([], true, [], 1), watermark })

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

describe('a failed checkpoint save', () => {
  it('changes neither the memory nor the file', async () => {
    const { path, folder, load } = await savedOnce()
    const store = lowdbCheckpoints(folder)
    await store.save(key, checkpointAt('4'))
    mkdirSync(`${path}.new`)
    await expect(store.save(key, checkpointAt('5'))).rejects.toThrow()
    expect(await store.load(key)).toMatchObject({ checkpoint: checkpointAt('4') })
    expect(await load()).toMatchObject({ checkpoint: checkpointAt('4') })
    rmSync(`${path}.new`, { recursive: true })
    expect(await store.save(key, checkpointAt('6'))).toBe('kept')
    expect(await load()).toMatchObject({ checkpoint: checkpointAt('6') })
  })
})
