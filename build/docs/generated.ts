import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { configurationDocs } from './configuration-docs.ts'
import type { GeneratedParts } from './generated-parts.ts'
import { configurationJsonSchema } from './json-schema.ts'

/** What `src/features/NAME/docs.ts` exports: the generated parts of pages, and JSON files that are wholly generated. */
const ofFeature = z.object({
  pages: z.function({ output: z.record(z.string(), z.record(z.string(), z.string())) }),
  files: z.function({ output: z.record(z.string(), z.looseObject({})) }),
})

const root = resolve(import.meta.dirname, '../..')
const features = await Promise.all(
  globSync('src/features/*/docs.ts', { cwd: root }).map(async (file) =>
    ofFeature.parse(await import(pathToFileURL(resolve(root, file)).href)),
  ),
)

/** The pages with generated parts, by file. */
export const pages: Record<string, GeneratedParts> = Object.assign(
  { 'docs/configuration.md': configurationDocs() },
  ...features.map((feature) => feature.pages()),
)

/** The JSON files, by file. */
export const jsonFiles: Record<string, object> = Object.assign(
  { 'config/overheard.schema.json': configurationJsonSchema() },
  ...features.map((feature) => feature.files()),
)
