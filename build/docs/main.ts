// Writes what the schemas generate: the JSON Schemas, and the tables in docs/.
import { readFileSync, writeFileSync } from 'node:fs'
import { configurationDocs } from './configuration-docs.ts'
import { withGeneratedParts } from './generated-parts.ts'
import { configurationJsonSchema, webhookJsonSchema } from './json-schema.ts'
import { webhookDocs } from './webhook-docs.ts'

const page = (file: string, parts: Record<string, string>) =>
  withGeneratedParts(readFileSync(file, 'utf8'), parts)

const files = {
  'config/overheard.schema.json': `${JSON.stringify(configurationJsonSchema(), null, 2)}\n`,
  'docs/configuration.md': page('docs/configuration.md', configurationDocs()),
  'docs/webhooks.md': page('docs/webhooks.md', webhookDocs()),
  'docs/webhooks.schema.json': `${JSON.stringify(webhookJsonSchema(), null, 2)}\n`,
}
for (const [file, text] of Object.entries(files)) {
  writeFileSync(file, text)
  process.stdout.write(`Wrote ${file}.\n`)
}
