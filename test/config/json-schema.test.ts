import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configurationJsonSchema } from '../../src/config/configuration-schema.ts'

it('is what config/overheard.schema.json holds (npm run schema writes it)', () => {
  const written: unknown = JSON.parse(readFileSync('config/overheard.schema.json', 'utf8'))
  expect(written).toEqual(JSON.parse(JSON.stringify(configurationJsonSchema())))
})

it('is named by the first line of the configuration that comes with Overheard', () => {
  const [first] = readFileSync('config/overheard.yaml', 'utf8').split('\n')
  expect(first).toBe('# yaml-language-server: $schema=./overheard.schema.json')
})

it('describes the file as it is written: lengths of time are text, and what has a default may be left out', () => {
  const schema = JSON.stringify(configurationJsonSchema())
  expect(schema).not.toContain('"required":["timezone"')
  expect(configurationJsonSchema()).not.toHaveProperty('required')
  expect(configurationJsonSchema()).toMatchObject({ additionalProperties: false })
})
