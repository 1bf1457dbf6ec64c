import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { leftPages, tableOfFeatures, withExamples } from '../../build/docs/feature-pages.ts'
import { emptyFolder } from '../tools/folder.ts'

function project(): string {
  const root = emptyFolder()
  const files = {
    'src/features/joke/example.yaml': '# A joke a day.\n#joke: daily\n',
    'docs/joke.md': '<!-- Page of the feature joke: how to be funny -->\n# Jokes\n',
    'docs/riddle.md': '<!-- Page of the feature riddle: what is it? -->\n# Riddles\n',
    'docs/riddle.schema.json': '{}',
    'docs/joke.schema.json': '{}',
    'docs/other.md': '# Other\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

it('a page and a JSON Schema of a deleted feature are left', () =>
  expect(leftPages(project(), ['docs/joke.schema.json'])).toEqual([
    'docs/riddle.md',
    'docs/riddle.schema.json',
  ]))

it('the table of docs/index.md has the pages of the features that exist', () =>
  expect(tableOfFeatures(project())).toBe('| | |\n|---|---|\n| [joke.md](joke.md) | how to be funny |'))

it('the example of a configuration file ends with the examples of the features that exist', () => {
  const mark = '# Features. `npm run tool -- schema` in a clone writes what follows.\n'
  const before = `#timezone: UTC\n\n${mark}\n#riddle: yes\n`
  expect(withExamples(project(), before, ['riddle', 'joke'])).toBe(
    `#timezone: UTC\n\n${mark}\n# A joke a day.\n#joke: daily\n`,
  )
})
