import { z } from 'zod'
import { configurationSchema } from './configuration-schema.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The keys that may stand at a path of the configuration file, `['subscriptions', 0, 'only']` say; none where no keys may. */
export function knownKeys(path: PropertyKey[]): string[] {
  let places: JsonSchema[] = [z.toJSONSchema(configurationSchema, { io: 'input' })]
  for (const step of path)
    places = places.flatMap(alternatives).flatMap((schema) => childSchemas(schema, step))
  return places.flatMap(alternatives).flatMap(({ properties }) => Object.keys(properties ?? {}))
}

/** A schema and those that it may be instead (a list or nothing, say). */
const alternatives = (schema: JsonSchema): JsonSchema[] => [schema, ...(schema.anyOf ?? []).filter(isSchema)]

function childSchemas({ properties, items }: JsonSchema, step: PropertyKey): JsonSchema[] {
  const next = typeof step === 'number' ? [items].flat() : [properties?.[String(step)]]
  return next.filter(isSchema)
}

const isSchema = (schema: z.core.JSONSchema._JSONSchema | undefined): schema is JsonSchema =>
  typeof schema === 'object'
