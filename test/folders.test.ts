import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { foldersIn, listFile } from '../build/feature-list.ts'
import { emptyFolder } from './tools/folder.ts'

/** Who opens a folder should be able to read all its names. A folder with more files becomes folders. */
const mostFiles = 14

/** Older folders with more files. This list may only become shorter. */
const larger = ['src/cli', 'src/model', 'src/slack', 'src/start']

/** The sentences of a folder in one language. */
const isTexts = /[/\\](texts(\.[\w-]+)?|say)\.ts$/

function largeFolders(root: string): string[] {
  const files = globSync('{src,service}/**/*.ts', { cwd: root }).filter((file) => !isTexts.test(file))
  const byFolder = Map.groupBy(files, (file) => dirname(file))
  return [...byFolder].flatMap(([folder, { length }]) => (length > mostFiles ? [folder] : [])).sort()
}

it('no further folder of the source has more than 14 files', () => {
  expect(largeFolders('.')).toEqual(larger)
})

it('the check of folders reports one with 15 files, and none with 14', () => {
  const root = emptyFolder()
  for (const [folder, count] of [
    ['src/engine/run', 15],
    ['src/engine/post', 14],
  ] as const) {
    mkdirSync(join(root, folder), { recursive: true })
    for (let file = 0; file < count; file += 1) writeFileSync(join(root, folder, `${file}.ts`), '')
  }
  expect(largeFolders(root)).toEqual(['src/engine/run'])
})

/** What is in the folders of features and in those of their tests, compared with the list in src/features.ts. */
function compareFeatures(root: string) {
  const listed = foldersIn(readFileSync(join(root, listFile), 'utf8'))
  const inFolder = (folder: string) => [
    ...new Set(
      globSync('**/*.*', { cwd: join(root, folder) }).flatMap((file) => file.split(/[/\\]/)[0] ?? []),
    ),
  ]
  const sources = inFolder('src/features')
  const isUnlisted = (name: string) => !listed.includes(name)
  return {
    unlisted: [...sources.filter(isUnlisted), ...inFolder('test/features').filter(isUnlisted)],
    missing: listed.filter((name) => !sources.includes(name)),
  }
}

it('src/features has exactly the features that src/features.ts names, and test/features has tests of no others', () => {
  expect(compareFeatures('.')).toEqual({ unlisted: [], missing: [] })
})

it('the check of features reports a folder, a file and a test without a line, and a line without a folder', () => {
  const root = emptyFolder()
  const files = {
    'src/features.ts':
      "import { joke } from './features/joke/feature.ts'\nimport { pun } from './features/pun/feature.ts'\n",
    'src/features/joke/feature.ts': '',
    'src/features/shared/words.ts': '',
    'src/features/helper.ts': '',
    'test/features/joke/joke.test.ts': '',
    'test/features/old/deep/old.test.ts': '',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { unlisted, missing } = compareFeatures(root)
  expect(unlisted.toSorted()).toEqual(['helper.ts', 'old', 'shared'])
  expect(missing).toEqual(['pun'])
})
