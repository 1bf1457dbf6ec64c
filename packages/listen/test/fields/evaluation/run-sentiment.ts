/**
 * `npm run sentiment -- --data DIR [--split train|test] [--json] [--comments FOLDER] [--subtitles FOLDER]`: how often the sentiment of a text is
 * what people say. DIR has LANG.train.jsonl or LANG.test.jsonl, with `{text, sentiment}` in each line. The other two are folders of copies of
 * public sets, which are no part of this repository (docs/build/sentiment.md names them).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import vader from 'vader-sentiment'
import type { Sentiment } from '../../../src/fields/sentiment/lexicon.ts'
import { loadJudge } from '../../../src/fields/sentiment/sentiment.ts'
import { afinn } from '../../../src/fields/sentiment/words/afinn.ts'
import { twoSubjects, withPlace } from './two-subjects.ts'

type Labelled = { text: string; sentiment: Sentiment }
type Figures = { accuracy: number; coverage: number; macroF1: number }
type Guess = (text: string) => Sentiment | undefined

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    split: { type: 'string', default: 'train' },
    json: { type: 'boolean', default: false },
    comments: { type: 'string' },
    subtitles: { type: 'string' },
  },
})
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it']
const classes: Sentiment[] = ['negative', 'neutral', 'positive']
const judge = await loadJudge()

/** Of the texts that get a sentiment: how many are right, and the mean F1 of the classes that occur. */
function figuresOf(texts: readonly Labelled[], guess: Guess): Figures {
  const given = texts.flatMap(({ text, sentiment }) => {
    const found = guess(text)
    return found === undefined ? [] : [{ found, sentiment }]
  })
  const right = given.filter(({ found, sentiment }) => found === sentiment).length
  const scores = classes
    .filter((one) => texts.some(({ sentiment }) => sentiment === one))
    .map((one) => {
      const hits = given.filter(({ found, sentiment }) => found === one && sentiment === one).length
      const named = given.filter(({ found, sentiment }) => (found === one) !== (sentiment === one)).length
      return hits === 0 ? 0 : (2 * hits) / (2 * hits + named)
    })
  return {
    accuracy: rounded(right / Math.max(1, given.length)),
    coverage: rounded(given.length / Math.max(1, texts.length)),
    macroF1: rounded(scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)),
  }
}

const rounded = (share: number) => Math.round(share * 1000) / 1000

/** The method before this one: only clear scores are shown. */
const byVader: Guess = (text) => {
  const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(text)
  if (Math.abs(compound) >= 0.5) return compound > 0 ? 'positive' : 'negative'
  return Math.abs(compound) < 0.05 ? 'neutral' : undefined
}

/** The sum of the words of AFINN, translated for languages other than English. */
function byAfinn(language: string): Guess {
  const degrees = new Map(
    (afinn[language] ?? []).flatMap(([degree, words]) =>
      words.split(' ').map((word) => [word, degree] as const),
    ),
  )
  return (text) => {
    const words = text.toLowerCase().match(/[\p{L}'-]+/gu) ?? []
    const sum = words.reduce((total, word) => total + (degrees.get(word) ?? 0), 0)
    if (sum === 0) return 'neutral'
    return sum > 0 ? 'positive' : 'negative'
  }
}

function byMajority(texts: readonly Labelled[]): Guess {
  const count = (one: Sentiment) => texts.filter(({ sentiment }) => sentiment === one).length
  const most = classes.reduce((a, b) => (count(b) > count(a) ? b : a))
  return () => most
}

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

function tweets(folder: string, language: string): Labelled[] {
  const path = join(folder, `${language}.${values.split}.jsonl`)
  return existsSync(path) ? linesOf(path).map((line) => JSON.parse(line)) : []
}

/** BRIGHTER: a text with joy only is positive, with other feelings only negative, and without any neutral. Surprise tells nothing. */
function comments(folder: string, language: string): Labelled[] {
  const path = join(folder, `${{ en: 'eng', de: 'deu', es: 'esp', pt: 'ptbr' }[language]}.csv`)
  if (!existsSync(path)) return []
  const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true })
  return rows.flatMap(({ text = '', ...feelings }) => {
    const has = (feeling: string) => Number(feelings[feeling]) > 0
    return labelled(text, has('joy'), ['anger', 'disgust', 'fear', 'sadness'].some(has), !has('surprise'))
  })
}

/** XED: joy (5) and trust (8) are positive, anger (1), disgust (3), fear (4) and sadness (6) negative. There are no neutral lines. */
function subtitles(folder: string, language: string): Labelled[] {
  const path = join(folder, `${language}-projections.tsv`)
  if (!existsSync(path)) return []
  return linesOf(path).flatMap((line) => {
    const [text = '', feelings = ''] = line.split('\t')
    const has = (feeling: number) => feelings.split(/,\s*/).map(Number).includes(feeling)
    return labelled(text, [5, 8].some(has), [1, 3, 4, 6].some(has), false)
  })
}

function labelled(text: string, isGlad: boolean, isSad: boolean, isCalm: boolean): Labelled[] {
  if (isGlad !== isSad) return [{ text, sentiment: isGlad ? 'positive' : 'negative' }]
  return !isGlad && isCalm ? [{ text, sentiment: 'neutral' }] : []
}

function measure(
  read: (language: string) => Labelled[],
  guess: (language: string, texts: Labelled[]) => Guess,
) {
  return Object.fromEntries(
    languages.flatMap((language) => {
      const texts = read(language)
      return texts.length === 0 ? [] : [[language, figuresOf(texts, guess(language, texts))]]
    }),
  )
}

function measureSubjects(): Record<string, Figures> {
  return Object.fromEntries(
    Object.entries(twoSubjects).map(([language, all]) => [
      language,
      figuresOf(
        all.map(([text, sentiment]) => ({ text, sentiment })),
        (text) => {
          const { plain, places } = withPlace(text)
          return judge(plain, language, { places })
        },
      ),
    ]),
  )
}

const own = (language: string) => (text: string) => judge(text, language)
/** For sets without neutral texts. */
const onlyFeelings = (language: string) => (text: string) => {
  const found = judge(text, language)
  return found === 'neutral' ? undefined : found
}
const { data, comments: commented, subtitles: subtitled } = values
const measured = {
  ...(data !== undefined && {
    languages: measure((language) => tweets(data, language), own),
    vader: measure(
      (language) => (language === 'en' ? tweets(data, language) : []),
      () => byVader,
    ),
    afinn: measure((language) => tweets(data, language), byAfinn),
    majority: measure(
      (language) => tweets(data, language),
      (_, texts) => byMajority(texts),
    ),
  }),
  ...(commented !== undefined && { comments: measure((language) => comments(commented, language), own) }),
  ...(subtitled !== undefined && {
    subtitles: measure((language) => subtitles(subtitled, language), onlyFeelings),
  }),
  twoSubjects: measureSubjects(),
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
if (values.json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`)
else
  for (const [what, byLanguage] of Object.entries(measured))
    for (const [language, { accuracy, coverage, macroF1 }] of Object.entries(byLanguage))
      process.stdout.write(
        `${what} ${language}: ${percent(accuracy)} right, ${percent(coverage)} get a sentiment, macro F1 ${macroF1.toFixed(2)}\n`,
      )
