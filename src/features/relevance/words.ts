import type { Mention } from '@overheard/mention-client/mention'

/** What the filter reads of a mention. */
export type Reading = Pick<Mention, 'title' | 'snippet' | 'url' | 'source'> & {
  author: Pick<Mention['author'], 'name'>
}

/** A sign of a mention, such as a word: its number, and how people read it. Two signs have the same number by chance once in millions. */
export type Sign = { number: number; shown: string }

/** More signs than this are left out, those farthest from the name first, so that what is stored of a mention stays small. */
const mostSigns = 44

/** A number is stored as three bytes. */
const numbers = 2 ** 24

type FoundSign = Sign & { distance: number }

/**
 * Returns the signs of a mention: its words, the words beside the name, the site, the author and the source. `name` is the name that the
 * alert searches for; its own words are no signs, because all mentions have them.
 */
export function signsOf(mention: Reading, name: string): Sign[] {
  const written = tokensOf(`${mention.title}\n${mention.snippet}`)
  const stems = stemsOf(written)
  const nameStems = stemsOf(tokensOf(name))
  const places = placesOf(stems, nameStems)
  const text: Text = { written, stems, places, nameStems, name }
  const found = new Map<number, FoundSign>()
  const add = (sign: FoundSign) => {
    const known = found.get(sign.number)
    if (known === undefined || sign.distance < known.distance) found.set(sign.number, sign)
  }
  for (const sign of signsOfFields(mention)) add(sign)
  for (const place of places) for (const sign of signsBeside(text, place)) add(sign)
  for (const sign of signsOfWords(text)) add(sign)
  const signs = [...found.values()]
  if (signs.length <= mostSigns) return signs
  return signs.toSorted((one, other) => one.distance - other.distance).slice(0, mostSigns)
}

/** A text in words, as they are written and without their endings, and where the name begins in it. */
type Text = {
  written: readonly string[]
  stems: readonly string[]
  places: readonly number[]
  nameStems: readonly string[]
  name: string
}

const signOf = (kind: string, value: string, shown: string, distance = 0): FoundSign => ({
  number: hashOf(`${kind} ${value}`),
  shown,
  distance,
})

function signsOfFields({ url, author, source }: Reading): FoundSign[] {
  const host = hostOf(url)
  const fields = [
    ['site', host],
    ['author', author.name],
    ['source', source],
  ] as const
  return fields.flatMap(([kind, value]) =>
    value.trim() === '' ? [] : [signOf(kind, value.toLowerCase(), value)],
  )
}

function signsBeside({ written, stems, nameStems, name }: Text, place: number): FoundSign[] {
  const end = place + nameStems.length
  const near = [place - 2, place - 1, end, end + 1].flatMap((at) => {
    const stem = stems[at]
    return stem === undefined || nameStems.includes(stem) ? [] : [signOf('near', stem, written[at] ?? stem)]
  })
  return [
    signOf('before', stems[place - 1] ?? '', `${written[place - 1] ?? ''} ${name}`),
    signOf('after', stems[end] ?? '', `${name} ${written[end] ?? ''}`),
    ...near,
  ]
}

function signsOfWords({ written, stems, places, nameStems }: Text): FoundSign[] {
  const signs: FoundSign[] = []
  for (const [at, stem] of stems.entries()) {
    if (nameStems.includes(stem)) continue
    let distance = written.length
    for (const place of places) distance = Math.min(distance, Math.abs(place - at))
    signs.push(signOf('word', stem, written[at] ?? stem, distance))
  }
  return signs
}

/** Words with letters or digits. Addresses are none. */
export function tokensOf(text: string): string[] {
  return text.replace(/https?:\/\/\S+/g, ' ').match(/[\p{L}\p{N}_+]+/gu) ?? []
}

/** Where the name begins, as positions in the words of the text. */
function placesOf(words: readonly string[], name: readonly string[]): number[] {
  if (name.length === 0) return []
  return words.flatMap((_, at) => (name.every((word, offset) => words[at + offset] === word) ? [at] : []))
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''
}

/** Brings the common English endings of a word together. A word of another language stays one word in each text, which is enough. */
export function stemOf(written: string): string {
  const word = written.toLowerCase()
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  return word.length > 4 && word.endsWith('ed') ? word.slice(0, -2) : word
}

export const stemsOf = (words: readonly string[]): string[] => words.map(stemOf)

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  return (hash >>> 8) % numbers
}

/** The numbers of signs as text for the store. Nobody can read the words from it. */
export function packed(signs: Iterable<{ number: number }>): string {
  const bytes = [...signs].flatMap(({ number }) => [number >> 16, (number >> 8) & 255, number & 255])
  return Buffer.from(bytes).toString('base64')
}

export function unpacked(text: string): Int32Array {
  const bytes = Buffer.from(text, 'base64')
  return Int32Array.from({ length: Math.floor(bytes.length / 3) }, (_, at) => bytes.readUIntBE(at * 3, 3))
}
