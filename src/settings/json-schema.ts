import { z } from 'zod'
import { configurationSchema } from './configuration-schema.ts'

/**
 * The JSON Schema (draft 2020-12) of the configuration file as it is written, by which editors complete and check it. What only
 * code can check (cron expressions, time zones, names used twice) is left to `npm run check`.
 */
export function configurationJsonSchema(): object {
  return {
    title: 'What Overheard watches and where it posts it',
    ...z.toJSONSchema(configurationSchema, { io: 'input' }),
  }
}
