import type { LineProblem } from '../../messages/replies.ts'
import { closestWord } from '../../model/name.ts'
import { stripQuotes } from './line-words.ts'

/** `rest` is what follows the word of a subcommand. */
export type ReadLine = { word: string; rest: string } | { problem: LineProblem; guesses: string[] }

/** Only this many characters of a line are read. */
const longestLine = 3000

/**
 * Finds the subcommand, whose words are `known`. Its first letters are enough if there are at least three and only one subcommand begins with
 * them. Never throws.
 */
export function readMentionsLine(line: string, known: string[]): ReadLine {
  const plain = normalizeLine(line.slice(0, longestLine))
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(plain) ?? []
  const wanted = stripQuotes(word)
  if (wanted === '' || wanted === '?') return { word: 'help', rest: '' }
  const meant = meantWord(wanted.toLowerCase(), known)
  if (meant !== undefined) return { word: meant, rest }
  // Some people look for the statistics here, but these have a command of their own.
  if (/^(?:stats|statistics|figures)$/i.test(wanted)) return { problem: { kind: 'statistics' }, guesses: [] }
  const guess = `${closestWord(wanted.toLowerCase(), known) ?? 'help'} ${rest}`.trim()
  return { problem: { kind: 'no-command', words: wanted }, guesses: [guess] }
}

function meantWord(word: string, known: string[]): string | undefined {
  if (known.includes(word)) return word
  const beginning = known.filter((one) => one.startsWith(word))
  return word.length >= 3 && beginning.length === 1 ? beginning[0] : undefined
}

/** Replaces curly quotes, because Slack clients turn straight quotes into curly ones. */
function normalizeLine(line: string): string {
  return line
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}
