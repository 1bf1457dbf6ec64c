/** Whatever a text of the project names is there: prose does not fail by itself when a file moves. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const folders = ['src', 'test', 'bench', 'docs', 'config', '.ci']
const inFolders = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
)
const atTop = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isFile())
const there = [...folders, ...inFolders, ...atTop.map(({ name }) => name)]

/** The prose of a file: all of a document; of code its comments. */
function proseIn(path: string): string {
  const text = readFileSync(path, 'utf8')
  if (!['.ts', '.js'].includes(extname(path))) return text
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/ .*/g)].map(([comment]) => comment).join('\n')
}

/** The paths from the root that a text names, and the names of files of code and of documents. */
const fromRoot = /(?<![\w./-])(?:src|test|bench|docs|config)\/[\w./-]*/g
const ofFiles = /(?<![\w./*-])[\w-][\w./-]*\.(?:ts|md)\b/g

const withoutEnd = (path: string) => path.replace(/[/.]+$/, '')
const isThere = (path: string) => there.some((one) => one === path || one.endsWith(`/${path}`))

/** What a text names that is not there. */
function missingIn(prose: string): string[] {
  const paths = [...prose.matchAll(fromRoot)]
    .map(([path]) => withoutEnd(path))
    .filter((path) => !there.includes(path))
  const names = [...prose.matchAll(ofFiles)].map(([name]) => name).filter((name) => !isThere(name))
  return [...new Set([...paths, ...names])]
}

const isRead = (path: string) =>
  /\.(ts|js|md|yaml)$/.test(path) || /^(Dockerfile|Procfile|\.env\.example|\.ci\/run)$/.test(path)
const read = there.filter(isRead).map((path) => ({ path, prose: proseIn(path) }))
const documents = read.filter(({ path }) => path.endsWith('.md'))

describe('every text', () => {
  it('names only files and folders that are there', () => {
    expect(read.length).toBeGreaterThan(1000)
    expect(
      read.flatMap(({ path, prose }) => missingIn(prose).map((name) => `${path} names ${name}`)),
    ).toEqual([])
  })

  it('names only scripts that package.json has', () => {
    const named = read.flatMap(({ path, prose }) =>
      [...prose.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, script = '']) => ({
        path,
        script,
      })),
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(({ script }) => !(script in manifest.scripts))).toEqual([])
  })
})

describe('every document', () => {
  it('links to what is there', () => {
    const links = documents.flatMap(({ path, prose }) =>
      [...prose.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to = '']) =>
        normalize(join(dirname(path), to)),
      ),
    )
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((to) => !there.includes(to))).toEqual([])
  })
})

it('a file or folder that is not there is found', () => {
  const prose = 'See `src/nowhere/`, src/decide/nowhere.ts, test/paths.test.ts, nowhere.ts and say.ts.'
  expect(missingIn(prose)).toEqual(['src/nowhere', 'src/decide/nowhere.ts', 'nowhere.ts'])
})
