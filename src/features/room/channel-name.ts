/** In UTF-16 units. Slack's limit for the whole name is 80. */
const longestWords = 50

/**
 * Returns a name such as crisis-acme-brand-2026-11-23 for the room of an alert on a day. `taken` is the number of names before it that other
 * channels have. `isPlain` leaves the alert out.
 */
export function channelName(
  alertName: string,
  day: string,
  { taken, isPlain }: { taken: number; isPlain: boolean },
): string {
  const words = isPlain ? '' : slug(alertName)
  const number = taken === 0 ? '' : String(taken + 1)
  return ['crisis', words, day, number].filter(Boolean).join('-')
}

/** Slack allows lower-case letters, digits, hyphens and underscores, of all scripts. */
function slug(text: string): string {
  const allowed = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+/gu, '-')
  let cut = ''
  for (const letter of allowed.replace(/^-+/, '')) {
    if (cut.length + letter.length > longestWords) break
    cut += letter
  }
  return cut.replace(/-+$/, '')
}

/** Returns the day of a time (UTC, ms) in a time zone, such as 2026-11-23. */
export function dayIn(timezone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone: timezone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
