import type { z } from 'zod'
import { closestWord } from '../model/nearest.ts'

/** What is allowed, by zod's names of types. */
const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in brackets, [...]',
  object: 'keys with values',
}

/** Room for what was written, in characters. */
const maxQuoteLength = 60

/**
 * Says in plain words what is allowed and what was found instead, where the schema has no words of its own. What a value is missing
 * for is told by its caller: here only what it would have to be.
 */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeNames[issue.expected] ?? issue.expected}${foundValue(input)}${quotedNumberHint(issue.expected, input)}`
    case 'invalid_value':
      return oneOfMessage(issue.values.map(String), input)
    case 'too_small':
      return tooSmallMessage(issue.origin, Number(issue.minimum), input)
    case 'too_big':
      return tooBigMessage(issue.origin, Number(issue.maximum), input)
    default:
      return undefined
  }
}

/** What to say of a key that is not known: the one that was probably meant, or all there are. `known`: empty where none can be named. */
export function unknownKeyMessage(key: string, known: string[]): string {
  const meant = closestWord(key, known)
  if (meant !== undefined) return `unknown key; did you mean \`${meant}\`?`
  return known.length === 0 ? 'unknown key' : `unknown key; there are: ${known.join(', ')}`
}

function oneOfMessage(values: string[], input: unknown): string {
  const meant = typeof input === 'string' ? closestWord(input, values) : undefined
  const question = meant === undefined ? '' : `; did you mean \`${meant}\`?`
  return `expected one of ${values.join(', ')}${foundValue(input)}${question}`
}

function tooSmallMessage(origin: string, least: number, input: unknown): string {
  if (origin === 'number' || origin === 'int') return `expected ${least} or more${foundValue(input)}`
  return origin === 'array' ? 'an empty list' : 'expected text, found none'
}

function tooBigMessage(origin: string, most: number, input: unknown): string {
  if (origin === 'number' || origin === 'int') return `expected ${most} or less${foundValue(input)}`
  const unit = origin === 'array' ? 'entries' : 'characters'
  const length = Array.isArray(input) || typeof input === 'string' ? `, found ${input.length}` : ''
  return `expected ${most} ${unit} at most${length}`
}

/** A number in quotes is text. */
function quotedNumberHint(expected: string, input: unknown): string {
  const isNumber = typeof input === 'string' && /^\d{1,15}$/.test(input)
  return expected === 'number' && isNumber ? ' in quotes' : ''
}

/** ", found 'many'"; nothing where nothing is written: that is told as missing. */
function foundValue(input: unknown): string {
  if (input === undefined) return ''
  if (input === null) return ', found nothing'
  if (Array.isArray(input)) return ', found a list'
  if (typeof input === 'object') return ', found keys with values'
  const written = String(input)
  const shown = written.length > maxQuoteLength ? `${written.slice(0, maxQuoteLength)}…` : written
  return `, found '${shown}'`
}
