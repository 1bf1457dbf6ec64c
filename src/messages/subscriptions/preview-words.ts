import type { Content } from '../../model/message.ts'
import { grouped } from '../numbers.ts'
import { ruleName } from '../reason-words.ts'
import { textMessage } from '../say.ts'
import { cut, isolate } from '../text.ts'

/** How many mentions end how; as `src/decide/replay.ts` counts them. */
type PreviewCounts = {
  total: number
  posted: number
  held: number
  skipped: { reason: string; count: number }[]
}

/** "Would have posted 14 of 61 in the last 7 days." `more`: there were more than were looked at. */
export function previewSentence({ total, posted }: PreviewCounts, more: boolean): string {
  if (total === 0) return 'Nothing came in the last 7 days.'
  const all = more ? `the newest ${grouped(total)}` : grouped(total)
  return `Would have posted ${grouped(posted)} of ${all} in the last 7 days.`
}

/** The counts of a subscription by what decided. */
export function previewAnswer(name: string, counted: PreviewCounts, more: boolean): Content {
  const left = counted.skipped.map(({ reason, count }) => `${grouped(count)} by ${ruleName(reason)}`)
  return textMessage(
    `${isolate(cut(name, 80))}: ${previewSentence(counted, more)}`,
    ...(counted.held === 0
      ? []
      : [`Held for quiet hours and posted at their end: ${grouped(counted.held)}.`]),
    ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}.`]),
  )
}
