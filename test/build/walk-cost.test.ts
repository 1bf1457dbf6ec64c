import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largestBags } from '../../build/walk-cost/bags.ts'
import { flatten, kept, risen } from '../../build/walk-cost/best.ts'
import { figuresOf, walkOf } from '../../build/walk-cost/coverage.ts'
import { namesOverBorders, readNames, roomOf, shareWithOneImporter } from '../../build/walk-cost/names.ts'
import { openSource, type Source } from '../../build/walk-cost/source.ts'

const program = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'nodenext', allowImportingTsExtensions: true, noEmit: true },
    include: ['src'],
  }),
  'package.json': JSON.stringify({ type: 'module' }),
  'src/rules/index.ts': "export { one } from './kinds.ts'\n",
  'src/rules/kinds.ts': [
    'export const one = 1',
    'export const two = 2',
    'export const three = 3',
    'export type Kind = { name: string }',
    'const hidden = () => two',
    'export const four = hidden',
  ].join('\n'),
  'src/rules/inside.ts': "import { four } from './kinds.ts'\nexport const five = four\n",
  'src/polling/namespace.ts':
    "import * as kinds from '../rules/kinds.ts'\nexport const both = kinds.one + kinds.two\n",
  'src/polling/again.ts': "import { one } from '../rules/index.ts'\nexport const again = one\n",
  'src/features/quiet/later.ts':
    "type Of = import('../../rules/kinds.ts').Kind\nexport async function later(of: Of) {\n  const { three } = await import('../../rules/kinds.ts')\n  return [of, three]\n}\n",
  'src/start/bag.ts': [
    'type Clock = { now(): number; wait(): void }',
    'type Slack = { users: Clock; channels: Clock; name: string }',
    'export function start(kernel: { clock: Clock } & { slack: Slack; log(): void }) { return kernel }',
    'export function record(values: { a: 1; b: 1; c: 1; d: 1; e: 1; f: 1; g: 1; h: 1 }) { return values }',
  ].join('\n'),
}

let root: string
let source: Source

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'overheard-walk-cost-'))
  for (const [path, text] of Object.entries(program)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  source = openSource(root)
})
afterAll(() => {
  source.close()
  rmSync(root, { recursive: true, force: true })
})

describe('names over the borders of rooms', () => {
  it('counts a name once, by the file that declares it, and each member of a namespace that is used', () => {
    const crossing = namesOverBorders(readNames(source, root), roomOf)
    // one, two, three and Kind. `four` stays in its room.
    expect(Object.fromEntries(crossing)).toEqual({ rules: 4 })
  })

  it('counts no border between rooms that are taken as one', () => {
    const asOne = (path: string) => (/rules|polling/.test(path) ? 'engine' : roomOf(path))
    expect(Object.fromEntries(namesOverBorders(readNames(source, root), asOne))).toEqual({ engine: 2 })
  })

  it('takes each feature and each package for a room', () => {
    const paths = [
      'src/features/quiet/later.ts',
      'packages/base/x.ts',
      'src/app.ts',
      'packages/slack-on-your-desk/src/a.ts',
    ]
    expect(paths.map(roomOf)).toEqual([
      'features/quiet',
      'packages/base',
      'app.ts',
      'packages/slack-on-your-desk',
    ])
  })

  it('tells the share of exports that one other file uses', () => {
    // Of one, two, three, Kind, four, five, both, again, later, start and record: two, three, Kind and four.
    expect(shareWithOneImporter(readNames(source, root))).toBeCloseTo(4 / 11)
  })
})

it('the largest bag counts members through intersections, and those of bags in it, but no plain values', () => {
  const { flat, nested } = largestBags(source, root)
  expect(flat).toMatchObject({ members: 3, where: expect.stringContaining('src/start/bag.ts (kernel') })
  expect(nested.nested).toBe(5)
})

describe('what a process ran', () => {
  const text = 'function a() {\n  if (x) {\n    b()\n  }\n  c()\n}\nconst d = () => e()\n'
  const range = (part: string, count: number) => {
    const startOffset = text.indexOf(part)
    return { startOffset, endOffset: startOffset + part.length, count }
  }

  it('counts functions and statements that ran, but neither a branch that did not run nor the code of the module', () => {
    const path = join(root, 'src/ran.ts')
    writeFileSync(path, text)
    const starts = ['if (x)', 'b()', 'c()', 'e()'].map((part) => text.indexOf(part))
    const whole = { startOffset: 0, endOffset: text.length, count: 1 }
    const ofA = { startOffset: 0, endOffset: text.indexOf('const') - 1, count: 1 }
    const functions = [
      { functionName: '', ranges: [whole] },
      { functionName: 'a', ranges: [ofA, range('{\n    b()\n  }', 0)] },
      { functionName: 'd', ranges: [range('() => e()', 0)] },
    ]
    const walk = walkOf([{ url: `file://${path}`, functions }], `${root}/`, () => starts)
    expect([...walk.functions]).toEqual([['src/ran.ts:0', { name: 'a', lines: 6 }]])
    expect([...walk.statements]).toEqual([`src/ran.ts:${starts[0]}`, `src/ran.ts:${starts[2]}`])
  })

  it('is more than an idle stretch by the functions that this does not run, and counts packages apart', () => {
    const walk = (...places: string[]) => ({
      functions: new Map(places.map((place) => [place as `${string}:${number}`, { name: '', lines: 2 }])),
      statements: new Set<never>(),
    })
    const event = walk('src/a.ts:1', 'src/a.ts:9', 'packages/base/b.ts:1')
    expect(figuresOf(event, walk('src/a.ts:1', 'src/c.ts:1'))).toEqual({
      ...{ functions: 3, files: 2, statements: 0, longestFunction: 2, beyondIdle: 1 },
      functionsWithPackages: 4,
    })
  })
})

describe('the best figures so far', () => {
  const best = { figures: { 'idle.functions': 100, names: 50 }, reasons: [] }

  it('let a figure vary by two per cent, and no more', () => {
    expect(risen({ 'idle.functions': 102, names: 40 }, best)).toEqual([])
    expect(risen({ 'idle.functions': 103, names: 50 }, best)).toEqual([
      'idle.functions rose from 100 to 103.',
    ])
  })

  it('let a figure rise as far as its reason says', () => {
    const reasons = [{ figure: 'names', to: 60, why: 'A second source of mentions.' }]
    expect(risen({ names: 61 }, { ...best, reasons })).toEqual([])
    expect(risen({ names: 62 }, { ...best, reasons })).toEqual(['names rose from 60 to 62.'])
  })

  it('only fall', () => {
    expect(kept({ 'idle.functions': 90, names: 70 }, best).figures).toEqual({
      'idle.functions': 90,
      names: 50,
    })
  })

  it('name each figure by its path', () => {
    expect(flatten({ idle: { functions: 1 }, names: 2 })).toEqual({ 'idle.functions': 1, names: 2 })
  })
})
