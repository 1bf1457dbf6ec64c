/** A name as names are compared: case, composition (é is é, however it is encoded) and outer blanks do not count. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

/** Whether two names are the same to a person. */
export function isSameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b)
}

/** So many letters may be wrong, too many or missing; in a short word, one for every two letters of it. */
const mostSlips = 2

/** The known word that was probably meant: written otherwise (`max_age`), longer (`quiet_hours`), or with a slip or two (`onyl`). */
export function closestWord(word: string, known: string[]): string | undefined {
  const written = plain(word)
  const [best] = known
    .map((candidate) => ({ candidate, slips: slipsBetween(written, plain(candidate)) }))
    .filter(({ candidate, slips }) => slips <= Math.min(mostSlips, Math.floor(plain(candidate).length / 2)))
    .toSorted((a, b) => a.slips - b.slips)
  return best?.candidate
}

const plain = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** One where the one word begins with the other, of three letters at least; else the edit distance (Levenshtein). */
function slipsBetween(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 3 && long !== short && long.startsWith(short)) return 1
  return long.length - short.length > mostSlips ? Number.POSITIVE_INFINITY : editDistance(a, b)
}

/** How many letters have to be put in, taken away or replaced. */
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
