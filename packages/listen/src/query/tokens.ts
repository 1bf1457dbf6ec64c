import {
  listExcludes,
  listSigns,
  quotes,
  refuseAlternatives,
  refuseForeign,
  refuseForeignGroup,
  refuseForeignQuotes,
} from './foreign-operators.ts'
import { fieldNames, numberNames } from './query.ts'
import { Refusal } from './refusal.ts'

type Place = { at: number; end: number }

export type Token = Place &
  (
    | { kind: ')' | 'AND' | 'OR' }
    /** `name` stands before it with a colon; '' if none does. */
    | { kind: '('; name: string }
    /** `isSign`: written as a sign directly before what must not occur. */
    | { kind: 'NOT'; isSign: boolean }
    | { kind: 'NEAR'; distance: number; ordered: boolean }
    | TextToken
  )

/** A word, a phrase in quotes, or signs between backticks. `exact`: capitals and accents count. */
export type TextToken = Place & {
  kind: 'text'
  name: string
  value: string
  form: 'word' | 'phrase' | 'literal'
  exact: boolean
}

/** Other names that mean the same elsewhere. */
const namesElsewhere: Record<string, string> = {
  intitle: 'title',
  language: 'lang',
  links: 'link',
  domain: 'site',
}

const names = new Set<string>([...fieldNames, ...numberNames, 'title'])
/** Undefined if no field has this name. */
export const fieldNamed = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return names.has(name) ? name : namesElsewhere[name]
}

/** Fields whose values are of any signs. */
export const freeFields = ['site', 'link', 'author']

const isNumber = (field: string) => numberNames.some((name) => name === field)

/** What ends a word. */
const ends = `\\s()|\`${quotes}`

const space = /\s+/y
const operator = /[()]|\|+|&&+|(?:AND|OR|NOT|ANDNOT)(?![^\s()|"`])/y
const operators: Record<string, ('(' | ')' | 'AND' | 'OR' | 'NOT')[]> = {
  ...{ '(': ['('], ')': [')'], OR: ['OR'], '|': ['OR'], AND: ['AND'], '&': ['AND'], NOT: ['NOT'] },
  ANDNOT: ['AND', 'NOT'],
}
const sign = /[-\u2010-\u2015\u2212]/y
const nearOperator = new RegExp(`(?:(O?NEAR)/(\\d+)(f?)|(W|PRE)/(\\d+))(?![^${ends}])`, 'iy')
const nearPrefix = /(o?near)\/(\d+):/iy
const fieldName = /([a-z]+):/iy
const phrase = new RegExp(`[${quotes}]([^${quotes}]*)([${quotes}]?)`, 'y')
const literal = /`([^`]*)(`?)/y
const word = new RegExp(`[^${ends}]+`, 'y')
const wordOfList = new RegExp(`[^,${ends}]+`, 'y')

/** Full-width signs and letters, of people who write Chinese or Japanese, count as those of ASCII. Each stays one UTF-16 unit. */
const halfWidth = (text: string) =>
  text.replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Arabic and half-width signs that separate or quote words. */
const otherSigns: Record<string, string> = {
  ...{ '\u060c': ',', '\uff64': ',', '\u061b': ';', '\u061f': '?' },
  ...{ '\uff62': '「', '\uff63': '」' },
}
/** Marks of direction and the like, which come with copied text. Within a word they are a part of it. */
const invisible = '\u00ad\u061c\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069'
const edge = `[${ends}]`
const besideWords = new RegExp(`(?<=^|${edge})[${invisible}]+|[${invisible}]+(?=$|${edge})`, 'g')

/** One of these signs, or a phrase, which may have any of them. */
const signOrPhrase = new RegExp(
  `[${quotes}][^${quotes}]*[${quotes}]|\`[^\`]*\`|[${Object.keys(otherSigns).join('')}]`,
  'g',
)

/** Each UTF-16 unit stays one. */
const withKnownSigns = (text: string) =>
  text
    .replaceAll(signOrPhrase, (found) => otherSigns[found] ?? found)
    .replaceAll(besideWords, (signs) => ' '.repeat(signs.length))

const hasListSign = new RegExp(`[${listSigns}]`)

/** The value of a field keeps its own signs, unless it is a list, which is refused. */
const writtenValue = (name: string, known: string, written: string) =>
  freeFields.includes(name) && !hasListSign.test(known) ? written : known

/** Takes a query apart. Throws Refusal. */
export function tokensOf(written: string): Token[] {
  const asciiText = halfWidth(written)
  const text = withKnownSigns(asciiText)
  const tokens: Token[] = []
  let at = 0

  function matchAt(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at
    return pattern.exec(text) ?? undefined
  }
  function take(pattern: RegExp): RegExpExecArray | undefined {
    const match = matchAt(pattern)
    if (match !== undefined) at = pattern.lastIndex
    return match
  }

  function takeSign(): boolean {
    const [found] = matchAt(sign) ?? []
    if (found === undefined) return false
    const start = at
    at += 1
    if (at === text.length || matchAt(space))
      throw new Refusal('Write the sign directly before the word that must not occur.', start, {
        end: start + 1 + (matchAt(space)?.[0].length ?? 0),
        instead: '-',
      })
    if (matchAt(sign))
      throw new Refusal('One sign is enough to exclude.', start, { end: at + 1, instead: '-' })
    tokens.push({ kind: 'NOT', isSign: true, at: start, end: at })
    return true
  }

  function takeOperator(): boolean {
    const start = at
    refuseForeignGroup(text, at)
    const [found] = take(operator) ?? []
    if (found === undefined) return false
    if (found.startsWith('|')) refuseGlued(start)
    const place = { at: start, end: at }
    for (const kind of operators[found.replace(/^([|&]).*/, '$1')] ?? [])
      tokens.push(
        kind === '('
          ? { kind, name: '', ...place }
          : kind === 'NOT'
            ? { kind, isSign: false, ...place }
            : { kind, ...place },
      )
    return true
  }

  function refuseGlued(start: number): void {
    if (!/^\s.*\s$/s.test(` ${text}`.slice(start, at + 2)))
      throw new Refusal('Write OR, and parentheses around the words of which one is enough.', start)
  }

  function takeNear(): boolean {
    const start = at
    const [, name = '', distance, forward, other = '', otherDistance] = take(nearOperator) ?? []
    if (distance === undefined && otherDistance === undefined) return false
    const ordered = /^(onear|pre)$/i.test(name || other) || forward === 'f'
    const far = Number(distance ?? otherDistance)
    tokens.push({ kind: 'NEAR', distance: far, ordered, at: start, end: at })
    return true
  }

  /** `near/5:apple,phone`, as it is written elsewhere. */
  function takeNearList(): boolean {
    const start = at
    const [prefix = '', name = '', distance = ''] = take(nearPrefix) ?? []
    if (prefix === '') return false
    const near = { kind: 'NEAR', distance: Number(distance), ordered: /^o/i.test(name) } as const
    const parts: { at: number; end: number }[] = []
    do {
      if (parts.length > 0) at += 1
      take(space)
      const partAt = at
      if (parts.length > 0) tokens.push({ ...near, at: start, end: at })
      else tokens.push({ kind: '(', name: '', at: start, end: at })
      if (!takeText('', at, wordOfList)) break
      parts.push({ at: partAt, end: at })
    } while (text[at] === ',')
    tokens.push({ kind: ')', at: start, end: at })
    if (parts.length !== 2) throw wrongList(start, prefix, parts)
    return true
  }

  function wrongList(start: number, prefix: string, parts: Place[]): Refusal {
    const words = parts.map((part) => text.slice(part.at, part.end))
    const pairs = words.slice(1).map((word, place) => `(${words[place]} ${prefix.slice(0, -1)} ${word})`)
    return new Refusal('Two words or phrases belong here, with a comma between them.', start, {
      ...{ end: at, instead: pairs.length === 0 ? undefined : `(${pairs.join(' ')})` },
      example: 'apple NEAR/5 phone',
    })
  }

  function takeText(name: string, start: number, ofWord: RegExp): boolean {
    const isExact = text[at] === '=' && !isNumber(name)
    if (isExact) at += 1
    const common = { kind: 'text', name, at: start } as const
    const valueAt = at
    const [quoted, inner = '', close] = take(phrase) ?? take(literal) ?? []
    if (quoted === undefined) {
      const [found] = take(ofWord) ?? []
      if (found === undefined) return false
      const value = writtenValue(name, found, asciiText.slice(valueAt, at))
      tokens.push({ ...common, value, form: 'word', exact: isExact, end: at })
      return true
    }
    if (close === '') throw new Refusal('This quote is never closed.', valueAt)
    const isLiteral = quoted.startsWith('`')
    // The signs within quotes are those of the text that is looked for.
    const value = asciiText.slice(valueAt + 1, valueAt + 1 + inner.length)
    const exact = isExact || isLiteral
    tokens.push({ ...common, value, form: isLiteral ? 'literal' : 'phrase', exact, end: at })
    return true
  }

  function takeItem(): void {
    const start = at
    refuseAlternatives(text, at)
    const field = takeField()
    if (field === undefined || field === 'title') refuseForeign(text, at)
    else if (!isNumber(field)) refuseForeignQuotes(text, at)
    if (field !== undefined && text[at] === '(') {
      at += 1
      tokens.push({ kind: '(', name: field, at: start, end: at })
      return
    }
    if (!takeText(field ?? '', start, word)) throw emptyAt(start, field)
    refuseWithoutSpace(start)
  }

  function takeField(): string | undefined {
    const start = at
    const field = fieldNamed(matchAt(fieldName)?.[1] ?? '')
    if (field === undefined) return undefined
    take(fieldName)
    if (matchAt(sign))
      throw new Refusal('A sign that excludes stands before the field.', start, {
        ...{ end: at + 1, instead: `-${field}:` },
      })
    return field
  }

  function refuseWithoutSpace(start: number): void {
    const next = text[at] ?? ' '
    if (/[\s)|]/.test(next)) return
    if (listSigns.includes(next))
      throw new Refusal('Write OR between words of which one is enough.', at, {
        end: at + 1,
        instead: listExcludes(text.slice(0, start), text.slice(at + 1)) ? undefined : ' OR ',
      })
    const instead = next === '(' ? undefined : ' '
    throw new Refusal('Write a space between two words or phrases.', at, { end: at, instead })
  }

  function emptyAt(start: number, field: string | undefined): Refusal {
    if (field === undefined) return new Refusal('Nothing is left to look for here.', start)
    const gap = matchAt(space)?.[0].length ?? 0
    const hasValue = gap > 0 && start + gap < text.length
    return new Refusal(`A value is missing after ${field}:`, start, {
      ...(hasValue && { end: at + gap, instead: `${field}:` }),
      example: `acme ${field === 'site' ? 'site:news.example' : '-jobs'}`,
    })
  }

  while (at < text.length)
    if (!take(space) && !takeOperator() && !takeSign() && !takeNear() && !takeNearList()) takeItem()
  return tokens
}
