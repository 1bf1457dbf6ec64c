/** Numbers by name, greatest first, as the answers of insights hold them. */
export type Tally = Record<string, number>

/** Counts how often each name stands in the list, greatest first, equal ones by name; at most `top`. Absent names are left out. */
export function tally(names: Iterable<string | undefined>, top = Number.POSITIVE_INFINITY): Tally {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  const greatestFirst = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return Object.fromEntries(greatestFirst.slice(0, top))
}
