import type { Mention } from '../model/mention.ts'
import { addCount, emptyTimeline, type Timeline } from './timeline.ts'

/** One source or one language, and when it last brought something new (UTC, ms). */
export type PartCounts = { kind: 'source' | 'language'; name: string; hours: Timeline; lastAt: number }

/** So many sources and so many languages are counted by name. A new name takes the place of the one that is longest silent. */
const mostNames = 12

/** A name from outside is kept up to this length. UTF-16 units. */
const longestName = 60

/** The parts with one more mention. `hour`: where it counts; `at`: when it was found (UTC, ms). */
export function countPart(
  parts: PartCounts[],
  { source, language }: Mention,
  when: { hour: number; at: number; mostHours: number },
): PartCounts[] {
  const withSource = source === '' ? parts : countOnePart(parts, 'source', source, when)
  return language === '' ? withSource : countOnePart(withSource, 'language', language, when)
}

function countOnePart(
  parts: PartCounts[],
  kind: PartCounts['kind'],
  wanted: string,
  { hour, at, mostHours }: { hour: number; at: number; mostHours: number },
): PartCounts[] {
  const name = wanted.slice(0, longestName).toLowerCase()
  const known = parts.find((part) => part.kind === kind && part.name === name)
  const part: PartCounts = {
    kind,
    name,
    hours: addCount(known?.hours ?? emptyTimeline, hour, 1, mostHours),
    lastAt: Math.max(known?.lastAt ?? at, at),
  }
  if (known !== undefined) return parts.map((one) => (one === known ? part : one))
  return [...withRoom(parts, kind), part]
}

function withRoom(parts: PartCounts[], kind: PartCounts['kind']): PartCounts[] {
  const ofKind = parts.filter((part) => part.kind === kind)
  if (ofKind.length < mostNames) return parts
  const silent = ofKind.reduce((longest, part) => (part.lastAt < longest.lastAt ? part : longest))
  return parts.filter((part) => part !== silent)
}
