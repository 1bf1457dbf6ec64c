import { cut, isolate } from '../messages/text.ts'

/** A line that asks for nothing that is known: what is wrong with it, and a line that would do. */
export type ParseFailure = { kind: 'not-understood'; because: string; example: string }

/** Says what is wrong with a line. */
export function parseFailure(because: string, example: string): ParseFailure {
  return { kind: 'not-understood', because, example }
}

/** What was written, as it stands in an answer: nobody reads more of it. */
export const quoteInput = (text: string) => isolate(cut(text, 100))
