import type { Alert } from '../model/alert.ts'

/** Which alert is meant. */
type ResolvedAlert = { kind: 'one'; alert: Alert } | { kind: 'several'; alerts: Alert[] } | { kind: 'none' }

/** The alert of that id; else of that name; else those whose name has all the words, in whole or in part. Case and quotes are ignored. */
export function resolveAlert(text: string, alerts: Alert[]): ResolvedAlert {
  const wanted = comparableName(text)
  if (wanted === '') return { kind: 'none' }
  const words = wanted.split(' ')
  const steps = [
    (alert: Alert) => alert.id === wanted,
    (alert: Alert) => comparableName(alert.name) === wanted,
    (alert: Alert) => words.every((word) => comparableName(alert.name).includes(word)),
  ]
  for (const fits of steps) {
    const found = alerts.filter(fits)
    const [first] = found
    if (first) return found.length === 1 ? { kind: 'one', alert: first } : { kind: 'several', alerts: found }
  }
  return { kind: 'none' }
}

/** A name as people may write it: case, quotes and blanks do not matter. */
export function comparableName(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/["'“”„«»‘’]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
