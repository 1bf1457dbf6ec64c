/**
 * A text in the form in which words are compared: lower case, without accents, with one kind of apostrophe, dash and space, and with one of the
 * letters that people write either way. `origins[n]` is
 * the index in the original text of the folded index n, so that a match can be shown there; undefined if they are the same.
 */
export type Folded = { text: string; origins: number[] | undefined }

/** Folds a text. Both the words of a query and the texts that are searched go through this function. */
export const fold = (text: string): Folded => foldBy(text, (ascii) => ascii.toLowerCase(), foldCharacter)

/** The same, but capitals, accents and letters stay as they are written. */
export const foldExactly = (text: string): Folded => foldBy(text, (ascii) => ascii, foldExactCharacter)

function foldBy(
  text: string,
  foldAscii: (text: string) => string,
  foldCharacter: (character: string) => string,
): Folded {
  if (isAscii(text)) return { text: foldAscii(text).replaceAll(/\s/g, ' '), origins: undefined }
  const origins: number[] = []
  let folded = ''
  let at = 0
  for (const character of charactersOf(text)) {
    const piece = character.length === 1 ? foldCharacter(character) : foldUnit(character, foldCharacter)
    for (let unit = 0; unit < piece.length; unit++) origins.push(at)
    folded += piece
    at += character.length
  }
  origins.push(text.length)
  return { text: folded, origins }
}

/** Folds a character of two code units, or several characters that are one sign. */
const foldUnit = (unit: string, foldCharacter: (character: string) => string): string =>
  unit.endsWith(joiner) ? foldCharacter(unit.slice(0, -1)) + joiner : foldCharacter(keycaps.get(unit) ?? unit)

/** The range of the original text that became the folded range. A character of which only a part matched belongs to it as a whole. */
export function originalRange(
  { origins }: Folded,
  start: number,
  end: number,
): { start: number; end: number } {
  if (origins === undefined) return { start, end }
  let after = end
  while ((origins[after] ?? 0) === (origins[end - 1] ?? 0) && after < origins.length - 1) after += 1
  return { start: origins[start] ?? 0, end: origins[after] ?? 0 }
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

const joiner = '\u200d'

/** A half-width kana and its sign of voice are one letter, a digit in a keycap is one sign, and an emoji keeps the joiner that joins it to another. */
const unit =
  /[\uff66-\uff9d][\uff9e\uff9f]|\d\ufe0f?\u20e3|(?:\p{ExtPict}|\p{EMod}|\ufe0f)\u200d(?=\p{ExtPict})|./gsu
const charactersOf = (text: string): Iterable<string> =>
  /[\uff9e\uff9f]|\u20e3|\u200d/.test(text) ? (text.match(unit) ?? []) : text

const known = new Map<string, string>()

function foldCharacter(character: string): string {
  const kept = known.get(character)
  if (kept !== undefined) return kept
  const folded = compute(decorated.get(character) ?? character)
  known.set(character, folded)
  return folded
}

/** Soft hyphens, joiners of letters, variation selectors, marks of direction and the like. */
const isInvisible = (character: string) => /\p{DI}/u.test(character)

/** Accents of Latin, Greek and Cyrillic letters, and the vowel points of Hebrew and Arabic. Marks of other scripts are letters. */
const accent =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u1ab0-\u1aff\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g

/** Digits in keycaps become digits in circles, which are signs and no part of a word. */
const keycaps = new Map<string, string>(
  [...'0123456789'].flatMap((digit) =>
    [`${digit}\ufe0f\u20e3`, `${digit}\u20e3`].map((keycap): [string, string] => [
      keycap,
      String.fromCodePoint(digit === '0' ? 0x24ea : 0x245f + Number(digit)),
    ]),
  ),
)

/** Letters in circles and squares, Roman numerals, and signs that are also typed as others. */
const decorated = new Map<string, string>([
  ...[0x24b6, 0x24d0, 0x1f130, 0x1f150, 0x1f170].flatMap((first) =>
    [...'abcdefghijklmnopqrstuvwxyz'].map((letter, place): [string, string] => [
      String.fromCodePoint(first + place),
      letter,
    ]),
  ),
  ...Array.from({ length: 32 }, (_, place) => String.fromCodePoint(0x2160 + place)).map(
    (numeral): [string, string] => [numeral, numeral.normalize('NFKC')],
  ),
  ['\u05f3', "'"],
  ['\u05f4', '"'],
  // The sign of music, for C#.
  ['\u266f', '#'],
])

/** Each letter with the one that is read for it, which has `length` letters and comes first. */
const pairsIn = (letters: string, length: number): string[][] =>
  Array.from({ length: letters.length / (length + 1) }, (_, place) => {
    const pair = letters.slice(place * (length + 1), (place + 1) * (length + 1))
    return [pair.slice(0, length), pair.slice(length)]
  })

/** Letters that Unicode does not take apart, and the form of sigma at the end of a word. */
const replacements: Record<string, string> = {
  ß: 'ss',
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  // The okina of Hawaiian and Uzbek is mostly typed as an apostrophe.
  ʻ: "'",
  ʽ: "'",
  ꞌ: "'",
  ...Object.fromEntries(
    [
      // Keyboards of Arabic, Persian and Urdu have different letters for the same sound.
      ['ی', 'يىې'],
      ['ک', 'كڪ'],
      ['ه', 'ةەہۃھ'],
      ['ا', 'ٱ'],
      // Small capitals.
      ...pairsIn('aᴀbʙcᴄdᴅeᴇfꜰgɢhʜiɪjᴊkᴋlʟmᴍnɴoᴏpᴘqǫrʀsꜱtᴛuᴜvᴠwᴡyʏzᴢ', 1),
      // Letters of Malayalam and Bengali that were written as two letters and a joiner before, and pairs of Yiddish.
      ...pairsIn(
        '\u0d23\u0d4d\u0d7a\u0d28\u0d4d\u0d7b\u0d30\u0d4d\u0d7c\u0d32\u0d4d\u0d7d\u0d33\u0d4d\u0d7e\u0d15\u0d4d\u0d7f',
        2,
      ),
      ...pairsIn('\u09a4\u09cd\u09ce\u05d5\u05d5\u05f0\u05d5\u05d9\u05f1\u05d9\u05d9\u05f2', 2),
      // The tatweel only makes a word longer.
      ['', 'ـ'],
      ...[...'0123456789'].map((digit) => [digit, String.fromCodePoint(0x660 + +digit, 0x6f0 + +digit)]),
    ].flatMap(([one = '', others = '']) => [...others].map((other) => [other, one])),
  ),
}

/** One kind of apostrophe, dash and space, no invisible characters, and letters and digits in their usual width. */
function foldExactCharacter(character: string): string {
  if (isInvisible(character)) return ''
  if (/\s/.test(character)) return ' '
  if (/[‘’‛ʼ′´`＇]/.test(character)) return "'"
  if (/\p{Dash}/u.test(character)) return '-'
  // Other symbols stay as they are: with NFKC the sign of a trade mark would become the letters "tm" of the word before it.
  return isWritten(character) ? character.normalize('NFKC') : character
}

/** Low digits are a part of the word, as in CO₂. High ones are mostly the number of a footnote, as in Acme², so they stay signs beside it. */
const isWritten = (character: string) => /[\p{L}\p{M}\p{Nd}\uff01-\uff5e\u2080-\u2089]/u.test(character)

function compute(character: string): string {
  const exact = foldExactCharacter(character)
  if (!isWritten(character)) return exact
  const lower = exact.toLowerCase()
  const bare = lower.normalize('NFD').replaceAll(accent, '').normalize('NFC')
  return [...bare].map((letter) => replacements[letter] ?? letter).join('')
}

/** False for a text of only spaces, punctuation and invisible characters. Emoji and other symbols are content. */
export function hasContent(text: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(fold(text).text)
}

const word = 1
/** A letter of a script without spaces between words: any part of a text can be a word. */
const dense = 2

const classes = new Uint8Array(0x10000).fill(255)
const denseLetter =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]$/u
const wordCharacter = /^[\p{L}\p{M}\p{Nd}_]$/u

function classOf(codePoint: number): number {
  if (codePoint < classes.length) {
    const kept = classes[codePoint] ?? 255
    if (kept !== 255) return kept
  }
  const character = String.fromCodePoint(codePoint)
  const found = !wordCharacter.test(character) ? 0 : denseLetter.test(character) ? word | dense : word
  if (codePoint < classes.length) classes[codePoint] = found
  return found
}

export const isWordCharacter = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && (classOf(codePoint) & word) !== 0

/** A letter, digit or underscore of a script with spaces between words. */
export const isSpacedLetter = (codePoint: number): boolean => classOf(codePoint) === word

export const isDenseLetter = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && (classOf(codePoint) & dense) !== 0

/** True if a word may end before this index and another may begin at it. */
export function isBoundary(text: string, index: number): boolean {
  const [left, right] = [codePointBefore(text, index), text.codePointAt(index)]
  if (!isWordCharacter(left) || !isWordCharacter(right)) return true
  return isDenseLetter(left) || isDenseLetter(right) || isEmphasis(text, index)
}

const underscore = 0x5f
const maxUnderscores = 10

/** True if one side of the index is a row of underscores at the edge of a word, as in `_acme_`. In a handle they are a part of the name. */
function isEmphasis(text: string, index: number): boolean {
  let [start, end] = [index, index]
  while (text.charCodeAt(start - 1) === underscore && index - start < maxUnderscores) start -= 1
  while (text.charCodeAt(end) === underscore && end - index < maxUnderscores) end += 1
  if (start < index === end > index) return false
  const outer = start < index ? codePointBefore(text, start) : text.codePointAt(end)
  return !isWordCharacter(outer) && !(start < index && (outer === 0x40 || outer === 0x23))
}

/** True if a word ends before this index that a letter at the index would continue. */
export function isInWord(text: string, index: number): boolean {
  return isWordCharacter(codePointBefore(text, index)) && !isEmphasis(text, index)
}

export function codePointBefore(text: string, index: number): number | undefined {
  const unit = text.charCodeAt(index - 1)
  const isLow = unit >= 0xdc00 && unit <= 0xdfff
  return index <= 0 ? undefined : text.codePointAt(isLow && index > 1 ? index - 2 : index - 1)
}
