import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareWithList, countImports, importsOfFeatures } from '../build/feature-imports.ts'
import { emptyFolder } from './tools/folder.ts'

/** Returns the folder of a project with these files. */
function project(files: Record<string, string>): string {
  const root = emptyFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  return root
}

describe('the check of imports of features', () => {
  it('finds static, type and dynamic imports of a feature by the kernel and by another feature', () => {
    const root = project({
      'src/polling/run/poll.ts': "import { a } from '../../features/a/a.ts'\nexport const b = a",
      'src/model/card.ts': "import type {\n  A,\n} from '../features/a/model.ts'\nexport type B = A",
      'src/app.ts': "export const later = () => import('./features/b/b.ts')",
      'src/features/b/b.ts': "import { a } from '../a/a.ts'\nexport const b = a",
    })
    const imports = importsOfFeatures(root)
    expect(imports).toEqual([
      'src/app.ts → src/features/b/b.ts',
      'src/features/b/b.ts → src/features/a/a.ts',
      'src/model/card.ts → src/features/a/model.ts',
      'src/polling/run/poll.ts → src/features/a/a.ts',
    ])
    expect(countImports(imports)).toEqual({ byKernel: 3, byFeatures: 1 })
  })

  it('allows the list of features, imports inside a feature, imports of the kernel, and the index of another feature', () => {
    const root = project({
      'src/features.ts': "import { a } from './features/a/feature.ts'\nexport const features = [a]",
      'src/features/a/feature.ts': "import { b } from '../b/index.ts'\nimport { c } from './c.ts'",
      'src/features/a/c.ts': "import { poll } from '../../polling/run/poll.ts'\nexport const c = poll",
    })
    expect(importsOfFeatures(root)).toEqual([])
  })

  it('reports an import that is not in the list, and a line of the list without its import', () => {
    expect(compareWithList(['a → b', 'c → d'], ['c → d', 'e → f'])).toEqual({
      forbidden: ['a → b'],
      gone: ['e → f'],
    })
  })
})
