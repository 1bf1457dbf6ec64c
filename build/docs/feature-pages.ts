import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page of docs/ about one feature begins with this remark. */
const remark = /^<!-- Page of the feature ([\w-]+): (.*) -->$/m

type FeaturePage = { file: string; feature: string; about: string }

function pagesOfFeatures(root: string): FeaturePage[] {
  return globSync('docs/**/*.md', { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const [, feature, about] = remark.exec(readFileSync(join(root, file), 'utf8')) ?? []
      return feature === undefined || about === undefined ? [] : [{ file, feature, about }]
    })
}

const hasFolder = (root: string, feature: string) => existsSync(join(root, 'src/features', feature))

/** Returns the pages about features that do not exist any more, and the JSON Schemas in docs/ that nothing generates. */
export function leftPages(root: string, generated: string[]): string[] {
  const pages = pagesOfFeatures(root).filter(({ feature }) => !hasFolder(root, feature))
  const schemas = globSync('docs/**/*.schema.json', { cwd: root }).filter((file) => !generated.includes(file))
  return [...pages.map(({ file }) => file), ...schemas]
}

/** Returns the table of these pages in docs/index.md. */
export function tableOfFeatures(root: string): string {
  const rows = pagesOfFeatures(root)
    .filter(({ feature }) => hasFolder(root, feature))
    .map(({ file, about }) => ({ page: file.slice('docs/'.length), about }))
    .map(({ page, about }) => `| [${page}](${page}) | ${about} |`)
  return ['| | |', '|---|---|', ...rows].join('\n')
}

const exampleMark = '# Features. `npm run tool -- schema` in a clone writes what follows.\n'

/** Returns the example of a configuration file with the examples of the features at its end. `folders` are in the order of the features. */
export function withExamples(root: string, text: string, folders: string[]): string {
  const end = text.indexOf(exampleMark)
  if (end === -1) throw new Error(`the example of the configuration has no line "${exampleMark.trim()}"`)
  const examples = folders
    .map((folder) => join(root, 'src/features', folder, 'example.yaml'))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
  return [text.slice(0, end) + exampleMark, ...examples].join('\n')
}
