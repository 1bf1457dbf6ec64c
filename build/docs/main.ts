// Writes what the schemas generate: the JSON Schemas, and the tables in docs/.
import { readFileSync, writeFileSync } from 'node:fs'
import { jsonFiles, pages } from './generated.ts'
import { withGeneratedParts } from './generated-parts.ts'

const files = [
  ...Object.entries(jsonFiles).map(
    ([file, schema]) => [file, `${JSON.stringify(schema, null, 2)}\n`] as const,
  ),
  ...Object.entries(pages).map(
    ([file, parts]) => [file, withGeneratedParts(readFileSync(file, 'utf8'), parts)] as const,
  ),
]
for (const [file, text] of files) {
  writeFileSync(file, text)
  process.stdout.write(`Wrote ${file}.\n`)
}
