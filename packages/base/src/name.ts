/** Quotes and apostrophes of all kinds, each of which is one UTF-16 unit. */
export const otherQuotes = /[‘’‚‛‹›′＇❛❜“”„‟«»″〝〞〟＂❝❞「」『』]/g

/** Returns the quote of a keyboard for one of another kind. */
export const plainQuote = (quote: string) => ('‘’‚‛‹›′＇❛❜'.includes(quote) ? "'" : '"')

/** Returns the same key for equal names. Ignores case, Unicode composition, and which blanks, apostrophes and quotes are written. */
export function nameKey(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(otherQuotes, plainQuote)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

export function isSameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b)
}

/** Returns a name with a number behind it, unless that is 1. A name that is too long is cut between two characters. */
export function numberedName(name: string, number: number, longest: number): string {
  const end = number === 1 ? '' : ` (${number})`
  const most = longest - end.length
  return name.length <= most ? name + end : name.slice(0, most).replace(/[\ud800-\udbff]$/, '') + end
}

export type Labels = { id?: string; names: string[] }

/**
 * Finds the items that a person means: the items with that id; otherwise those with that name; otherwise those whose
 * names contain every written word. Ignores case, quotes, a leading `#` and repeated blanks. Returns several items if
 * the name is ambiguous.
 */
export function matchByName<T>(written: string, items: T[], labelsOf: (item: T) => Labels): T[] {
  const wanted = comparable(written)
  if (wanted === '') return []
  const words = wanted.split(' ')
  const labelled = items.map((item) => {
    const { id, names } = labelsOf(item)
    return { item, id: id?.toLowerCase(), names: names.map(comparable) }
  })
  const steps: ((one: { id: string | undefined; names: string[] }) => boolean)[] = [
    ({ id }) => id === wanted,
    ({ names }) => names.includes(wanted),
    ({ names }) => words.every((word) => names.some((name) => name.includes(word))),
  ]
  for (const fits of steps) {
    const found = labelled.filter(fits)
    if (found.length > 0) return found.map(({ item }) => item)
  }
  return []
}

function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/["'“”„«»‘’]/g, '')
    .trim()
    .replace(/^#/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/**
 * The largest edit distance between the written word and a suggestion. Short words allow one edit for every two
 * letters.
 */
const maxTypos = 2

/**
 * Returns the known word that is closest to the written word. Accepts another spelling (`max_age`), a longer form (`quiet_hours`) or a
 * typing error (`onyl`). Of two that are equally close it is the longer one, because people rather leave a letter out than add one.
 */
export function closestWord(word: string, known: string[]): string | undefined {
  const written = plain(word)
  const [best] = known
    .map((candidate) => ({ candidate, typos: typosBetween(written, plain(candidate)) }))
    .filter(({ candidate, typos }) => typos <= Math.min(maxTypos, Math.floor(plain(candidate).length / 2)))
    .toSorted((a, b) => a.typos - b.typos || b.candidate.length - a.candidate.length)
  return best?.candidate
}

const maxSuggestions = 3

/**
 * Suggests up to three items for a name that matches none, closest first. At least one word must be at most two typing
 * errors away from a word of the item's name.
 */
export function closestNames<T>(written: string, items: T[], namesOf: (item: T) => string[]): T[] {
  const wanted = wordsOf(written)
  const scored = items.map((item) => {
    const words = namesOf(item).flatMap(wordsOf)
    const likenesses = wanted.map((one) => Math.max(0, ...words.map((word) => likeness(one, word))))
    return { item, score: likenesses.reduce((sum, one) => sum + one, 0) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxSuggestions)
    .map(({ item }) => item)
}

const wordsOf = (text: string) =>
  comparable(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

/** Returns 1 for equal words, 1/4 less for each typing error, and 0 for words that are too different. */
function likeness(a: string, b: string): number {
  const typos = a === b ? 0 : typosBetween(a, b)
  return typos > Math.min(maxTypos, Math.floor(b.length / 2)) ? 0 : 1 - typos / 4
}

const plain = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns 1 if one word is longer and begins with the other, and the other has at least three letters. Otherwise returns the edit distance,
 * or infinity if the lengths differ too much.
 */
function typosBetween(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 3 && long !== short && long.startsWith(short)) return 1
  return long.length - short.length > maxTypos ? Number.POSITIVE_INFINITY : editDistance(a, b)
}

export function editDistance(a: string, b: string): number {
  const letters = [...b]
  let row = [0, ...letters.map((_, index) => index + 1)]
  for (const [line, letter] of [...a].entries()) {
    const next = [line + 1]
    for (const [index, other] of letters.entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
