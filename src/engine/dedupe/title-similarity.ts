import type { OriginalCard } from '../../model/card.ts'

export type TitleWords = NonNullable<OriginalCard['story']>['title']

/** The similarity of two titles is the share of their distinct words that both have (Jaccard index). Names of sites are ignored. */

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

const maxTitleLength = 300

/** Only this many UTF-16 units are searched for a site's name, which may follow after the compared part. */
const maxSearchedLength = 1000

const afterSign = /[|•·—–-]([^|•·—–-]*)$/u

const maxSiteNameLength = 40

/** Titles with fewer words are not compared, because they are similar by chance: "Acme review", "Acme is down". */
const minWords = 5

/** Titles of duplicates share at least this part of their words. One word of nine may differ, two of nine may not. */
export const minSimilarity = 0.75

export function titleWords(title: string): TitleWords {
  const known = title.slice(0, maxSearchedLength)
  const whole = wordsOf(known)
  const bare = wordsOf(withoutSiteName(known))
  const chosen = bare.length >= minWords ? bare : whole
  const isNumber = (word: string) => /\p{N}/u.test(word)
  return { words: chosen, numbers: chosen.filter(isNumber) }
}

/**
 * Returns the share of words that two titles have in common, from 0 to 1. Returns 0 if a title has too few words, if the numbers differ, or
 * if the share is below `least`. A title is compared with a thousand others, so the function returns as early as possible.
 */
export function titleSimilarity(a: TitleWords, b: TitleWords, least = 0): number {
  if (a.words.length < minWords || b.words.length < minWords) return 0
  const total = a.words.length + b.words.length
  // The titles are similar enough if common / (total - common) >= least.
  const minCommon = Math.ceil((least * total) / (1 + least) - rounding)
  const maxUnshared = total - 2 * minCommon
  if (Math.abs(a.words.length - b.words.length) > maxUnshared || !hasSame(a.numbers, b.numbers)) return 0
  const alone = countUnshared(a.words, b.words, maxUnshared)
  if (alone > maxUnshared) return 0
  const common = (total - alone) / 2
  return common / (total - common)
}

const rounding = 1e-9

const hasSame = (some: string[], others: string[]) =>
  some.length === others.length && some.every((one, place) => one === others[place])

function countUnshared(some: string[], others: string[], most: number): number {
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

function withoutSiteName(title: string): string {
  const [found, behind = ''] = afterSign.exec(title) ?? []
  if (found === undefined) return title
  const before = title.slice(0, -found.length)
  const bare = before.trimEnd()
  const blanks = behind.length - behind.trimStart().length
  const least = [...behind].length - blanks
  return bare !== before && blanks > 0 && behind.length > 1 && least <= maxSiteNameLength ? bare : title
}

function wordsOf(title: string): string[] {
  const text = title.slice(0, maxTitleLength).normalize('NFKC').toLowerCase()
  const found = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike)
  return [...new Set(found.map(({ segment }) => segment.replace(/['’]s$/, '')))].sort()
}
