import type { TitleWords } from '../model/card.ts'

/** How alike two titles are: the share of their words that both have (Jaccard), after what sites add is taken away. */

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Longer titles are compared by their beginning. UTF-16 units. */
const longestTitle = 300

/** So much of a title is looked at: what a site adds may stand behind what is compared. */
const lookedAt = 1000

/** What stands behind the last of the signs between a title and what a site adds, with that sign. */
const afterSign = /[|•·—–-]([^|•·—–-]*)$/u

/** A site's name has at most so many characters. */
const longestSiteName = 40

/** With fewer words, titles are alike by chance: "Acme review", "Acme is down". */
const leastWords = 5

/** At least this share of the words in common. One word of nine may differ, two of nine may not. */
export const leastSimilarity = 0.75

/** The words of a title, without case, accents of width, punctuation and the site's name. */
export function titleWords(title: string): TitleWords {
  const known = title.slice(0, lookedAt)
  const whole = wordsOf(known)
  const bare = wordsOf(withoutSiteName(known))
  const chosen = bare.length >= leastWords ? bare : whole
  const isNumber = (word: string) => /\p{N}/u.test(word)
  return { words: chosen, numbers: chosen.filter(isNumber) }
}

/**
 * The share of words that two titles have in common, from 0 to 1. Zero if either has too few words, if the numbers differ, or if it is
 * below `least`: a title is compared with a thousand others, so what cannot be alike is left as early as possible.
 */
export function titleSimilarity(a: TitleWords, b: TitleWords, least = 0): number {
  if (a.words.length < leastWords || b.words.length < leastWords) return 0
  const total = a.words.length + b.words.length
  // common / (total - common) >= least
  const leastCommon = Math.ceil((least * total) / (1 + least) - rounding)
  const mostAlone = total - 2 * leastCommon
  if (Math.abs(a.words.length - b.words.length) > mostAlone || !hasSame(a.numbers, b.numbers)) return 0
  const alone = aloneIn(a.words, b.words, mostAlone)
  if (alone > mostAlone) return 0
  const common = (total - alone) / 2
  return common / (total - common)
}

/** What a product of fractions may be above a whole number that it stands for. */
const rounding = 1e-9

const hasSame = (some: string[], others: string[]) =>
  some.length === others.length && some.every((one, place) => one === others[place])

/** How many words stand in one of two lists in alphabetical order alone: one walk along both, which ends where there are more than `most`. */
function aloneIn(some: string[], others: string[], most: number): number {
  let [alone, place, other] = [0, 0, 0]
  while (place < some.length && other < others.length && alone <= most) {
    const [one = '', two = ''] = [some[place], others[other]]
    if (one === two) {
      place++
      other++
      continue
    }
    alone++
    if (one < two) place++
    else other++
  }
  const left = some.length - place + others.length - other
  return alone > most ? alone : alone + left
}

/** A title without what its site adds: " | The Daily News", " - Reuters", a sign between blanks and a short name. */
function withoutSiteName(title: string): string {
  const [found, behind = ''] = afterSign.exec(title) ?? []
  if (found === undefined) return title
  const before = title.slice(0, -found.length)
  const bare = before.trimEnd()
  const blanks = behind.length - behind.trimStart().length
  const least = [...behind].length - blanks
  return bare !== before && blanks > 0 && behind.length > 1 && least <= longestSiteName ? bare : title
}

function wordsOf(title: string): string[] {
  const text = title.slice(0, longestTitle).normalize('NFKC').toLowerCase()
  const found = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike)
  return [...new Set(found.map(({ segment }) => segment.replace(/['’]s$/, '')))].sort()
}
