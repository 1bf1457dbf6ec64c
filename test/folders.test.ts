import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from './tools/folder.ts'

/** Who opens a folder should be able to read all its names. A folder with more files becomes folders. */
const mostFiles = 14

/** Older folders with more files. This list may only become shorter. */
const larger = [
  'service/sources/feeds',
  'src/cli',
  'src/mention-api',
  'src/model',
  'src/slack',
  'src/start',
  'src/store/file',
  'src/store/postgres',
]

function largeFolders(root: string): string[] {
  const files = globSync('{src,service}/**/*.ts', { cwd: root })
  const byFolder = Map.groupBy(files, (file) => dirname(file))
  return [...byFolder].flatMap(([folder, { length }]) => (length > mostFiles ? [folder] : [])).sort()
}

it('no further folder of the source has more than 14 files', () => {
  expect(largeFolders('.')).toEqual(larger)
})

it('the check of folders reports one with 15 files, and none with 14', () => {
  const root = emptyFolder()
  for (const [folder, count] of [
    ['src/polling/run', 15],
    ['src/polling/post', 14],
  ] as const) {
    mkdirSync(join(root, folder), { recursive: true })
    for (let file = 0; file < count; file += 1) writeFileSync(join(root, folder, `${file}.ts`), '')
  }
  expect(largeFolders(root)).toEqual(['src/polling/run'])
})
