import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { disk } from '../../../src/store/file/disk.ts'
import { replaceFile, setAside } from '../../../src/store/file/json-file.ts'
import { probeFolder } from '../../../src/store/file/open-folder.ts'
import { emptyFolder } from '../../tools/folder.ts'

it.each<[what: string, link: string, write: (folder: string) => Promise<unknown>]>([
  ['a record', 'a.json.new', (folder) => replaceFile(join(folder, 'a.json'), 'secret', disk)],
  ['a damaged record', 'a.json.damaged', (folder) => setAside(join(folder, 'a.json'), 'secret', disk)],
  ['the probe of the disk', '.probe', (folder) => probeFolder(folder)],
])('%s that is written does not go through a link that somebody has prepared', async (_what, link, write) => {
  const folder = emptyFolder()
  const other = join(folder, 'other')
  symlinkSync(other, join(folder, link))
  await write(folder)
  expect(() => readFileSync(other)).toThrow('ENOENT')
})

it('a record keeps no mode of a file that somebody has prepared for it', async () => {
  const path = join(emptyFolder(), 'a.json')
  writeFileSync(`${path}.new`, '', { mode: 0o666 })
  await replaceFile(path, 'secret', disk)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
