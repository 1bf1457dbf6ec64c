const durationUnits = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

/** A length of time as people write it (`90s`, `30m`, `12h`, `7d`, `2w`), in ms; undefined where it is none. */
export function parseDuration(text: string): number | undefined {
  const [, count, letter] = /^(\d{1,6})\s*([smhdw])$/.exec(text.trim().toLowerCase()) ?? []
  const unit = durationUnits.get(letter ?? '')
  return unit === undefined ? undefined : Number(count) * unit
}
