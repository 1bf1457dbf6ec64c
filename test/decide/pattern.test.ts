import fc from 'fast-check'
import { it } from 'vitest'
import { wholePattern, wordPattern } from '../../src/decide/pattern.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 10 })
const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 7 })

/** The slow and obvious way: a star tries every length. */
function fits(pattern: string, text: string): boolean {
  const [first, rest] = [pattern[0], pattern.slice(1)]
  if (first === undefined) return text === ''
  if (first !== '*') return text[0] === first && fits(rest, text.slice(1))
  return fits(rest, text) || (text !== '' && fits(pattern, text.slice(1)))
}

it('a whole pattern fits what the obvious way fits', () => {
  fc.assert(
    fc.property(pattern, letters, (one, text) => wholePattern(one)(text) === fits(one, text)),
    {
      numRuns: 2000,
    },
  )
})

it('a pattern of words fits what the obvious way finds at the edges of words', () => {
  const text = fc.array(letters, { maxLength: 4 }).map((words) => words.join(' '))
  const found = (one: string, within: string) => {
    const begins = (at: number) => one.startsWith('*') || !/[abc]/.test(within[at - 1] ?? '')
    const ends = (at: number) => one.endsWith('*') || !/[abc]/.test(within[at] ?? '')
    for (let from = 0; from <= within.length; from++)
      for (let to = from; to <= within.length; to++)
        if (begins(from) && ends(to) && fits(one, within.slice(from, to))) return true
    return false
  }
  fc.assert(
    fc.property(pattern, text, (one, within) => wordPattern(one)(within) === found(one, within)),
    {
      numRuns: 1000,
    },
  )
})
