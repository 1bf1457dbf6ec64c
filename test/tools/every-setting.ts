import { z } from 'zod'
import { configurationJsonSchema } from '../../build/docs/json-schema.ts'
import { readConfiguration } from '../../src/config/configuration.ts'
import { features } from '../../src/features.ts'
import { filterSchema, type Subscription } from '../../src/model/subscription.ts'

/** A subscription with every key of the configuration. */

const filter = {
  source: ['reddit'],
  language: ['en'],
  country: ['DE'],
  sentiment: ['negative', 'unknown'],
  reach: { from: 10, to: 1000 },
  audience: { from: 100, to: 5000 },
  starred: true,
  done: false,
  tag: ['a'],
  author: ['Ana'],
  domain: ['x.example'],
  text: ['word', 'other'],
}
const written = {
  name: 'acme',
  alert: 'Acme brand',
  channel: 'C1',
  schedule: '0 7 * * 1-5',
  timezone: 'Asia/Tokyo',
  only: filter,
  except: filter,
  backfill: 7,
  burst: 9,
  burstWithin: '5m',
  maxAge: '3d',
  quiet: { from: '22:00', to: '06:00', days: ['sun'], timezone: 'Asia/Seoul', urgent: filter },
  style: 'compact',
  show: ['source', 'snippet', 'topics'],
  line: '{sentiment} {title} · {author}',
  language: 'en',
  notify: { users: ['U1'], groups: ['S1'], here: true, when: filter },
  dedupe: 'story',
  followUp: '4h',
  spike: 'calm',
  actions: ['claim', 'why'],
  ...withWholeFilters(examplesOf(features.map(({ keys }) => keys.subscription))),
}

/** The first example of each key of features. */
function examplesOf(keys: Readonly<Record<string, z.ZodType>>[]): Record<string, unknown> {
  const examples = keys
    .flatMap((some) => Object.entries(some))
    .map(([name, schema]) => [name, z.globalRegistry.get(schema)?.examples] as const)
  return Object.fromEntries(
    examples.flatMap(([name, found]) => (Array.isArray(found) ? [[name, found[0]]] : [])),
  )
}

/** Gives the entries of lists, and each filter within an example, the filter with every key. */
function withWholeFilters(examples: Record<string, unknown>): Record<string, unknown> {
  const entries = z.array(z.looseObject({ when: z.unknown() }))
  const withFilters = z.record(z.string(), z.unknown())
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => {
      const found = entries.safeParse(example).data
      const hasConditions = found?.some((entry) => entry.when !== undefined)
      if (hasConditions) return [name, found?.map((entry) => ({ ...entry, when: filter }))]
      const parts = withFilters.safeParse(example).data
      if (parts === undefined) return [name, example]
      const whole = Object.entries(parts).map(([key, value]) => [key, isFilter(value) ? filter : value])
      return [name, Object.fromEntries(whole)]
    }),
  )
}

function isFilter(value: unknown): boolean {
  return filterSchema.safeParse(value).success
}

/** A configuration file with every key of features, and this subscription. */
export const fileWithEverySetting = {
  ...(examplesOf(features.map(({ keys }) => keys.file)) as Record<string, z.core.util.JSONType>),
  subscriptions: [written],
}

/** The subscription as the bot reads it. */
export function everySetting(): Subscription {
  const read = readConfiguration(JSON.stringify(fileWithEverySetting))
  const [subscription] = 'configuration' in read ? read.configuration.subscriptions : []
  if (subscription === undefined) throw new Error(read.errors.join('; '))
  return subscription
}

/** The keys of the schema, such as `quiet.from`, that the subscription above lacks. */
export function missingSettings(): string[] {
  const { properties } = node.parse(configurationJsonSchema())
  return pathsIn(properties?.subscriptions).filter((path) => valueAt(path) === undefined)
}

const node = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
})

/** All key paths below a part of the schema, through all alternatives and list entries. */
function pathsIn(schema: unknown): string[] {
  if (schema === undefined) return []
  const { properties = {}, items, anyOf = [] } = node.parse(schema)
  const own = Object.entries(properties).flatMap(([key, below]) => [
    key,
    ...pathsIn(below).map((path) => `${key}.${path}`),
  ])
  return [...own, ...[items, ...anyOf].flatMap(pathsIn)]
}

function valueAt(path: string): unknown {
  const below = z.record(z.string(), z.unknown()).optional().catch(undefined)
  return path.split('.').reduce<unknown>((value, key) => below.parse([value].flat()[0])?.[key], written)
}
