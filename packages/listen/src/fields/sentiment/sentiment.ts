import type { Language } from '../language.ts'
import type { Place } from './clauses.ts'
import { type Lesson, type Moved, movedBy, type Uncorrected, wordsOf } from './lessons.ts'
import { type Lexicon, lexiconOf, type Sentiment } from './lexicon.ts'
import { type About, type Signals, signalsOf } from './signals.ts'

/** Undefined if nobody measured the language, or if the text is not clear enough. */
export type Judge = (text: string, language: Language, about?: About) => Sentiment | undefined

type Leaning = { negative: number; positive: number }

/**
 * How much each signal speaks for a feeling, compared with none. These numbers and `languages` were chosen with the training halves of the
 * tweets in docs/build/sentiment.md. No word was taken from there.
 */
const weights: Record<keyof ReturnType<typeof inputsOf>, Leaning> = {
  good: { negative: 0.1, positive: 0.7 },
  bad: { negative: 0.7, positive: -0.1 },
  glad: { negative: -0.5, positive: 0.9 },
  sad: { negative: 0.7, positive: -0.2 },
  nothingBad: { negative: -0.5, positive: -0.1 },
  link: { negative: -1.2, positive: -0.7 },
  questions: { negative: 0, positive: -0.6 },
  exclamations: { negative: 0, positive: 0.5 },
  numbers: { negative: -0.6, positive: -0.3 },
  length: { negative: 0.1, positive: -0.2 },
  density: { negative: -0.4, positive: 0.7 },
}

type Measured = { usual: Leaning; certain: number }

/** How people write, whatever they feel; and the least probability of a feeling that is shown. */
const languages: Record<string, Measured> = {
  en: { usual: { negative: -0.3, positive: -0.1 }, certain: 0.48 },
  de: { usual: { negative: 0.2, positive: -0.4 }, certain: 0.53 },
  fr: { usual: { negative: 0.7, positive: 0.3 }, certain: 0.49 },
  es: { usual: { negative: -0.4, positive: -0.6 }, certain: 0.52 },
  it: { usual: { negative: 0.3, positive: -0.2 }, certain: 0.51 },
  pt: { usual: { negative: -0.2, positive: -0.6 }, certain: 0.512 },
}

/** Each further degree says less. */
const softened = (degrees: number) => Math.min(degrees, 6) / (1 + Math.min(degrees, 6) / 4)

function inputsOf(signals: Signals) {
  const { good, bad, words } = signals
  return {
    ...{ good: softened(good), bad: softened(bad), glad: softened(signals.glad), sad: softened(signals.sad) },
    ...{ nothingBad: bad === 0 ? 1 : 0, link: signals.hasLink ? 1 : 0 },
    questions: Math.min(signals.questions, 2),
    exclamations: Math.min(signals.exclamations, 4) / 2,
    numbers: Math.min(signals.numbers, 3) / 2,
    length: Math.min(Math.max(words, 4), 30) / 10,
    density: (good - bad) / Math.sqrt(Math.max(words, 4)),
  }
}

/** The probability of each sentiment. */
function probabilities(signals: Signals, usual: Leaning): Record<Sentiment, number> {
  const inputs = Object.entries(inputsOf(signals)) as [keyof typeof weights, number][]
  const odds = (side: keyof Leaning) =>
    Math.exp(inputs.reduce((sum, [name, value]) => sum + weights[name][side] * value, usual[side]))
  const [negative, positive] = [odds('negative'), odds('positive')]
  const all = negative + 1 + positive
  return { negative: negative / all, neutral: 1 / all, positive: positive / all }
}

/** Undefined if no sentiment is probable enough. */
function mostProbable(signals: Signals, { usual, certain }: Measured): Sentiment | undefined {
  const chances = Object.entries(probabilities(signals, usual))
  const [sentiment, chance] = chances.reduce((a, b) => (b[1] > a[1] ? b : a))
  return chance < certain ? undefined : (sentiment as Sentiment)
}

let loaded: Promise<Map<string, Lexicon>> | undefined

/** The words are loaded when they are first needed, because they are large. */
async function loadLexicons(): Promise<Map<string, Lexicon>> {
  const { words } = await import('./words/all.ts')
  return new Map(words.map(({ language, written, made }) => [language, lexiconOf(language, written, made)]))
}

/** How much the words of a text have moved, by word. */
export type MovedWords = { word: string; by: number }[]

export type Teacher = {
  /** What corrections teach, in each language. `others` tell which words are topics of the alert. */
  learn: (lessons: readonly Lesson[], others?: readonly Uncorrected[]) => ReadonlyMap<string, Moved>
  /** The words of a text that have moved. */
  movedIn: (text: string, places: readonly Place[], language: Language, moved: Moved) => MovedWords
}

export async function loadTeacher(): Promise<Teacher> {
  loaded ??= loadLexicons()
  const lexicons = await loaded
  return {
    learn: (lessons, others = []) =>
      new Map(
        [...lexicons].map(([language, lexicon]) => [language, movedBy(lessons, others, language, lexicon)]),
      ),
    movedIn: (text, places, language, moved) => {
      const lexicon = lexicons.get(language)
      const words = lexicon === undefined ? [] : wordsOf({ text, places }, lexicon)
      return words.flatMap((word) => ({ word, by: moved.get(word) ?? 0 })).filter(({ by }) => by !== 0)
    },
  }
}

export async function loadJudge(): Promise<Judge> {
  loaded ??= loadLexicons()
  const lexicons = await loaded
  return (text, language, about) => {
    const [lexicon, measured] = [lexicons.get(language), languages[language]]
    if (lexicon === undefined || measured === undefined) return undefined
    const signals = signalsOf(text, lexicon, about)
    // Only what is true whatever the doubtful words mean.
    const found = mostProbable(signals, measured)
    const otherwise = signals.otherwise && mostProbable({ ...signals, ...signals.otherwise }, measured)
    return signals.otherwise === undefined || otherwise === found ? found : undefined
  }
}
