/** The folder and vendor rules of the project, enforced. Each row is a sentence. */
import { describe, expect, it } from 'vitest'
import { circlesIn, exportsOf, type Import, importsOf, sourceFiles } from './imports.ts'

const files = sourceFiles('src')
const imports = files.flatMap((file) => file.imports)

/** The folder a path belongs to: `turn.ts` is the story that the folder `turn` tells in detail, and so with app and settings. */
function folderOf(path: string): string {
  const [, first = '', ...deeper] = path.split('/')
  return deeper.length > 0 ? first : first.replace(/\.ts$/, '')
}

const isOurs = ({ to }: Import) => to.startsWith('src/')
const packageOf = (name: string) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(name)?.[1] ?? name

/** What a folder may import of ours, as values; types from anywhere where it `mayKnow` them, else from the same folders. */
const folders: [folder: string, mayUse: string[], mayKnow: 'the types of all' | 'no other types'][] = [
  ['model', [], 'no other types'],
  ['decide', ['model'], 'no other types'],
  ['insights', ['model'], 'no other types'],
  ['messages', ['model', 'insights'], 'no other types'],
  ['mentions', ['model'], 'the types of all'],
  ['deliver', ['model'], 'the types of all'],
  ['store', ['model'], 'the types of all'],
  ['schedule', ['model'], 'the types of all'],
  ['weather', ['model'], 'the types of all'],
  ['turn', ['model', 'decide', 'messages', 'weather'], 'the types of all'],
]

describe.each(folders)('%s', (folder, mayUse, mayKnow) => {
  const ours = imports.filter((one) => isOurs(one) && folderOf(one.from) === folder)
  const foreign = ours.filter(({ to }) => folderOf(to) !== folder && !mayUse.includes(folderOf(to)))

  it(`imports of ours ${mayUse.join(', ') || 'nothing'} only, and ${mayKnow}`, () => {
    expect(foreign.filter(({ isType }) => mayKnow === 'no other types' || !isType)).toEqual([])
  })
})

/** What only some may import: the paths or packages, and the files that may. */
const homes: [what: RegExp, home: RegExp, sentence: string][] = [
  [/^src\/sandbox\//, /^src\/(sandbox\/|app\.ts|app\/|main\.ts)/, 'only app and main import the sandbox'],
  [
    /^src\/app(\/|\.ts)/,
    /^src\/(app\/|app\.ts|main\.ts|setup\/|doctor\/|commands\/register)/,
    'nobody below the app imports it',
  ],
  [/^src\/main\.ts/, /^$/, 'nobody imports main'],
  [
    /^src\/(commands|doctor|setup)\//,
    /^src\/(commands|doctor|setup|app)(\/|\.ts)/,
    'commands, doctor and setup are imported by the app alone',
  ],
  [/^undici$/, /^src\/mentions\//, 'undici has its home in mentions'],
  [
    /^(node-cron|pg-boss|p-queue)$/,
    /^src\/schedule\//,
    'node-cron and the job engine have their home in schedule',
  ],
  [
    /^(lowdb|write-file-atomic|pg)(\/|$)/,
    /^src\/store\//,
    'lowdb, write-file-atomic and pg have their home in store',
  ],
  [
    /^@slack\/bolt/,
    /^src\/(app\.ts|app\/|commands\/register)/,
    'Bolt has its home in app and commands/register',
  ],
  [/^@slack\/web-api/, /^src\/deliver\//, '@slack/web-api has its home in deliver'],
  [/^yaml$/, /^src\/(settings|setup)\//, 'YAML is read in settings and written in setup'],
  [/^pino$/, /^src\/app\//, 'the log is made in app'],
  [/^prom-client$/, /^src\/metrics\//, 'the metrics have their home in metrics'],
  [/^ws$/, /^src\/sandbox\//, 'ws is the sandbox’s'],
]

describe('of what has one home', () => {
  it.each(homes.map(([what, home, sentence]) => ({ what, home, sentence })))(
    '$sentence',
    ({ what, home }) => {
      const found = imports.filter(({ from, to }) => what.test(to) && !home.test(from))
      expect(found.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
      if (what.source !== '^src\\/main\\.ts')
        expect(
          imports.some(({ to }) => what.test(to)),
          'a rule about nothing',
        ).toBe(true)
    },
  )

  it('the sandbox imports at most model and the wire schema of mentions', () => {
    const found = imports.filter((one) => isOurs(one) && folderOf(one.from) === 'sandbox')
    const outside = found.filter(({ to }) => !/^src\/(sandbox|model)\/|^src\/mentions\/wire\.ts$/.test(to))
    expect(outside).toEqual([])
  })

  it('the commands and the digests use what is pure, and know the rest as types', () => {
    const pure =
      /^src\/(commands|digest|model|messages|insights|decide|statistics)\/|^src\/schedule\/(cadence|next-run)\.ts$/
    const found = imports.filter(
      (one) => isOurs(one) && !one.isType && /^src\/(commands|digest)\//.test(one.from),
    )
    const roots = /^src\/(digesting|roster|cards|troubles|channel-subscriptions|charts)\.ts$/
    expect(found.filter(({ to }) => !pure.test(to) && !roots.test(to))).toEqual([])
  })

  it('the environment is read in settings alone', () => {
    const reading = files.filter(({ text }) =>
      /process\s*\.\s*env|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b|import[^;\n]*\benv\b[^;\n]*'node:process'/.test(
        text,
      ),
    )
    expect(reading.map(({ path }) => path)).toEqual(['src/settings.ts'])
  })
})

describe('every source file', () => {
  it('has at most 200 lines', () => {
    const long = files.filter(({ text }) => text.trimEnd().split('\n').length > 200)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  it('is in a folder that says what it is about', () => {
    const forbidden = /\/(utils?|helpers?|lib|common|types)(\/|\.ts$)/
    expect(files.filter(({ path }) => forbidden.test(path)).map(({ path }) => path)).toEqual([])
  })

  it('passes on nothing of another’s: no barrels', () => {
    expect(files.filter(({ path }) => path.endsWith('/index.ts')).map(({ path }) => path)).toEqual([])
    expect(imports.filter(({ isReExport }) => isReExport)).toEqual([])
  })

  it('exports what another file, a test or a benchmark imports, and nothing else', () => {
    const users = [
      ...imports,
      ...['test', 'bench'].flatMap((folder) => sourceFiles(folder)).flatMap((file) => file.imports),
    ]
    const isUsed = (path: string, name: string) =>
      users.some(({ to, names }) => to === path && (names === undefined || names.includes(name)))
    const unused = files.flatMap(({ path, text }) =>
      exportsOf(text)
        .filter((name) => !isUsed(path, name))
        .map((name) => `${path} exports ${name}`),
    )
    expect(unused).toEqual([])
  })

  it('says of everything that it exports what it is', () => {
    const silent = files.flatMap(({ path, text }) =>
      text
        .split('\n\n')
        .filter((paragraph) => /^export (?!default)/m.test(paragraph) && !/^\/\*\*/m.test(paragraph))
        .map((paragraph) => `${path}: ${/^export .*/m.exec(paragraph)?.[0]}`),
    )
    expect(silent).toEqual([])
  })

  it('imports by the name of a file that is there', () => {
    const there = new Set(files.map(({ path }) => path))
    const missing = imports.filter((one) => isOurs(one) && !there.has(one.to) && /\.ts$/.test(one.to))
    expect(missing).toEqual([])
    expect(imports.filter((one) => isOurs(one) && !/\.(ts|json|js|html|css)$/.test(one.to))).toEqual([])
  })

  it('imports nothing that imports it, not even a type: whoever reads one of them need not have read the other', () => {
    const next = new Map(files.map((file) => [file.path, file.imports.filter(isOurs).map(({ to }) => to)]))
    expect(circlesIn(next)).toEqual([])
  })

  it('imports only what package.json names as a dependency', async () => {
    const { default: manifest } = await import('../package.json', { with: { type: 'json' } })
    const known = new Set([...Object.keys(manifest.dependencies), '@slack/types'])
    const used = imports
      .filter((one) => !isOurs(one) && !/^(node:|config\/)/.test(one.to))
      .map(({ to }) => packageOf(to))
    expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([])
  })
})

it('the imports of a file are read as they are written', () => {
  const text = `import a from 'a'
import type { B } from '../b.ts'
import { type C, type D } from './c.ts'
import {
  type E,
  f,
} from './e.ts'
import 'side-effect'
export { g } from './g.ts'
export * from './h.ts'
import { j as k, type L } from './j.ts'
import * as m from './m.ts'
const words = "import x from 'not this'"
const i = await import('../i.ts')`
  expect(
    importsOf('src/one/file.ts', text).map(({ to, names, isType, isReExport }) => [
      to,
      names,
      isType,
      isReExport,
    ]),
  ).toEqual([
    ['a', undefined, false, false],
    ['src/b.ts', ['B'], true, false],
    ['src/one/c.ts', ['C', 'D'], true, false],
    ['src/one/e.ts', ['E', 'f'], false, false],
    ['side-effect', undefined, false, false],
    ['src/one/g.ts', ['g'], false, true],
    ['src/one/h.ts', undefined, false, true],
    ['src/one/j.ts', ['j', 'L'], false, false],
    ['src/one/m.ts', undefined, false, false],
    ['src/i.ts', undefined, false, false],
  ])
})

it.each([
  ['none in a tree', { a: ['b', 'c'], b: ['c'], c: [] }, []],
  ['two files that import each other', { a: ['b'], b: ['a'] }, [['a', 'b']]],
  ['a longer one behind others', { a: ['b'], b: ['c', 'd'], c: ['e'], e: ['b'], d: [] }, [['b', 'c', 'e']]],
  [
    'two apart',
    { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
    [
      ['c', 'd'],
      ['a', 'b'],
    ],
  ],
])('circles of imports are found: %s', (_what, graph, circles) => {
  const next = new Map(Object.entries<string[]>(graph))
  expect(circlesIn(next).map((circle) => circle.toSorted())).toEqual(circles)
})
