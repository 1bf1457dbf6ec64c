/**
 * Makes the packed form of a package whose source runs as it is in the repository: JavaScript with declarations in `dist/`, and a manifest whose
 * `exports` point there. Run in the folder of the package before `npm pack`; `--restore` puts the manifest of the repository back.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

type Manifest = { name: string; exports: Record<string, string> }

const manifest = 'package.json'
const read = (): Manifest => JSON.parse(readFileSync(manifest, 'utf8'))
const kept = join(import.meta.dirname, '../node_modules/.cache/packages', read().name, manifest)

/** Also after a pack that was killed before it could restore the manifest. */
function restore(): void {
  if (!existsSync(kept)) return
  copyFileSync(kept, manifest)
  rmSync(kept)
}

function compile(): void {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  rmSync('dist', { recursive: true, force: true })
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
}

function pointToDist(): void {
  mkdirSync(dirname(kept), { recursive: true })
  copyFileSync(manifest, kept)
  const written = read()
  const inDist = (source: string, ending: string) =>
    source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, ending)
  const exported = Object.entries(written.exports).map(([name, source]) => [
    name,
    { types: inDist(source, '.d.ts'), default: inDist(source, '.js') },
  ])
  writeFileSync(
    manifest,
    `${JSON.stringify({ ...written, exports: Object.fromEntries(exported) }, null, 2)}\n`,
  )
}

restore()
if (!process.argv.includes('--restore')) {
  compile()
  pointToDist()
}
