import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { relevance } from '../../../src/features/relevance/command.ts'
import { emptyFolder } from '../../tools/folder.ts'

const square = readFileSync(new URL('own-set/square.jsonl', import.meta.url), 'utf8')

/** Writes the files into a folder, and returns what the command prints as JSON. */
async function measured(files: Record<string, string>, options: object = { labels: '30' }): Promise<unknown> {
  const data = emptyFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(data, name), text)
  const printed: string[] = []
  await relevance({ data, json: true, ...options }, { print: (text) => void printed.push(text) })
  return JSON.parse(printed.join(''))
}

const share = z.number().min(0).max(1)
const row = (labels: number) =>
  z.strictObject({
    ...{ noiseHeldBack: share, relevantHeldBack: share, precisionBefore: share, precisionAfter: share },
    ...{ labels: z.literal(labels), learned: share },
  })

describe('the figures as JSON', () => {
  it('have a row for each name, whatever it is, and the mean', async () => {
    const files = { 'square.train.jsonl': square, 'red squares.v2.test.jsonl': square, 'readme.txt': 'Hello' }
    const rows = z.strictObject({ square: row(30), 'red squares.v2': row(30), mean: row(30) })
    expect(rows.safeParse(await measured(files)).error).toBeUndefined()
  })

  it('are by the number of labels if it is not given, and say how many labels there were', async () => {
    const found = await measured({ 'square.test.jsonl': square }, {})
    const rowsOf = (labels: number) => z.strictObject({ square: row(labels), mean: row(labels) })
    const counts = z.strictObject({ 30: rowsOf(30), 100: rowsOf(60), 400: rowsOf(60) })
    expect(counts.safeParse(found).error).toBeUndefined()
  })

  it('hold nothing back for a name with few texts, and leave out a name without texts', async () => {
    const files = { 'square.test.jsonl': square.split('\n', 3).join('\n'), 'void.test.jsonl': '\n' }
    const found = await measured(files)
    expect(found).toMatchObject({ square: { noiseHeldBack: 0, relevantHeldBack: 0, labels: 1, learned: 0 } })
    expect(Object.keys(found as object)).toEqual(['square', 'mean'])
  })
})

it.each([
  ['no texts', {}, 'with texts'],
  ['a line that has no label', { 'x.test.jsonl': '{"text": "a"}' }, 'x.test.jsonl, line 1: expected'],
  [
    'a line that is no JSON',
    { 'x.test.jsonl': `${square.split('\n')[0]}\nhello` },
    'x.test.jsonl, line 2: expected',
  ],
  ['a set with the name of the mean', { 'mean.test.jsonl': square }, 'the name mean'],
])('a folder with %s is refused in a sentence', async (_, files, words) => {
  await expect(measured(files)).rejects.toThrow(words)
})

it('without a folder, the command asks for one', async () => {
  await expect(relevance({}, { print: () => undefined })).rejects.toThrow('--data FOLDER')
})
