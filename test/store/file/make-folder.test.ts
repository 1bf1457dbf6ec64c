import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../../../src/store/file/make-folder.ts'
import { openFolder } from '../../../src/store/file/open-folder.ts'
import { emptyFolder } from '../../tools/folder.ts'

it('the data folder is created with its parent folders if it does not exist', async () => {
  const folder = join(emptyFolder(), 'several', 'folders', 'deep')
  await makeFolder(folder)
  await makeFolder(folder)
  expect(existsSync(folder)).toBe(true)
})

it('creating the data folder below a file fails', async () => {
  const file = join(emptyFolder(), 'file')
  writeFileSync(file, '')
  await expect(makeFolder(join(file, 'folder'))).rejects.toThrow('ENOTDIR')
})

it.skipIf(process.platform !== 'linux')(
  'creating the data folder in a place where the system does not allow it ends with an error',
  async () => {
    await expect(makeFolder('/proc/overheard/data')).rejects.toThrow('ENOENT')
    const deps = { now: Date.now, setTimer: () => () => {}, log: { warn() {} } }
    await expect(openFolder('/proc/overheard', deps)).rejects.toThrow(
      'DATA_DIR: the folder /proc/overheard cannot',
    )
  },
)
