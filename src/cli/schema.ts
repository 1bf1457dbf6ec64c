import { writeFileSync } from 'node:fs'
import { configurationDocs } from '../config/configuration-docs.ts'
import { configurationJsonSchema } from '../config/configuration-schema.ts'
import { webhookDocs, webhookJsonSchema } from '../webhooks/event-docs.ts'
import { exitCodes } from './shutdown.ts'

export async function schema(): Promise<number> {
  const files = {
    'config/overheard.schema.json': `${JSON.stringify(configurationJsonSchema(), null, 2)}\n`,
    'docs/configuration.md': configurationDocs(),
    'docs/webhooks.md': webhookDocs(),
    'docs/webhooks.schema.json': `${JSON.stringify(webhookJsonSchema(), null, 2)}\n`,
  }
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(file, text)
    process.stdout.write(`Wrote ${file}.\n`)
  }
  return exitCodes.stopped
}
