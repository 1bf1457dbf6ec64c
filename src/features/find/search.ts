import type { Mention } from '@overheard/mention-client/mention'
import { clean } from '../../messages/kit/text.ts'
import { mentionsOf, type PostedCard } from '../../model/card.ts'

/** More words would let one line cost much time. */
export const mostWords = 10
export const mostFound = 10

export type Found = { card: PostedCard; mention: Mention }

/** Reads words and quoted phrases as they are compared. Equal ones count once. */
export function searchedWords(line: string): string[] {
  const written = [...line.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([word, phrase]) => phrase ?? word)
  return [...new Set(written.map(folded))].filter((word) => word !== '')
}

/** In these scripts people leave out accents and points. In others, marks are letters, as in バ and in the syllables of Hindi and Thai. */
const accents = /([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}])\p{M}+/gu

/** Case, accents, forms of letters (such as 𝗔 and ｶ) and characters that nobody sees make no difference. */
function folded(text: string): string {
  const shown = clean(text)
  if (/^\p{ASCII}*$/u.test(shown)) return shown.toLowerCase().trim()
  return shown
    .replaceAll(/\p{DI}/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(accents, '$1')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .trim()
}

/** True if each of the words is somewhere in the title, the text, the author, the source or the address. */
export function hasWords(
  { title, snippet, author, source, url }: Mention,
  words: readonly string[],
): boolean {
  const text = [title, snippet, author.name, source, url].map(folded).join('\n')
  return words.every((word) => text.includes(word))
}

/**
 * Returns the newest mentions with all words, newest first, and the number of all. A mention that was posted several times is found once, in its
 * newest message. Keeps only few of the cards in memory.
 */
export async function findMentions(
  cards: AsyncIterable<PostedCard>,
  words: readonly string[],
  maySee: (card: PostedCard) => Promise<boolean>,
): Promise<{ newest: Found[]; total: number }> {
  const keys = new Set<string>()
  let newest: Found[] = []
  for await (const card of cards) {
    const found = mentionsOf(card.shows).filter((mention) => hasWords(mention, words))
    if (found.length === 0 || !(await maySee(card))) continue
    for (const mention of found) {
      keys.add(keyOf({ card, mention }))
      newest.push({ card, mention })
    }
    if (newest.length > 10 * mostFound) newest = newestOf(newest)
  }
  return { newest: newestOf(newest), total: keys.size }
}

const keyOf = ({ card, mention }: Found) => `${card.alert} ${mention.id}`

function newestOf(found: Found[]): Found[] {
  const sorted = found.toSorted((one, other) => Number(other.card.ts) - Number(one.card.ts))
  return [...Map.groupBy(sorted, keyOf).values()].flatMap(([first]) => first ?? []).slice(0, mostFound)
}
