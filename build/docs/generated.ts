import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { foldersIn, listFile } from '../feature-list.ts'
import { assumptionTables } from './assumptions.ts'
import { configurationDocs } from './configuration-docs.ts'
import { exceptionList } from './exceptions.ts'
import { leftPages, tableOfFeatures, withExamples } from './feature-pages.ts'
import { type GeneratedParts, withGeneratedParts } from './generated-parts.ts'
import { configurationJsonSchema } from './json-schema.ts'
import { listeningTables } from './listening-tables.ts'
import { problemTables } from './problem-table.ts'
import { operatorTable } from './query-operators.ts'
import { slackManifest } from './slack-manifest.ts'

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
const pages: Record<string, GeneratedParts> = Object.assign(
  {
    'docs/reference/configuration.md': configurationDocs(),
    'docs/reference/assumptions.md': assumptionTables(),
    'docs/reference/exceptions.md': { exceptions: exceptionList() },
    'docs/reference/operators.md': { operators: operatorTable() },
    'docs/reference/problems.md': problemTables(root),
    'docs/reference/listening.md': listeningTables(),
    'docs/index.md': { 'pages-of-features': tableOfFeatures(root) },
  },
  ...features.map((feature) => feature.pages()),
)

/** The JSON files, by file. */
export const jsonFiles: Record<string, object> = Object.assign(
  {
    'config/overheard.schema.json': configurationJsonSchema(),
    'config/slack-manifest.json': slackManifest(root),
  },
  ...features.map((feature) => feature.files()),
)

const example = 'config/overheard.example.yaml'

/** Returns the texts that are generated, or have generated parts, by file. */
export function generatedTexts(): Map<string, string> {
  const written = (file: string) => readFileSync(resolve(root, file), 'utf8')
  const folders = foldersIn(written(listFile))
  return new Map([
    ...Object.entries(pages).map(
      ([file, parts]) => [file, withGeneratedParts(written(file), parts)] as const,
    ),
    [example, withExamples(root, written(example), folders)],
  ])
}

/** Files about features that do not exist any more. */
export const leftFiles = (): string[] => leftPages(root, Object.keys(jsonFiles))
