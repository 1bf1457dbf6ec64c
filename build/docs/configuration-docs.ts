import { z } from 'zod'
import { environmentSchema } from '../../src/config/environment.ts'
import { features } from '../../src/features.ts'
import type { GeneratedParts } from './generated-parts.ts'
import { configurationJsonSchema, jsonSchemaOf } from './json-schema.ts'
import { markdownTable } from './markdown-table.ts'

type SchemaNode = {
  description?: string | undefined
  default?: unknown
  examples?: unknown[] | undefined
  required?: string[] | undefined
  properties?: Record<string, SchemaNode> | undefined
  items?: SchemaNode | undefined
  anyOf?: SchemaNode[] | undefined
}

const schemaNode: z.ZodType<SchemaNode> = z.object({
  description: z.string().optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaNode).optional()
  },
  get items() {
    return schemaNode.optional()
  },
  get anyOf() {
    return z.array(schemaNode).optional()
  },
})

/** Returns the tables of docs/reference/configuration.md. */
export function configurationDocs(): GeneratedParts {
  const file = schemaNode.parse(configurationJsonSchema())
  const subscription = entryOf(file.properties?.subscriptions)
  const filter = subscription.properties?.only ?? {}
  return {
    environment: environmentTable(schemaNode.parse(jsonSchemaOf(environmentSchema))),
    file: keyTable(file, filter),
    subscriptions: keyTable(subscription, filter),
    filters: keyTable(filter, {}),
    'listen-alerts': keyTable(entryOf(file.properties?.listen?.properties?.alerts), filter),
    'working-hours': keyTable(entryOf(file.properties?.workingHours), filter),
    digests: keyTable(entryOf(file.properties?.digests), filter),
    'entries-of-features': entriesOfFeatures(file, filter),
  }
}

/** A chapter for each key of a feature that is a list of entries with keys. */
function entriesOfFeatures({ properties = {} }: SchemaNode, filter: SchemaNode): string {
  return features
    .flatMap(({ keys }) => Object.keys(keys.file))
    .filter((name) => entryOf(properties[name]).properties !== undefined)
    .map(
      (name) =>
        `### Entries of ${name}\n\nThe keys of each entry of \`${name}\`.\n\n${keyTable(entryOf(properties[name]), filter)}`,
    )
    .join('\n\n')
}

function entryOf(list: SchemaNode | undefined): SchemaNode {
  const found = [list, ...(list?.anyOf ?? [])].find((one) => one?.items !== undefined)
  return found?.items ?? {}
}

function environmentTable({ properties = {}, required = [] }: SchemaNode): string {
  const rows = Object.entries(properties).map(([name, node]) => [
    `\`${name}\``,
    defaultCell(node, required.includes(name), (value) => `\`${String(value)}\``),
    node.description ?? '',
  ])
  return markdownTable(['Variable', 'Default', 'Meaning'], rows)
}

function keyTable(node: SchemaNode, filter: SchemaNode): string {
  return markdownTable(['Key', 'Default', 'Example', 'Meaning'], keyRows(node, filter, ''))
}

/** Each key has one row; keys of nested objects do, too (`quiet.from`). A filter has one row, because its keys have their own table. */
function keyRows(
  { properties = {}, required = [] }: SchemaNode,
  filter: SchemaNode,
  prefix: string,
): string[][] {
  return Object.entries(properties).flatMap(([key, node]) => {
    const name = `${prefix}${key}`
    const row = [
      `\`${name}\``,
      defaultCell(node, required.includes(key), yamlCode),
      (node.examples ?? []).map(yamlCode).join(' or '),
      node.description ?? '',
    ]
    const isFilter = sameKeys(node, filter)
    return [row, ...(isFilter ? [] : keyRows(node, filter, `${name}.`))]
  })
}

function sameKeys(one: SchemaNode, other: SchemaNode): boolean {
  return Object.keys(one.properties ?? {}).join() === Object.keys(other.properties ?? {}).join()
}

function defaultCell(node: SchemaNode, isRequired: boolean, written: (value: unknown) => string): string {
  if (isRequired) return 'required'
  const value = node.default
  if (value === undefined) return '–'
  return JSON.stringify(value) === '{}' || JSON.stringify(value) === '[]' ? 'none' : written(value)
}

function yamlCode(value: unknown): string {
  return `\`${flowOf(value)}\``
}

function flowOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowOf).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${key}: ${flowOf(one)}`)
      .join(', ')} }`
  return typeof value === 'string' && /[#*:,[\]{}]|^\d|^$/.test(value) && !/^https?:[^,[\]{}]*$/.test(value)
    ? `'${value}'`
    : String(value)
}
