/** Counts of neighbouring periods of one length (hours, say) without holes: `counts[0]` is that of the period `first`. */
export type Timeline = { first: number; counts: number[] }

/** Nothing counted yet. */
export const emptyTimeline: Timeline = { first: 0, counts: [] }

/** The timeline with `by` more in a period; only the newest `most` periods are kept. What is older than these is not counted. */
export function addCount(timeline: Timeline, period: number, by: number, most: number): Timeline {
  const last = timeline.first + timeline.counts.length - 1
  if (period >= timeline.first && period <= last)
    return {
      ...timeline,
      counts: timeline.counts.with(period - timeline.first, countAt(timeline, period) + by),
    }
  if (timeline.counts.length === 0 || period - last >= most) return { first: period, counts: [by] }
  if (last - period >= most) return timeline
  const between = zeros(period < timeline.first ? timeline.first - period - 1 : period - last - 1)
  if (period < timeline.first) return { first: period, counts: [by, ...between, ...timeline.counts] }
  const counts = [...timeline.counts, ...between, by].slice(-most)
  return { first: period - counts.length + 1, counts }
}

/** The count of one period; zero where nothing was counted. */
export function countAt({ first, counts }: Timeline, period: number): number {
  return counts[period - first] ?? 0
}

/** The sum over periods, both ends included. */
export function countBetween(timeline: Timeline, from: number, to: number): number {
  let sum = 0
  const last = timeline.first + timeline.counts.length - 1
  for (let period = Math.max(from, timeline.first); period <= Math.min(to, last); period += 1)
    sum += countAt(timeline, period)
  return sum
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0)
}
