import { plural } from './numbers.ts'
import { utc } from './slack-date.ts'
import { cut, isolate } from './text.ts'

/** How far a subscription is. `polledAt`: UTC, ms; `waiting.more`: others follow those that were counted. */
export type Progress = {
  name: string
  polledAt: number | undefined
  waiting: { count: number; more: boolean } | undefined
}

/** One line of it: when it was polled to the end last, and how many mentions wait to be posted. */
export function progressWords({ name, polledAt, waiting }: Progress): string {
  const polled = polledAt === undefined ? 'no poll to the end is known yet' : `last poll ${utc(polledAt)}`
  return `${isolate(cut(name, 80))}: ${polled}; ${waitingWords(waiting)}.`
}

function waitingWords(waiting: Progress['waiting']): string {
  if (waiting === undefined) return 'how many mentions wait cannot be told now'
  const { count, more } = waiting
  if (more) return `about ${plural(count, 'mention')} or more waiting`
  return count === 0 ? 'nothing waits' : `${plural(count, 'mention')} waiting`
}
