import { hour, minute } from './make-week.ts'
import type { Alarm } from './watch-week.ts'
import type { Week } from './week.ts'

/** Right and false alarms, found and missed events. `lateBy`: how long after the start each found storm was told, in minutes. */
export type Score = {
  right: number
  wrong: string[]
  found: number
  missed: string[]
  lateBy: { minutes: number; week: string; isGreat: boolean }[]
}

export const noScore: Score = { right: 0, wrong: [], found: 0, missed: [], lateBy: [] }

/** What stands in the last hour or two belongs to a storm that has just ended. */
const afterStorm = 2 * hour

/** A storm that must be told within 15 minutes: five times the usual or more, and ten mentions in these 15 minutes. */
const greatTimes = 5
const greatPerHour = 40

/** The storms of a week against its labels. */
export function scoreStorms(week: Week, alarms: Alarm[]): Score {
  const score = scored(
    week,
    alarms,
    week.storms.map((storm) => ({ ...storm, covers: () => true, until: storm.end + afterStorm })),
  )
  const lateBy = week.storms.flatMap(({ start, end, kind, times, perHour }) => {
    const first = alarms.find(({ at }) => at >= start && at <= end + afterStorm)
    const isGreat = kind === 'volume' && times >= greatTimes && perHour >= greatPerHour
    return first === undefined ? [] : [{ minutes: (first.at - start) / minute, week: week.name, isGreat }]
  })
  return { ...score, lateBy }
}

/** The silences of a week against its labels. */
export function scoreQuiet(week: Week, alarms: Alarm[]): Score {
  const events = week.silences.map(({ what, ...silence }) => ({
    ...silence,
    until: silence.end,
    covers: ({ why }: Alarm) => why === what,
  }))
  return scored(week, alarms, events)
}

type Event = { start: number; until: number; covers: (alarm: Alarm) => boolean }

function scored({ name }: Week, alarms: Alarm[], events: Event[]): Score {
  const meets = (alarm: Alarm, { start, until, covers }: Event) =>
    alarm.at >= start && alarm.at <= until && covers(alarm)
  const isRight = (alarm: Alarm) => events.some((event) => meets(alarm, event))
  const wrong = alarms.filter((alarm) => !isRight(alarm))
  const found = events.filter((event) => alarms.some((alarm) => meets(alarm, event)))
  return {
    right: alarms.length - wrong.length,
    wrong: wrong.map(({ at, why }) => `${name}: ${why} at ${new Date(at).toISOString().slice(0, 16)}`),
    found: found.length,
    missed: found.length < events.length ? [name] : [],
    lateBy: [],
  }
}

/** Two scores as one. */
export function added(a: Score, b: Score): Score {
  return {
    right: a.right + b.right,
    wrong: [...a.wrong, ...b.wrong],
    found: a.found + b.found,
    missed: [...a.missed, ...b.missed],
    lateBy: [...a.lateBy, ...b.lateBy],
  }
}

/** Of the alarms, the share that was right; 1 where there were none. */
export function precision({ right, wrong }: Score): number {
  return right + wrong.length === 0 ? 1 : right / (right + wrong.length)
}

/** Of the events, the share that was found; 1 where there were none. */
export function recall({ found, missed }: Score): number {
  return found + missed.length === 0 ? 1 : found / (found + missed.length)
}
