import { z } from 'zod'
import { eventDescriptions, eventSchemas } from './events.ts'
import { eventTypes } from './model.ts'

/** What `npm run tool -- schema` writes for this feature. */
export const pages = () => ({ 'docs/reference/events.md': eventParts() })
export const files = () => ({ 'docs/reference/events.schema.json': eventsJsonSchema() })

/** The parts of docs/reference/events.md that describe the events. */
function eventParts() {
  const { $defs: all } = eventsJsonSchema()
  const shared = Object.keys(all).filter((id) => !eventTypes.some((type) => type === id))
  const events = eventTypes.map(
    (type) =>
      `### ${type}\n\n${eventDescriptions[type]}\n\n${fieldTable(nodeSchema.parse(all[type]).properties?.data)}`,
  )
  const parts = shared.map((part) => `### ${part}\n\n${fieldTable(nodeSchema.parse(all[part]))}`)
  return { events: events.join('\n\n'), 'shared-parts': parts.join('\n\n') }
}

type SchemaNode = {
  type?: string | undefined
  $ref?: string | undefined
  enum?: unknown[] | undefined
  description?: string | undefined
  required?: string[] | undefined
  properties?: Record<string, SchemaNode> | undefined
}

const nodeSchema: z.ZodType<SchemaNode> = z.object({
  type: z.string().optional(),
  $ref: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional()
  },
})

function fieldTable(node: SchemaNode = {}): string {
  return ['| Field | Type | Meaning |', '| --- | --- | --- |', ...fieldRows(node, '')].join('\n')
}

function fieldRows({ properties = {}, required = [] }: SchemaNode, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const type = field.$ref === undefined ? (field.enum?.join(', ') ?? field.type) : linkTo(field.$ref)
    const absent = required.includes(name) ? '' : ', or absent'
    const row = `| \`${prefix}${name}\` | ${type}${absent} | ${field.description ?? ''} |`
    return [row, ...fieldRows(field, `${prefix}${name}.`)]
  })
}

function linkTo(reference: string): string {
  const part = reference.slice(reference.lastIndexOf('/') + 1)
  return `[${part}](#${part})`
}

/** Returns one JSON Schema (draft 2020-12) that accepts every event. Each event and each shared part is in `$defs`. */
function eventsJsonSchema() {
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
