import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { configurationJsonSchema } from '../config/configuration-schema.ts'
import { exitCodes } from './shutdown.ts'

/** Beside the configuration, whose first line names it. */
const file = 'config/overheard.schema.json'

/** `npm run schema`: writes the JSON Schema of the configuration file, for editors. */
export async function schema(args: string[]): Promise<number> {
  parseArgs({ args })
  writeFileSync(file, `${JSON.stringify(configurationJsonSchema(), null, 2)}\n`)
  process.stdout.write(`${file} is written.\n`)
  return exitCodes.stopped
}
