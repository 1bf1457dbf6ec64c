import { closestWord } from '@overheard/base/name'
import { withoutQuotes } from '../../typed/text.ts'
import type { LineProblem } from '../texts/replies.ts'

/** `rest` is what follows the word of a subcommand. */
export type ReadLine = { word: string; rest: string } | { problem: LineProblem; guesses: string[] }

/** A longer line is no command. */
const longestLine = 3000

/**
 * Finds the subcommand of a line (`typedLine`), whose English words are `known`; `all` are these and those of other languages. The first letters
 * are enough if there are at least three and only one word begins with them. Never throws.
 */
export function readMentionsLine(line: string, known: string[], all: string[] = known): ReadLine {
  if (line.length > longestLine) return { problem: { kind: 'too-long', words: line }, guesses: [] }
  const plain = line.trim()
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(plain) ?? []
  const wanted = withoutQuotes(word)
  if (wanted === '' || wanted === '?') return { word: 'help', rest: '' }
  const lower = wanted.normalize('NFC').toLowerCase()
  const meant = all.includes(lower) ? lower : (begunWord(lower, known) ?? begunWord(lower, all))
  if (meant !== undefined) return { word: meant, rest }
  // Some people look for the statistics here, but these have a command of their own.
  if (/^(?:stats|statistics|figures)$/i.test(wanted)) return { problem: { kind: 'statistics' }, guesses: [] }
  const guess = `${closestWord(lower, known) ?? 'help'} ${rest}`.trim()
  return { problem: { kind: 'no-command', words: wanted }, guesses: [guess] }
}

function begunWord(word: string, known: string[]): string | undefined {
  const beginning = known.filter((one) => one.startsWith(word))
  return word.length >= 3 && beginning.length === 1 ? beginning[0] : undefined
}
