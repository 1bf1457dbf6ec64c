/**
 * `node build/packed-manifest.ts trim`: the manifest of the packed file names only the packages that stay outside the bundle, because whoever
 * installs the file would get all the others a second time. `restore`: the manifest of the repository, which `npm start` needs.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { notAtRest } from './bundle.ts'

const manifest = 'package.json'
const kept = 'node_modules/.cache/overheard/package.json'

/** Also after a pack that was killed before it could restore the manifest. */
function restore(): void {
  if (!existsSync(kept)) return
  copyFileSync(kept, manifest)
  rmSync(kept)
}

function trim(): void {
  restore()
  mkdirSync(dirname(kept), { recursive: true })
  copyFileSync(manifest, kept)
  const written: { dependencies: Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'))
  const outside = Object.entries(written.dependencies).filter(([name]) => notAtRest.test(name))
  const packed = { ...written, dependencies: Object.fromEntries(outside) }
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
}

if (process.argv[2] === 'trim') trim()
else restore()
