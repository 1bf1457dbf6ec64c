import { foreignAt } from './foreign-operators.ts'
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
export const fieldNamed = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return names.has(name) ? name : namesElsewhere[name]
}

const quotes = '"“”„‟«»‹›「」『』'
/** What ends a word. */
const ends = `\\s()|\`${quotes}`

const space = /\s+/y
const operator = /[()]|\|+|&&+|(?:AND|OR|NOT|ANDNOT)(?![^\s()|"`])/y
const operators: Record<string, ('(' | ')' | 'AND' | 'OR' | 'NOT')[]> = {
  ...{ '(': ['('], ')': [')'], OR: ['OR'], '|': ['OR'], AND: ['AND'], '&': ['AND'], NOT: ['NOT'] },
  ANDNOT: ['AND', 'NOT'],
}
const sign = /[-\u2010-\u2015\u2212!]/y
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

/** Takes a query apart. Throws Refusal. */
export function tokensOf(written: string): Token[] {
  const text = halfWidth(written)
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
    const [found] = take(operator) ?? []
    if (found === undefined) return false
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
    const [, name = '', distance] = take(nearPrefix) ?? []
    if (distance === undefined) return false
    const near = { kind: 'NEAR', distance: Number(distance), ordered: /^o/i.test(name) } as const
    const place = { at: start, end: at }
    tokens.push({ kind: '(', name: '', ...place })
    for (let isFirst = true; isFirst || text[at] === ','; isFirst = false) {
      if (!isFirst) {
        at += 1
        take(space)
        tokens.push({ ...near, ...place })
      }
      if (!takeText('', at, wordOfList))
        throw new Refusal('Two words or phrases belong here, with a comma between them.', start)
    }
    tokens.push({ kind: ')', at: start, end: at })
    return true
  }

  function takeText(name: string, start: number, ofWord: RegExp): boolean {
    const isExact = text[at] === '=' && name !== 'reach' && name !== 'points'
    if (isExact) at += 1
    const common = { kind: 'text', name, at: start } as const
    const valueAt = at
    const [quoted, value = '', close] = take(phrase) ?? take(literal) ?? []
    if (quoted === undefined) {
      const [found] = take(ofWord) ?? []
      if (found === undefined) return false
      tokens.push({ ...common, value: found, form: 'word', exact: isExact, end: at })
      return true
    }
    if (close === '') throw new Refusal('This quote is never closed.', valueAt)
    const isLiteral = quoted.startsWith('`')
    const exact = isExact || isLiteral
    tokens.push({ ...common, value, form: isLiteral ? 'literal' : 'phrase', exact, end: at })
    return true
  }

  function takeItem(): void {
    const start = at
    const field = fieldNamed(matchAt(fieldName)?.[1] ?? '')
    if (field === undefined) {
      const foreign = foreignAt(text, at)
      if (foreign !== undefined) throw foreign
    } else take(fieldName)
    if (field !== undefined && text[at] === '(') {
      at += 1
      tokens.push({ kind: '(', name: field, at: start, end: at })
    } else if (!takeText(field ?? '', start, word)) {
      if (field === undefined) throw new Refusal('Nothing is left to look for here.', start)
      tokens.push({ kind: 'text', name: field, value: '', form: 'word', exact: false, at: start, end: at })
    }
    const isApart = at === text.length || tokens.at(-1)?.kind === '(' || matchAt(/[\s)|]/y)
    if (!isApart)
      throw new Refusal('Write a space between two words or phrases.', at, { end: at, instead: ' ' })
  }

  while (at < text.length)
    if (!take(space) && !takeOperator() && !takeSign() && !takeNear() && !takeNearList()) takeItem()
  return tokens
}
