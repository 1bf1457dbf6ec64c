const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
] as const

/** A stretch of time (ms) in words, in its greatest unit, rounded: `12 minutes`, `3 days`. */
export function timeSpan(ms: number): string {
  const { name, ms: size } = units.find((unit) => ms >= unit.ms) ?? { name: 'second', ms: 1000 }
  const count = Math.round(ms / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
