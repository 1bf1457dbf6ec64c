import { z } from 'zod'
import { configurationSchema } from '../../src/config/configuration-schema.ts'

/**
 * Writes a zod schema as a JSON Schema of draft 2020-12. zod leaves out examples and defaults of values that it transforms (durations,
 * ports, filters), so this function adds them again.
 */
export function jsonSchemaOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const { examples } = z.globalRegistry.get(zodSchema) ?? {}
      if (Array.isArray(examples)) jsonSchema.examples = examples
      const { def } = zodSchema._zod
      if (def.type === 'default') jsonSchema.default = def.defaultValue as never
    },
  })
}

/**
 * Returns the JSON Schema (draft 2020-12) of the configuration file. Editors use it for completion and checks. It lacks the checks that need code
 * (cron expressions, time zones, repeated names); `npm run check` does them.
 */
export function configurationJsonSchema(): object {
  return {
    title: 'Configuration of Overheard',
    ...jsonSchemaOf(configurationSchema),
  }
}
