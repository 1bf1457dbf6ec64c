import { stopWords } from '../../store/counts/terms.ts'
import type { Words } from './words/words.ts'

export type Sentiment = 'positive' | 'negative' | 'neutral'

export type Lexicon = {
  /** Degrees of words, and of phrases, whose words are joined by a space. */
  degrees: ReadonlyMap<string, number>
  /** Degrees of the beginnings of words. */
  stems: ReadonlyMap<string, number>
  shortestStem: number
  longestStem: number
  /** The first words of phrases, so that few phrases are looked up. */
  firsts: ReadonlySet<string>
  negators: ReadonlySet<string>
  without: ReadonlySet<string>
  intensifiers: ReadonlySet<string>
  diminishers: ReadonlySet<string>
  contrast: ReadonlySet<string>
  than: ReadonlySet<string>
  comparatives: ReadonlySet<string>
  unlike: ReadonlySet<string>
  common: ReadonlySet<string>
  opinions: ReadonlySet<string>
  thanks: ReadonlySet<string>
  lateNegation?: Record<keyof NonNullable<Words['lateNegation']>, ReadonlySet<string>>
  /** The form in which words are compared. */
  fold: (text: string) => string
}

/** The degrees of AFINN go from -5 to 5. */
const scaleOfAfinn = 0.6
const ironic = -3

/** Without accents, because people leave them out. */
const withoutAccents = (text: string) =>
  isAscii(text) ? text : text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
/** In German an accent makes another word. */
const withoutSharpS = (text: string) =>
  isAscii(text) ? text : text.normalize('NFC').replaceAll('\u00df', 'ss')

/** Most words are, and need no work. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false
  return true
}

/** As in "l'amour" and "dell'amore": the word without what is joined to it. */
const joined = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|bell|quell|(?:d|n|s)?(?:e|a|u)ll)'(?=.)/

function foldFor(language: string): Lexicon['fold'] {
  if (language === 'de') return withoutSharpS
  if (language === 'fr' || language === 'it') return (word) => withoutAccents(word.replace(joined, ''))
  return withoutAccents
}

/** Words that are written by hand win against those of AFINN. */
export function lexiconOf(
  language: string,
  words: Words,
  ofAfinn: [degree: number, words: string][],
): Lexicon {
  const fold = foldFor(language)
  const listed = (text: string) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => word.split('_').map(fold).join(' '))
  const rated = (list: string, degree: number) =>
    listed(list).map((word): [word: string, degree: number] => [word, degree])
  const own = [
    ...Object.entries(words.degrees).flatMap(([degree, list]) => rated(list, Number(degree))),
    ...rated(words.irony, ironic),
  ]
  const isStem = ([word]: [string, number]) => word.endsWith('*')
  const stems = new Map(own.filter(isStem).map(([word, degree]) => [word.slice(0, -1), degree]))
  const lengths = [...stems.keys()].map(({ length }) => length)
  const whole = own.filter((one) => !isStem(one))
  const made = ofAfinn.flatMap(([degree, list]) => rated(list, degree * scaleOfAfinn))
  const degrees = new Map([...made, ...whole])
  const set = (text: string) => new Set(listed(text))
  return {
    ...{ degrees, stems, fold, shortestStem: Math.min(...lengths), longestStem: Math.max(...lengths) },
    firsts: new Set([...degrees.keys()].flatMap((word) => /^(.+?) /.exec(word)?.[1] ?? [])),
    ...{ negators: set(words.negators), intensifiers: set(words.intensifiers) },
    ...{ diminishers: set(words.diminishers), contrast: set(words.contrast) },
    ...{ than: set(words.than), comparatives: set(words.comparatives), unlike: set(words.unlike) },
    ...{ opinions: set(words.opinions), thanks: set(words.thanks), without: set(words.without) },
    ...(words.lateNegation && {
      lateNegation: {
        after: set(words.lateNegation.after),
        and: set(words.lateNegation.and),
        that: set(words.lateNegation.that),
      },
    }),
    common: new Set([...set(words.common), ...[...stopWords].map(fold)]),
  }
}

const longestPhrase = 4
/** As in "gooood", whose repeated letters were cut to two. */
const twice = /(.)\1/

/** The degree of the word or phrase at a place, and of how many words it is. */
export function degreeAt(
  words: readonly string[],
  at: number,
  { degrees, stems, firsts, shortestStem, longestStem }: Lexicon,
): { degree: number; length: number } {
  const word = words[at] ?? ''
  if (firsts.has(word))
    for (let length = longestPhrase; length > 1; length -= 1) {
      const degree = degrees.get(words.slice(at, at + length).join(' '))
      if (degree !== undefined) return { degree, length }
    }
  const known = degrees.get(word) ?? (twice.test(word) ? degrees.get(word.replace(twice, '$1')) : undefined)
  if (known !== undefined) return { degree: known, length: 1 }
  for (let length = Math.min(word.length, longestStem); length >= shortestStem; length -= 1) {
    const degree = stems.get(word.slice(0, length))
    if (degree !== undefined) return { degree, length: 1 }
  }
  return { degree: 0, length: 1 }
}
