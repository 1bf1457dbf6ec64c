import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { configurationDocs } from '../../build/docs/configuration-docs.ts'
import { generatedTexts, jsonFiles, leftFiles } from '../../build/docs/generated.ts'
import { configurationJsonSchema } from '../../build/docs/json-schema.ts'

describe('among the files that `npm run tool -- schema` writes,', () => {
  it.each(Object.entries(jsonFiles))(
    '%s is up to date (if not: run `npm run tool -- schema`)',
    (file, current) => {
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(current)))
    },
  )

  it.each([...generatedTexts()])('%s is up to date (if not: run `npm run tool -- schema`)', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('none is about a feature that does not exist any more', () => expect(leftFiles()).toEqual([]))

  it('the table of keys has a default or "required", an example and a meaning for each key', () => {
    const { environment: _, ...tables } = configurationDocs()
    const rows = Object.values(tables).flatMap((table) => table.match(/^\| `.+$/gm) ?? [])
    expect(rows.length).toBeGreaterThan(40)
    for (const row of rows.filter((line) => !/^\| `\w+` \| none \| {2}\|/.test(line)))
      expect(row).toMatch(/^\| `[\w.-]+` \| [^|]+ \| `.+` \| \S.+ \|$/)
  })

  it('the table of environment variables has a meaning for each variable', () => {
    const rows = configurationDocs().environment?.match(/^\| `[A-Z_]+` .+$/gm) ?? []
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) expect(row).toMatch(/ \| \S[^|]+ \|$/)
  })
})

describe('the JSON Schema of the configuration file', () => {
  it('is named in the first line of config/overheard.example.yaml', () => {
    const [first] = readFileSync('config/overheard.example.yaml', 'utf8').split('\n')
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
