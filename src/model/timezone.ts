export function isTimezone(zone: string | undefined): boolean {
  try {
    return zone !== undefined && Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}
