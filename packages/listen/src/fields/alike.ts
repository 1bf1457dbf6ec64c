/** Two titles with this share of common words among all of theirs are versions of one. */
const leastOfTitle = 2 / 3
/** The same for texts, among the words of the shorter one. Texts of one site often have a third of their words in common. */
const leastOfText = 0.85
/** Of shorter texts, a longer one may have most words by chance. */
const leastWords = 12

/** Scripts without spaces have each sign for a word. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ?? [],
  )

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>) {
  const common = [...a].filter((word) => b.has(word)).length
  return { common, few: Math.min(a.size, b.size), all: a.size + b.size - common }
}

/** By their words: true if one of the texts can be an edit of the other, such as a longer one. Two empty texts tell nothing. */
export function areTextsAlike(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  const { common, few } = shared(first, second)
  return common > 0 && common >= (few < leastWords ? 1 : leastOfText) * few
}

/** The end of a title that was cut. */
const cut = /(?:…|\.\.\.)$/
const leastOfCut = 12

const isBeginning = (short: string, long: string) =>
  cut.test(short) && short.length > leastOfCut && long.startsWith(short.replace(cut, '').trimEnd())

/** As for texts. Titles with other numbers belong to other issues of a series. One may be the other that was cut. */
export function areTitlesAlike(first: string, second: string): boolean {
  if (isBeginning(first, second) || isBeginning(second, first)) return true
  const numbers = (title: string) => title.match(/\p{N}+/gu)?.join(' ')
  const { common, all } = shared(wordsOf(first), wordsOf(second))
  return numbers(first) === numbers(second) && common > 0 && common >= leastOfTitle * all
}

/** As `areTitlesAlike`, also if one of the titles has more words, as when a site adds its name. */
export function isTitlePart(first: string, second: string): boolean {
  const { common, few } = shared(wordsOf(first), wordsOf(second))
  return areTitlesAlike(first, second) || (few > 1 && common === few)
}
