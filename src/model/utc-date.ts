import type { Time } from '../async/time.ts'

// Arithmetic on UTC dates (YYYY-MM-DD). UTC has no clock changes, so a day is always 24 hours.

const dayMs = 86_400_000

export function dateOf(at: Time): string {
  return new Date(at).toISOString().slice(0, 10)
}

export function startOf(date: string): number {
  return Date.parse(date)
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && dateOf(ms) === text
}

export function addDays(date: string, days: number): string {
  return dateOf(startOf(date) + days * dayMs)
}

export function mondayOf(date: string): string {
  const daysSinceMonday = (new Date(startOf(date)).getUTCDay() + 6) % 7
  return addDays(date, -daysSinceMonday)
}

export function monthStart(date: string): string {
  return `${date.slice(0, 7)}-01`
}

export function monthEnd(date: string): string {
  return addDays(monthStart(addDays(monthStart(date), 31)), -1)
}

export function daysBetween(from: string, to: string): number {
  return (startOf(to) - startOf(from)) / dayMs + 1
}
