// `npm run docs [-- FOLDER]`: writes the pages of docs/ as a static site, by default into .cache/site.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv, stdout } from 'node:process'
import { siteFiles } from './site.ts'

const folder = argv[2] ?? '.cache/site'
for (const [file, content] of siteFiles()) {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
stdout.write(`The site is in ${folder}: open ${folder}/index.html.\n`)
