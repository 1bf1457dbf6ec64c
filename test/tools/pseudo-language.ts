import { IntlMessageFormat } from 'intl-messageformat'
import { inventLanguage } from '../../src/messages/kit/say.ts'

/** A language made of the English sentences: with accents, in brackets, and longer by 40 per cent. What is not in brackets is hard-wired. */
export const pseudo = 'en-XA'

/** A language made of the English sentences in Hebrew letters, from right to left. */
export const rightToLeft = 'he-XB'

type Elements = ReturnType<IntlMessageFormat['getAst']>

/** The types of elements, as the parser numbers them. */
const literal = 0
const argument = 1
const number = 2
const select = 5
const plural = 6
const pound = 7

export function speakPseudo(): void {
  inventLanguage(pseudo, pseudoOf)
  inventLanguage(rightToLeft, (english) => written(elementsOf(english), '', inHebrewLetters))
}

/** Arguments, Slack's markup, code and commands stay as they are. */
export function pseudoOf(english: string): string {
  const elements = elementsOf(english)
  return `⟦${written(elements, '', accented)}${'·'.repeat(Math.ceil(lengthOf(elements) * 0.4))}⟧`
}

const elementsOf = (english: string): Elements =>
  new IntlMessageFormat(english, 'en', undefined, { ignoreTag: true, requiresOtherClause: false }).getAst()

/** The length of a sentence without its arguments, in its longest form. */
const lengthOf = (elements: Elements): number =>
  elements.reduce((length, one) => {
    if (one.type === literal) return length + one.value.length
    if (one.type !== select && one.type !== plural) return length
    return length + Math.max(...Object.values(one.options).map(({ value }) => lengthOf(value)))
  }, 0)

function written(elements: Elements, around: string, letters: (words: string) => string): string {
  return elements
    .map((one) => {
      switch (one.type) {
        case literal:
          return quoted(
            one.value.replaceAll(kept, (_, same = '', words = '') => same + letters(words)),
            around,
          )
        case argument:
          return `{${one.value}}`
        case number:
          return `{${one.value}, number}`
        case pound:
          return '#'
        case select:
        case plural: {
          const kind = 'pluralType' in one && one.pluralType === 'ordinal' ? 'selectordinal' : kinds[one.type]
          const options = Object.entries(one.options).map(
            ([key, { value }]) =>
              `${key} {${written(value, one.type === plural ? 'plural' : around, letters)}}`,
          )
          return `{${one.value}, ${kind}, ${options.join(' ')}}`
        }
        default:
          throw new Error(`an element of the type ${one.type}`)
      }
    })
    .join('')
}

const kinds = { [select]: 'select', [plural]: 'plural' }

/** What programs read, or the words between. */
const kept = /(<[^>]*>|`[^`]*`|\{[^}]*\}|https?:\S+|\/mentions[\w-]*|\b[A-Z]{2,}\b)|([^<`{/hA-Z]+|.)/gsu

const accents = new Map(
  [...'aáeéiíoóuúyýcçnñsšzžAÁEÉIÍOÓUÚ'].reduce<[string, string][]>((pairs, letter, at, all) => {
    if (at % 2 === 1) pairs.push([all[at - 1] ?? '', letter])
    return pairs
  }, []),
)

const accented = (words: string) => [...words].map((letter) => accents.get(letter) ?? letter).join('')

const inHebrewLetters = (words: string) =>
  words.replaceAll(/[a-z]/gi, (letter) =>
    String.fromCodePoint(0x5d0 + (letter.toLowerCase().charCodeAt(0) % 27)),
  )

/** `#` has a meaning within a plural, and braces everywhere. */
const quoted = (text: string, around: string) =>
  text.replaceAll("'", "''").replaceAll(around === 'plural' ? /[{}#]/g : /[{}]/g, "'$&'")

/** Returns a text without its sentences in the language. */
export function withoutPseudo(text: string): string {
  let depth = 0
  let left = ''
  for (const letter of text) {
    if (letter === '⟦') depth++
    else if (letter === '⟧') depth = Math.max(0, depth - 1)
    else if (depth === 0) left += letter
  }
  return left
}
