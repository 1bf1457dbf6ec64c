import { LineCounter, visit } from 'yaml'
import type { ProblemText } from '../messages/problems/problem-texts.ts'
import { commentMessage, readDocument } from './yaml-errors.ts'

const hasCut = /[ \t]#[\p{L}\p{N}]/u
const restOfLine = /[ \t]+#[\p{L}\p{N}].*/uy

/** Finds texts that may go on behind a #, such as `Team #1`. A comment can look the same, so they are no errors. */
export function cutTextWarnings(text: string): ProblemText[] {
  if (!hasCut.test(text)) return []
  const lines = new LineCounter()
  const document = readDocument(text, lines)
  if ('what' in document) return []
  const warnings: ProblemText[] = []
  visit(document, {
    Scalar(key, { type, value, range }) {
      if (key === 'key' || type !== 'PLAIN' || typeof value !== 'string') return
      const [, end = 0] = range ?? []
      restOfLine.lastIndex = end
      const rest = restOfLine.exec(text)?.[0].trimEnd()
      if (rest !== undefined) warnings.push(cutTextWarning(lines.linePos(end).line, value, rest))
    },
  })
  return warnings
}

const cutTextWarning = (line: number, value: string, rest: string): ProblemText => ({
  what: `Line ${line}: ${commentMessage}.`,
  whatToDo: `If it is no comment, write '${`${value}${rest}`.replaceAll("'", "''")}'. If it is one, write a blank behind the #.`,
})
