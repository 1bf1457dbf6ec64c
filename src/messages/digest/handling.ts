import type { ResponseState, ResponseStats } from '../../insights/handling.ts'
import { grouped, plural } from '../numbers.ts'
import { cut, isolate } from '../text.ts'

/** "open 2 d", "Ana has it", "✓ Ana, 22 min"; nothing where nobody keeps track. */
export function handlingWords(handling: ResponseState | undefined): string {
  switch (handling?.kind) {
    case undefined:
      return ''
    case 'open':
      return `open ${durationText(handling.forMs)}`
    case 'claimed':
      return `${isolate(cut(handling.by, 40))} has it`
    case 'done':
      return `✓ ${isolate(cut(handling.by, 40))}, ${durationText(handling.afterMs)}`
  }
}

/** "64 of 92 posted negatives handled, median 22 min"; nothing where none was posted. */
export function handledLines(handled: ResponseStats | undefined): string[] {
  if (handled === undefined || handled.of === 0) return []
  const median = handled.medianMs === undefined ? '' : `, median ${durationText(handled.medianMs)}`
  return [`${grouped(handled.done)} of ${plural(handled.of, 'posted negative')} handled${median}`]
}

/** What the line above counts, as it is now. `forgotten`: the log no longer has what was posted. */
export function handledExplained(handled: ResponseStats | 'forgotten' | undefined): string[] {
  if (handled === 'forgotten') return ['How many negatives were handled is no longer remembered.']
  if (handled === undefined || handled.of === 0) return []
  const { done, of, medianMs } = handled
  const first =
    medianMs === undefined
      ? ''
      : `; of those with a press, half had the first within ${durationText(medianMs)} of the post`
  return [
    `Of ${plural(of, 'negative')} posted, ${grouped(done)} ${done === 1 ? 'is' : 'are'} Done or Not relevant now${first}.`,
  ]
}

/** A stretch of time (ms) in its greatest whole unit: 22 min, 5 h, 2 d. */
function durationText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`
}
