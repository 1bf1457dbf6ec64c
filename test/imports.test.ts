import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { emptyFolder } from './tools/folder.ts'

/** The import rules of .dependency-cruiser.mjs, which `npm run tool -- lint` checks. */

const output = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

/** Runs dependency-cruiser on the folders `src`, `packages` and `sandbox` of a project. */
function cruise(project: string, config = '.dependency-cruiser.mjs') {
  const bin = resolve('node_modules/.bin/depcruise')
  const args = [bin, '--config', resolve(config), '--output-type', 'json', 'src', 'packages', 'sandbox']
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  expect(stderr).toBe('')
  const { modules, summary } = output.parse(JSON.parse(stdout))
  return {
    modules,
    violations: summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
  }
}

it('dependency-cruiser reports each kind of forbidden import in a project made for this test, and cycles between folders', () => {
  const project = emptyFolder()
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  const files = {
    'src/model/a.ts': "import type { b } from '../engine/b.ts'",
    'src/engine/b.ts': "export const b = 1\nexport const later = () => import('../app.ts')",
    'src/app.ts': 'export const app = 1',
    'src/slack/c.ts': "import { d } from '../store/d.ts'\nexport const c = d",
    'src/store/d.ts': "import pg from 'pg'\nexport const d = pg",
    'src/people/e.ts': "import { f } from '../typed/f.ts'\nexport const e = f",
    'src/typed/f.ts': "import { g } from './g.ts'\nexport const f = g",
    'src/typed/g.ts': "import { h } from '../people/h.ts'\nexport const g = h",
    'src/people/h.ts': "import { e } from './e.ts'\nexport const h = () => e",
    'src/listeners/i.ts': "import { j } from '../../sandbox/j.ts'\nexport const i = j",
    'sandbox/j.ts': "import { l } from '../packages/slack-on-your-desk/src/workspace.ts'\nexport const j = l",
    'packages/listen/src/t.ts': "import { a } from '../../../src/model/a.ts'\nexport const t = a",
    'src/kernel/u.ts': "import { t } from '../../packages/listen/src/t.ts'\nexport const u = t",
    'packages/mention-client/src/v.ts': "import { t } from '../../listen/src/t.ts'\nexport const v = t",
    'sandbox/w.ts': "import { v } from '../packages/mention-client/src/v.ts'\nexport const w = v",
    'packages/slack-on-your-desk/src/workspace.ts':
      "import { a } from '../../../src/model/a.ts'\nexport const l = a",
    'src/features/tally/k.ts': "import { k } from './missing.ts'\nexport const l = k",
    'src/features/tally/joke.ts': "import type { J } from '../joke/model.ts'\nexport type K = J",
    'src/features/joke/model.ts': "import { k } from '../tally/index.ts'\nexport type J = typeof k",
    'src/features/tally/index.ts': 'export const k = 1',
    'src/features/tally/r.ts': "import type { R } from '../../kernel/rooms.ts'\nexport type S = R",
    'src/kernel/rooms.ts': 'export type R = 1',
    'src/features.ts': "import { k } from './features/tally/index.ts'\nexport const features = [k]",
    'src/cards/m.ts': "import type { J } from '../features/joke/model.ts'\nexport type M = J",
    'src/cards/o.ts': "import { b } from '../engine/b.ts'\nexport const o = b",
    'src/engine/post/p.ts': "import { q } from '../run/q.ts'\nexport const p = q",
    'src/engine/run/q.ts': 'export const q = 1',
    'src/store/n.ts': "export const later = () => import('../features/tally/index.ts')",
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), `${text}\n`)
  }
  const { violations } = cruise(project)
  const found = violations
    .map((violation) => violation.replace(/ → .*node_modules/, ' → node_modules'))
    .sort()
  expect(found).toEqual(
    expect.arrayContaining([
      'adapter-slack: src/slack/c.ts → src/store/d.ts',
      'engine-layer-2: src/engine/post/p.ts → src/engine/run/q.ts',
      'features-do-not-import-each-other: src/features/tally/joke.ts → src/features/joke/model.ts',
      'layer-1: src/model/a.ts → src/engine/b.ts',
      'layer-4: src/engine/b.ts → src/app.ts',
      expect.stringMatching(/^only-store-postgres-uses-pg: src\/store\/d.ts → node_modules\/pg\//),
      'only-the-list-imports-features: src/cards/m.ts → src/features/joke/model.ts',
      'only-the-list-imports-features: src/store/n.ts → src/features/tally/index.ts',
      'only-through-the-door: src/cards/o.ts → src/engine/b.ts',
      'packages-know-no-bot: packages/listen/src/t.ts → src/model/a.ts',
      'packages-use-only-the-base: packages/mention-client/src/v.ts → packages/listen/src/t.ts',
      'resolvable: src/features/tally/k.ts → ./missing.ts',
      'rooms-end-in-a-feature: src/features/tally/r.ts → src/kernel/rooms.ts',
      'sandbox-imports-only-generic-code: sandbox/w.ts → packages/mention-client/src/v.ts',
      'sandbox-only-in-demo-and-service: src/listeners/i.ts → sandbox/j.ts',
      'service-only-in-the-command-line: src/kernel/u.ts → packages/listen/src/t.ts',
      'slack-workspace-is-a-package-of-its-own: packages/slack-on-your-desk/src/workspace.ts → src/model/a.ts',
      'slack-workspace-only-by-its-interface: sandbox/j.ts → packages/slack-on-your-desk/src/workspace.ts',
    ]),
  )
  expect(found.filter((line) => /^(only-the-list|features-do)/.test(line))).toHaveLength(3)
  const { violations: cycles } = cruise(project, '.dependency-cruiser.folders.mjs')
  expect(cycles.filter((line) => line.startsWith('no-cycles-between-folders'))).not.toEqual([])
})
