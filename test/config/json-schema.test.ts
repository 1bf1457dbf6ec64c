import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { configurationDocs } from '../../src/config/configuration-docs.ts'
import { configurationJsonSchema } from '../../src/config/configuration-schema.ts'
import { webhookDocs, webhookJsonSchema } from '../../src/webhooks/event-docs.ts'

describe('among the files that `npm run schema` writes,', () => {
  it('config/overheard.schema.json is up to date (if not: run `npm run schema`)', () => {
    const written: unknown = JSON.parse(readFileSync('config/overheard.schema.json', 'utf8'))
    expect(written).toEqual(JSON.parse(JSON.stringify(configurationJsonSchema())))
  })

  it('docs/configuration.md is up to date (if not: run `npm run schema`)', () => {
    expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationDocs())
  })

  it.each([
    ['docs/webhooks.md', webhookDocs()],
    ['docs/webhooks.schema.json', webhookJsonSchema()],
  ])('%s is up to date (if not: run `npm run schema`)', (file, current) => {
    const written = readFileSync(file, 'utf8')
    expect(typeof current === 'string' ? written : JSON.parse(written)).toEqual(current)
  })

  it('the table of keys has a default or "required", an example and a meaning for each key', () => {
    const [, ...tables] = configurationDocs().split('\n| Key ')
    const rows = tables.flatMap((table) => table.split('\n').filter((line) => line.startsWith('| `')))
    expect(rows.length).toBeGreaterThan(40)
    for (const row of rows.filter((line) => !/^\| `(subscriptions|digests|webhooks)`/.test(line)))
      expect(row).toMatch(/^\| `[\w.]+` \| [^|]+ \| `.+` \| \S.+ \|$/)
  })

  it('the table of environment variables has a meaning for each variable', () => {
    const rows = configurationDocs().match(/^\| `[A-Z_]+` .+$/gm) ?? []
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) expect(row).toMatch(/ \| \S[^|]+ \|$/)
  })
})

describe('the JSON Schema of the configuration file', () => {
  it('is named in the first line of config/overheard.yaml', () => {
    const [first] = readFileSync('config/overheard.yaml', 'utf8').split('\n')
    expect(first).toBe('# yaml-language-server: $schema=./overheard.schema.json')
  })

  it('describes the file as it is written: durations are text, and keys with a default are optional', () => {
    expect(configurationJsonSchema()).not.toHaveProperty('required')
    expect(configurationJsonSchema()).toMatchObject({ additionalProperties: false })
    expect(entry.parse(configurationJsonSchema()).maxAge).toMatchObject({ type: 'string' })
  })
})

/** The schemas of a subscription's keys. */
const entry = z
  .object({
    properties: z.object({
      subscriptions: z.object({
        anyOf: z.tuple([
          z.object({ items: z.object({ properties: z.record(z.string(), z.unknown()) }) }),
          z.unknown(),
        ]),
      }),
    }),
  })
  .transform(({ properties }) => properties.subscriptions.anyOf[0].items.properties)
