import { z } from 'zod'

/**
 * zod leaves out examples and defaults of values that it transforms (durations, ports, filters), so this adds them again. The schema is of
 * draft 2020-12.
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
