/** ISO 639-1, or `unknown`. */
export type Language = string

export const unknownLanguage = 'unknown'

/** Fewer letters than this say little, except in scripts that few languages use. */
const minLetters = 12
const minWords = 3
const minDense = 4
/** More UTF-16 units than this tell nothing new. */
const maxLooked = 2000
/** In a text with more letters than this the detection is better than what the author declared. */
const trustedLetters = 80

export type Detector = (text: string) => { language: string; isReliable: () => boolean }

let loaded: Promise<Detector> | undefined

/** Loads the detector when it is first needed, because it takes half a second and 90 MB. */
export async function loadDetector(): Promise<Detector> {
  loaded ??= import('eld/extrasmall').then(
    ({ eld }) =>
      (text) =>
        eld.detect(text),
  )
  return loaded
}

/** The language of a text: detected if that is reliable, else as declared, else `unknown`. */
export function languageOf(text: string, declared: string | undefined, detect: Detector): Language {
  const said = isoCode(declared)
  const words = wordsOnly(text.slice(0, maxLooked))
  const letters = words.match(/\p{L}/gu)?.length ?? 0
  const dense = words.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/gu)?.length ?? 0
  const isLong = dense >= minDense || (letters >= minLetters && words.split(' ').length >= minWords)
  if (!isLong) return said ?? unknownLanguage
  const found = detect(words)
  const language = found.isReliable() ? isoCode(found.language) : undefined
  if (language === undefined) return said ?? unknownLanguage
  return said !== undefined && letters <= trustedLetters ? said : language
}

/** The words whose language counts: not addresses, names of people, tags, code and emoji. */
function wordsOnly(text: string): string {
  return text
    .replaceAll(/https?:\/\/\S+|\b[\w-]+(\.[\w-]+)*\.[a-z]{2,}(\/\S*)?/gi, ' ')
    .replaceAll(/[@#][\p{L}\p{N}_.]+/gu, ' ')
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\s]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Codes that mean the same as another one in use. */
const synonyms: Record<string, string> = { nb: 'no', nn: 'no', iw: 'he', in: 'id', tl: 'fil' }

/** The code of a language tag such as `pt-BR`; undefined if it names none. */
export function isoCode(tag: string | undefined): string | undefined {
  const code = /^[a-z]{2,3}(?![a-z])/.exec(tag?.trim().toLowerCase() ?? '')?.[0]
  if (code === undefined || ['und', 'zxx', 'mul', 'mis'].includes(code)) return undefined
  return synonyms[code] ?? code
}
