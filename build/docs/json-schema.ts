import { z } from 'zod'
import { configurationSchema } from '../../src/config/configuration-schema.ts'
import { eventSchemas } from '../../src/features/webhooks/events.ts'
import { eventTypes } from '../../src/features/webhooks/model.ts'

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

/** Returns one JSON Schema (draft 2020-12) that accepts every event. Each event and each shared part is in `$defs`. */
export function webhookJsonSchema() {
  const registry = z.registry<{ id?: string }>()
  for (const [id, schema] of Object.entries(eventSchemas())) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/$defs/${id}`,
    override({ jsonSchema }) {
      // zod describes a date also by a long regular expression.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
    },
  })
  const definitions = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Events of Overheard',
    oneOf: eventTypes.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(definitions),
  }
}
