import { createRandom, type Random } from '../../../../sandbox/mention-service/generator/random.ts'
import { day, hour, judgedFrom, makeWeek, type Plan, step } from './make-week.ts'
import type { Week } from './week.ts'

/**
 * The plans of the labelled weeks: their events, and the spikes and silences that a person would see. The labels do not use our formula.
 */

type Planner = (seed: number, random: Random) => Omit<Plan, 'kind' | 'seed'>

const flat = () => 1
const hourOf = (at: number) => (at % day) / hour
const weekdayOf = (at: number) => new Date(at).getUTCDay()

/** The rate by hour: largest at 14:00, a tenth of that at night, 1 on average. */
const daily = (at: number) =>
  0.18 + 1.64 * Math.max(0, Math.cos(((hourOf(at) - 14) / 24) * 2 * Math.PI)) ** 1.2 * 1.6

const weekly = (at: number) => daily(at) * ([0, 6].includes(weekdayOf(at)) ? 0.4 : 1.25)

/** A random time on one of the first `days` days of the judged week, between the two hours. */
function moment(random: Random, fromHour: number, toHour: number, days = 6): number {
  return judgedFrom + random.whole(0, days - 1) * day + random.whole(fromHour * 12, toHour * 12) * step
}

/** A sudden rise to `times` times the usual rate of its hour, with its label. */
function sudden(
  { perHour, rhythm }: Pick<Plan, 'perHour' | 'rhythm'>,
  start: number,
  { times, hours, negative }: { times: number; hours: number; negative: number },
): Pick<Plan, 'happenings' | 'spikes'> {
  const end = start + hours * hour
  return {
    happenings: [
      { start, end, times, negative },
      { start: end, end: end + hours * hour, times: 1 + (times - 1) / 4, negative },
    ],
    spikes: [
      { start, end: end + hours * hour, kind: 'volume', times, perHour: perHour * rhythm(start) * times },
    ],
  }
}

/** The end of an outage from `start` that is long enough to lose `missed` usual mentions. */
function outageOf(
  { perHour, rhythm }: Pick<Plan, 'perHour' | 'rhythm'>,
  start: number,
  missed: number,
): number {
  let [end, sum] = [start, 0]
  while (sum < missed) {
    sum += (perHour * rhythm(end)) / 12
    end += step
  }
  return end
}

const planners: Record<string, Planner> = {
  steady: (_, random) => ({ perHour: 0.5 + random.next() ** 2 * 40, rhythm: flat }),

  'daily rhythm': (_, random) => ({ perHour: 1 + random.next() ** 2 * 40, rhythm: daily }),

  'weekly rhythm': (_, random) => {
    const show = { weekday: random.whole(0, 6), hour: random.whole(10, 20) }
    const isShow = (at: number) =>
      weekdayOf(at) === show.weekday && hourOf(at) >= show.hour && hourOf(at) < show.hour + 2
    return {
      perHour: 3 + random.next() ** 2 * 25,
      rhythm: (at) => weekly(at) * (isShow(at) ? 6 : 1),
    }
  },

  'busy alert': (_, random) => ({ perHour: 60 + random.next() * 60, rhythm: weekly }),

  launch: (_, random) => {
    const base = { perHour: 6 + random.next() * 20, rhythm: daily }
    const shape = { times: 5 + random.next() * 7, hours: random.whole(2, 5), negative: 0.05 }
    return { ...base, ...sudden(base, moment(random, 10, 16), shape) }
  },

  'strong rise': (_, random) => {
    const base = { perHour: 10 + random.next() * 20, rhythm: daily }
    const shape = { times: 3.8 + random.next() * 1.2, hours: 2, negative: 0.3 }
    return { ...base, ...sudden(base, moment(random, 9, 18), shape) }
  },

  'slow rise': (_, random) => ({
    perHour: 2 + random.next() * 20,
    rhythm: (at) => daily(at) * (1 + 2 * Math.max(0, (at - judgedFrom) / (7 * day))),
  }),

  'good day': (_, random) => {
    const start = moment(random, 8, 16)
    const happenings = [{ start, end: start + random.whole(2, 8) * hour, times: 1.5 + random.next() * 0.5 }]
    return { perHour: 4 + random.next() * 30, rhythm: daily, happenings }
  },

  'viral post': (_, random) => {
    const start = moment(random, 8, 20)
    const happenings = [{ start, end: start + 3 * hour, perHour: 2 + random.next() * 3 }]
    return { perHour: 4 + random.next() * 26, rhythm: daily, happenings }
  },

  'night crisis': (_, random) => {
    const base = { perHour: 3 + random.next() * 25, rhythm: daily }
    const start = moment(random, 0, 5)
    const night = base.perHour * daily(start)
    const times = Math.max(6 + random.next() * 10, (40 + random.next() * 60) / night)
    return {
      ...base,
      ...sudden(base, start, { times, hours: 1 + random.next() * 2, negative: 0.7 }),
    }
  },

  'crisis in daylight': (_, random) => {
    const base = { perHour: 8 + random.next() * 40, rhythm: weekly }
    const shape = { times: 5 + random.next() * 15, hours: 1 + random.next() * 4, negative: 0.7 }
    const start = moment(random, 8, 18, 5)
    return { ...base, ...sudden(base, start, shape) }
  },

  'mood turns': (_, random) => {
    const base = { perHour: 4 + random.next() * 25, rhythm: daily }
    const start = moment(random, 8, 12)
    const end = start + 36 * hour
    const happenings = [
      { start, end, times: 1.6 + random.next() * 0.3, negative: 0.75 + random.next() * 0.2 },
    ]
    return {
      ...base,
      happenings,
      spikes: [{ start, end, kind: 'sentiment', times: 1.7, perHour: base.perHour * 2 }],
    }
  },

  'outage of all': (_, random) => {
    const base = { perHour: 1.5 + random.next() ** 2 * 30, rhythm: random.chance(0.5) ? daily : weekly }
    const start = moment(random, 0, 23, 3)
    const end = outageOf(base, start, 40 + random.next() * 40)
    return {
      ...base,
      outages: [{ start, end, floods: random.chance(0.5) ? 0.9 : 0 }],
      silences: [{ start, end, what: 'alert' }],
    }
  },

  'outage of a source': (_, random) => {
    const base = { perHour: 4 + random.next() ** 2 * 30, rhythm: random.chance(0.5) ? daily : weekly }
    const start = moment(random, 0, 23, 3)
    const [what, share] = random.pick([
      ['reddit', 4 / 9.3],
      ['web', 3 / 9.3],
    ] as const)
    const end = outageOf({ ...base, perHour: base.perHour * share }, start, 40 + random.next() * 40)
    return {
      ...base,
      outages: [{ start, end, source: what, floods: random.chance(0.5) ? 0.9 : 0 }],
      silences: [{ start, end, what }],
    }
  },

  'outage of a language': (_, random) => {
    const base = { perHour: 4 + random.next() ** 2 * 30, rhythm: daily }
    const start = moment(random, 0, 23, 3)
    const end = outageOf({ ...base, perHour: base.perHour * (3 / 9.5) }, start, 40 + random.next() * 40)
    return {
      ...base,
      outages: [{ start, end, language: 'de', floods: 0 }],
      silences: [{ start, end, what: 'de' }],
    }
  },

  'short pause': (_, random) => {
    const base = { perHour: 4 + random.next() ** 2 * 30, rhythm: daily }
    const start = moment(random, 0, 23)
    return { ...base, outages: [{ start, end: outageOf(base, start, 2), floods: 0.9 }] }
  },

  'very small alert': (_, random) => ({ perHour: (0.2 + random.next() * 3) / 24, rhythm: daily }),

  'small alert, great spike': (_, random) => {
    const base = { perHour: (1 + random.next() * 8) / 24, rhythm: daily }
    const start = moment(random, 6, 22)
    const end = start + random.whole(12, 36) * step
    const perHour = 40 + random.next() * 60
    return {
      ...base,
      happenings: [{ start, end, perHour, negative: 0.6 }],
      spikes: [{ start, end, kind: 'volume', times: perHour / base.perHour, perHour }],
    }
  },
}

export const kinds = Object.keys(planners)

export function weekOf(kind: string, seed: number): Week {
  const planner = planners[kind]
  if (planner === undefined) throw new RangeError(`no such kind of week: ${kind}`)
  const random = createRandom(seed, kind.length * 31 + kind.charCodeAt(0))
  return makeWeek({ kind, seed, ...planner(seed, random) })
}
