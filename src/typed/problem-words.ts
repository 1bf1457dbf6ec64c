import { cut, isolate } from '../messages/kit/text.ts'
import type { TimeProblem } from './moment.ts'

/** Says what is wrong with a time. `written` is what the person typed. */
export function timeProblemWords(written: string, problem: TimeProblem): string {
  const words = `“${isolate(cut(written, 100))}”`
  if (problem.kind === 'ambiguous') return `${words} can mean ${problem.readings.join(' or ')}.`
  return `${words} ${sentenceEnds[problem.kind]}`
}

const sentenceEnds = {
  unknown: "isn't a time that Overheard understands.",
  passed: 'has passed already.',
  'too-far': 'is more than a year away.',
  'no-such-date': "isn't a date of any calendar.",
} as const
