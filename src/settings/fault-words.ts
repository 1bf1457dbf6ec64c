import type { z } from 'zod'
import { nearest } from '../model/nearest.ts'

/** What is allowed, by zod's names of types. */
const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in brackets, [...]',
  object: 'keys with values',
}

/** Room for what was written, in characters. */
const longestQuote = 60

/**
 * Says in plain words what is allowed and what was found instead, where the schema has no words of its own. What a value is missing
 * for is told by its caller: here only what it would have to be.
 */
export const faultWords: z.core.$ZodErrorMap = (issue) => {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${kinds[issue.expected] ?? issue.expected}${found(input)}${quotes(issue.expected, input)}`
    case 'invalid_value':
      return oneOf(issue.values.map(String), input)
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), input)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), input)
    default:
      return undefined
  }
}

/** What to say of a key that is not known: the one that was probably meant, or all there are. `known`: empty where none can be named. */
export function unknownKeyWords(key: string, known: string[]): string {
  const meant = nearest(key, known)
  if (meant !== undefined) return `unknown key; did you mean \`${meant}\`?`
  return known.length === 0 ? 'unknown key' : `unknown key; there are: ${known.join(', ')}`
}

function oneOf(values: string[], input: unknown): string {
  const meant = typeof input === 'string' ? nearest(input, values) : undefined
  const question = meant === undefined ? '' : `; did you mean \`${meant}\`?`
  return `expected one of ${values.join(', ')}${found(input)}${question}`
}

function tooSmall(origin: string, least: number, input: unknown): string {
  if (origin === 'number' || origin === 'int') return `expected ${least} or more${found(input)}`
  return origin === 'array' ? 'an empty list' : 'expected text, found none'
}

function tooBig(origin: string, most: number, input: unknown): string {
  if (origin === 'number' || origin === 'int') return `expected ${most} or less${found(input)}`
  const unit = origin === 'array' ? 'entries' : 'characters'
  const length = Array.isArray(input) || typeof input === 'string' ? `, found ${input.length}` : ''
  return `expected ${most} ${unit} at most${length}`
}

/** A number in quotes is text. */
function quotes(expected: string, input: unknown): string {
  const isNumber = typeof input === 'string' && /^\d{1,15}$/.test(input)
  return expected === 'number' && isNumber ? ' in quotes' : ''
}

/** ", found 'many'"; nothing where nothing is written: that is told as missing. */
function found(input: unknown): string {
  if (input === undefined) return ''
  if (input === null) return ', found nothing'
  if (Array.isArray(input)) return ', found a list'
  if (typeof input === 'object') return ', found keys with values'
  const written = String(input)
  const shown = written.length > longestQuote ? `${written.slice(0, longestQuote)}…` : written
  return `, found '${shown}'`
}
