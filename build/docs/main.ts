// Writes what the schemas and the features generate: the JSON Schemas, the tables in docs/, and the example of a configuration file.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { generatedTexts, jsonFiles, leftFiles } from './generated.ts'

const json = Object.entries(jsonFiles).map(
  ([file, schema]) => [file, `${JSON.stringify(schema, null, 2)}\n`] as const,
)
for (const [file, text] of [...json, ...generatedTexts()]) {
  writeFileSync(file, text)
  process.stdout.write(`Wrote ${file}.\n`)
}
for (const file of leftFiles()) {
  rmSync(file)
  process.stdout.write(`Removed ${file}.\n`)
}
const format = ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', ...Object.keys(jsonFiles)]
spawnSync(process.execPath, format, { stdio: 'inherit' })
