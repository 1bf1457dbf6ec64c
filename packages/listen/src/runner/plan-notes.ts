import type { PlannedAlert } from '../source.ts'
import { sourceLabels } from '../source-names.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** An alert that is asked more seldom gets a note. */
const slowMs = 2 * hourMs
const mostShown = 3

type Channel = { source: string; plan?: PlannedAlert[] }

/** What people should know of an alert about sources that ask for it: one sentence for each at most. */
export function planNotes(alert: string, channels: readonly Channel[]): string[] {
  const plans = channels.flatMap(({ source, plan = [] }) =>
    plan.filter((one) => one.alert === alert).map((one) => ({ source, ...one })),
  )
  const bySource = Map.groupBy(plans, ({ source }) => source)
  return [...bySource].flatMap(([source, some]) => noteOf(sourceLabels[source] ?? source, some) ?? [])
}

function noteOf(name: string, plans: readonly PlannedAlert[]): string | undefined {
  // Of several channels the one counts that can express most.
  const [best] = plans.toSorted(
    (a, b) => Number(b.asked.length > 0) - Number(a.asked.length > 0) || a.cannot.length - b.cannot.length,
  )
  if (best === undefined) return undefined
  const { asked, cannot, everyMs = 0, error, isPartlyAsked } = best
  const words = listed(cannot)
  if (error !== undefined && isPartlyAsked) return `A search of this alert on ${name} failed: ${error}.`
  if (error !== undefined) return `The last request to ${name} failed: ${error}.`
  if (asked.length === 0 && cannot.length === 0)
    return `${name} is not asked, because nothing there can match.`
  if (asked.length === 0) return `${name} is not asked, because it cannot search for ${words}.`
  if (cannot.length > 0) return `${name} cannot search for ${words}: asked for ${listed(asked)}.`
  if (everyMs < slowMs) return undefined
  return `${name} is asked every ${Math.round(everyMs / hourMs)} hours, because it allows few requests.`
}

const listed = (words: readonly string[]) =>
  [
    ...words.slice(0, mostShown),
    ...(words.length > mostShown ? [`${words.length - mostShown} more`] : []),
  ].join(', ')
