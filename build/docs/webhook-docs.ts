import { z } from 'zod'
import { eventDescriptions } from '../../src/features/webhooks/events.ts'
import { eventTypes } from '../../src/features/webhooks/model.ts'
import type { GeneratedParts } from './generated-parts.ts'
import { webhookJsonSchema } from './json-schema.ts'

/** Returns the parts of docs/webhooks.md that describe the events. */
export function webhookDocs(): GeneratedParts {
  const { $defs: all } = webhookJsonSchema()
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
