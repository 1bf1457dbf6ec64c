import type { Content } from '../../src/model/message.ts'

/** Returns the lines behind `/mentions` that the buttons of an answer run. */
export const suggestedLines = (answer: Content | undefined): string[] =>
  [...JSON.stringify(answer?.blocks ?? []).matchAll(/"value":("(?:[^"\\]|\\.)*")/g)].map(([, value = '""']) =>
    String(JSON.parse(value)),
  )
