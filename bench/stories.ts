/**
 * `npm run stories -- --data FILE.jsonl [--json]`: how well `dedupe: coverage` puts headlines on cards. A line of the file is
 * `{"title", "url", "publisher", "at", "story"}`, and may have a `snippet` and a `language`; `story` is the story to which people gave the headline. Precision and recall are B³: for each
 * headline, the share of its card that is of its story, and the share of its story that is on its card.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { storyFigures } from './story-figures.ts'

const lineSchema = z.object({
  title: z.string(),
  url: z.string(),
  publisher: z.string().optional(),
  snippet: z.string().optional(),
  language: z.string().optional(),
  at: z.number(),
  story: z.string(),
})

const { values } = parseArgs({
  options: { data: { type: 'string' }, json: { type: 'boolean', default: false } },
})
if (values.data === undefined) {
  process.stderr.write('npm run stories -- --data FILE.jsonl [--json]\n')
  process.exit(1)
}
const lines = readFileSync(values.data, 'utf8').split('\n').filter(Boolean)
const figures = storyFigures(lines.map((line) => lineSchema.parse(JSON.parse(line))))
const share = (part: number) => part.toFixed(3)
process.stdout.write(
  values.json
    ? `${JSON.stringify(figures)}\n`
    : `${figures.headlines} headlines on ${figures.cards} cards; precision ${share(figures.precision)}, recall ${share(figures.recall)}\n`,
)
