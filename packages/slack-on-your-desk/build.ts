/** Makes `dist/`: JavaScript with declarations, and the page, whose TypeScript files the server sends without their types. */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = import.meta.dirname
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
rmSync(join(folder, 'dist'), { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' })
cpSync(join(folder, 'src/page'), join(folder, 'dist/page'), {
  recursive: true,
  filter: (file) => !file.endsWith('tsconfig.json'),
})
