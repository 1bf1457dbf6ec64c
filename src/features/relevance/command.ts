import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '@overheard/base/json'
import { z } from 'zod'
import { type Measured, measure, seeded } from './measure.ts'
import { signsOf } from './words.ts'

const lineSchema = z.object({ text: z.string(), relevant: z.boolean() })

type Options = { data: string; labels: number[]; draws: number; flipped: number }

/** By the name of the set, and as `mean` those of all names together. */
export type Figures = Record<string, Measured>

/**
 * Measures the filter on folders of labelled texts, as `NAME.train.jsonl` and `NAME.test.jsonl`, of which each line is `{ text, relevant }`. In
 * tweets (`tweets-NAME`), lines that are not certainly English are left out, because the filter would only learn the language.
 */
export async function relevanceFigures({
  data,
  labels,
  draws,
  flipped,
}: Options): Promise<Map<number, Figures>> {
  const files = readdirSync(data).flatMap((file) => /^(.+)\.(?:train|test)\.jsonl$/.exec(file)?.[1] ?? [])
  const names = [...new Set(files)].toSorted()
  if (names.includes('mean'))
    throw new Error(`${data} has a set with the name mean, which is that of the last row.`)
  const read = await Promise.all(names.map(async (name) => ({ name, texts: await textsOf(data, name) })))
  const sets = read.filter(({ texts }) => texts.length > 0)
  if (sets.length === 0)
    throw new Error(`${data} has no files NAME.train.jsonl or NAME.test.jsonl with texts.`)
  return new Map(
    labels.map((count) => {
      const rows = sets.map(({ name, texts }) => ({
        name,
        measured: measure(texts, { labels: count, draws, flipped, random: seeded(count) }),
      }))
      const figures = Object.fromEntries(rows.map(({ name, measured }) => [name, measured]))
      return [count, { ...figures, mean: meanOf(rows.map(({ measured }) => measured)) }]
    }),
  )
}

function meanOf(rows: readonly Measured[]): Measured {
  const mean = (key: keyof Measured) => rows.reduce((sum, row) => sum + row[key], 0) / rows.length
  return {
    noiseHeldBack: mean('noiseHeldBack'),
    relevantHeldBack: mean('relevantHeldBack'),
    precisionBefore: mean('precisionBefore'),
    precisionAfter: mean('precisionAfter'),
    labels: mean('labels'),
    learned: mean('learned'),
  }
}

export async function textsOf(folder: string, name: string) {
  const lines = ['train', 'test'].flatMap((part) => linesOf(join(folder, `${name}.${part}.jsonl`)))
  const isTweets = name.startsWith('tweets-')
  const isEnglish = isTweets ? await englishOnly() : () => true
  const brand = name.replace(/^tweets-/, '')
  return lines
    .filter(({ text }) => isEnglish(text))
    .map(({ text, relevant }) => ({
      text,
      isRelevant: relevant,
      signs: Int32Array.from(signsOf(readingOf(text), brand), ({ number }) => number),
    }))
}

const readingOf = (snippet: string) => ({ title: '', snippet, url: '', source: '', author: { name: '' } })

function linesOf(file: string) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        if (line.trim() === '') return []
        const read = lineSchema.safeParse(parseJson(line))
        if (!read.success) throw new Error(`${file}, line ${index + 1}: expected {"text": …, "relevant": …}`)
        return [read.data]
      })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Names of people, tags and addresses say nothing about the language. */
async function englishOnly(): Promise<(text: string) => boolean> {
  const { eld } = await import('eld/extrasmall')
  return (text) => {
    const found = eld.detect(text.replace(/https?:\/\/\S+|[@#][\p{L}\p{N}_.]+/gu, ' '))
    return found.language === 'en' && found.isReliable()
  }
}

const columns = ['noiseHeldBack', 'relevantHeldBack', 'precisionBefore', 'precisionAfter', 'learned'] as const

function figuresTable(figures: Figures): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(16)
  const head = ['name'.padEnd(18), 'labels', ...columns.map((column) => column.padStart(16))].join('  ')
  const rows = Object.entries(figures).map(([name, row]) =>
    [
      name.padEnd(18),
      row.labels.toFixed(0).padStart(6),
      ...columns.map((column) => percent(row[column])),
    ].join('  '),
  )
  return [head, ...rows].join('\n')
}

const usualLabels = [30, 100, 400]
const usualDraws = 20

/** `overheard relevance`: prints the figures as tables, or as JSON. */
export async function relevance(
  { data, labels, flipped, json }: Readonly<Record<string, unknown>>,
  { print }: { print(text: string): void },
): Promise<void> {
  if (data === undefined) throw new Error('Name the folder of the labelled texts: --data FOLDER.')
  const counts = labels === undefined ? usualLabels : [Number(labels)]
  const share = flipped === undefined ? 0 : Number(flipped) / 100
  const found = await relevanceFigures({
    data: String(data),
    labels: counts,
    draws: usualDraws,
    flipped: share,
  })
  if (json === true) {
    const [only] = found.values()
    const shown = labels === undefined ? Object.fromEntries(found) : only
    return print(`${JSON.stringify(shown, undefined, 2)}\n`)
  }
  for (const figures of found.values()) print(`${figuresTable(figures)}\n\n`)
  print(
    'Means of 20 draws. The first two columns are shares that were held back. learned: draws with at least 30 labels, 5 of each kind.\n',
  )
}
