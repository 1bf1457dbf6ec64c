/** True if this Node knows the IANA time zone. */
export function isTimezone(zone: string | undefined): boolean {
  try {
    return zone !== undefined && Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}
