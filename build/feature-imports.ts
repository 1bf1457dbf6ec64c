/**
 * Checks who imports features: `npm run imports`. Nobody but src/features.ts should, and a feature imports of another one only its
 * index.ts. Older imports are listed in feature-imports.txt, which may only shrink: an import that is not listed is an error, and so is
 * a line without its import. `node build/feature-imports.ts --shrink` removes such lines.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const list = 'build/feature-imports.txt'

/** Returns each import that breaks the rule once, as `FILE → IMPORTED FILE`, sorted. */
export function importsOfFeatures(root: string): string[] {
  const found = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => file !== 'src/features.ts')
    .flatMap((file) =>
      importedBy(file, readFileSync(join(root, file), 'utf8'))
        .filter((target) => isForbidden(file, target))
        .map((target) => `${file} → ${target}`),
    )
  return [...new Set(found)].sort()
}

const importedBy = (file: string, source: string) =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^'\n]+)'/g)].map(([, specifier = '']) =>
    normalize(join(dirname(file), specifier)),
  )

const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]

function isForbidden(file: string, target: string): boolean {
  const [from, to] = [featureOf(file), featureOf(target)]
  if (to === undefined || from === to) return false
  return from === undefined || target !== `src/features/${to}/index.ts`
}

/** Compares the imports with the list of those that are still allowed. */
export function compareWithList(imports: string[], allowed: string[]) {
  return {
    forbidden: imports.filter((one) => !allowed.includes(one)),
    gone: allowed.filter((one) => !imports.includes(one)),
  }
}

/** Counts by who imports: a folder of the kernel, or another feature. */
export const countImports = (imports: string[]) => {
  const byFeatures = imports.filter((one) => one.startsWith('src/features/')).length
  return { byKernel: imports.length - byFeatures, byFeatures }
}

if (import.meta.main) {
  const imports = importsOfFeatures('.')
  const allowed = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  const { forbidden, gone } = compareWithList(imports, allowed)
  if (process.argv.includes('--shrink')) {
    const left = allowed.filter((one) => !gone.includes(one))
    writeFileSync(list, left.map((one) => `${one}\n`).join(''))
  }
  const faults = [
    ...forbidden.map((one) => `Only src/features.ts may import a feature: ${one}`),
    ...(process.argv.includes('--shrink') ? [] : gone).map(
      (one) => `No longer imported, so run "node build/feature-imports.ts --shrink": ${one}`,
    ),
  ]
  const { byKernel, byFeatures } = countImports(imports)
  process.stdout.write(
    `Imports of features: ${byKernel} by the kernel, ${byFeatures} by other features.\n${faults.map((one) => `${one}\n`).join('')}`,
  )
  if (faults.length > 0) process.exitCode = 1
}
