/** How alike two titles are: the share of their words that both have (Jaccard), after what sites add is taken away. */
import type { TitleWords } from '../model/first-card.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Longer titles are compared by their beginning. UTF-16 units. */
const longestTitle = 300

/** What sites add: " | The Daily News", " - Reuters". */
const siteName = /\s+[|•·—–-]\s+[^|•·—–-]{1,40}$/u

/** With fewer words, titles are alike by chance: "Acme review", "Acme is down". */
const leastWords = 5

/** At least this share of the words in common. One word of nine may differ, two of nine may not. */
export const leastLikeness = 0.75

/** The words of a title, without case, accents of width, punctuation and the site's name. */
export function titleWords(title: string): TitleWords {
  const whole = wordsOf(title)
  const bare = wordsOf(title.replace(siteName, ''))
  const chosen = bare.length >= leastWords ? bare : whole
  const isNumber = (word: string) => /\p{N}/u.test(word)
  return { words: chosen, numbers: chosen.filter(isNumber) }
}

/** Between 0 (no word in common) and 1 (the same words). Zero where either has too few words, or the numbers differ. */
export function titleLikeness(a: TitleWords, b: TitleWords): number {
  if (a.words.length < leastWords || b.words.length < leastWords) return 0
  if (a.numbers.length !== b.numbers.length || a.numbers.join(' ') !== b.numbers.join(' ')) return 0
  const common = commonOf(a.words, b.words)
  return common / (a.words.length + b.words.length - common)
}

/** How many words two lists in alphabetical order have in common: one walk along both, since a thousand titles are compared with each. */
function commonOf(some: string[], others: string[]): number {
  let [common, place, other] = [0, 0, 0]
  while (place < some.length && other < others.length) {
    const [one = '', two = ''] = [some[place], others[other]]
    if (one === two) common++
    if (one <= two) place++
    if (two <= one) other++
  }
  return common
}

function wordsOf(title: string): string[] {
  const text = title.slice(0, longestTitle).normalize('NFKC').toLowerCase()
  const found = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike)
  return [...new Set(found.map(({ segment }) => segment.replace(/['’]s$/, '')))].sort()
}
