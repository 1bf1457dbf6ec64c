/** A generated month with holidays, two time zones and a change of the clocks, measured minute by minute. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { deadlinesOf, measureTargets, targetOf } from '../../../src/features/targets/figures.ts'
import type { Allowed, Target } from '../../../src/features/targets/settings.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import type { WorkCalendar, WorkingHours } from '../../../src/people/working-time.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { runs } from '../../tools/runs.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const minute = 60_000
const day = 86_400_000
/** The clocks change on 25 October in Berlin, and on 1 November in New York. */
const start = Date.UTC(2026, 9, 5)
const end = Date.UTC(2026, 10, 9)
/** Deadlines can be later than the month. */
const horizon = Date.UTC(2026, 11, 20)
const zones = ['Europe/Berlin', 'America/New_York']
const weekdays: WorkingHours['days'] = ['mon', 'tue', 'wed', 'thu']

const hours = fc.constantFrom<WorkingHours[]>(
  [{ days: [...weekdays, 'fri'], from: '09:00', to: '17:00' }],
  [
    { days: [...weekdays], from: '08:30', to: '12:00' },
    { days: [...weekdays], from: '13:00', to: '18:00' },
    { days: ['fri'], from: '09:00', to: '14:00' },
  ],
  [{ days: ['sat', 'sun', 'mon'], from: '22:00', to: '06:00' }],
)
const allowed: fc.Arbitrary<Allowed> = fc.oneof(
  fc.integer({ min: 1, max: 20 * 60 }).map((minutes) => ({ ms: minutes * minute })),
  fc.integer({ min: 1, max: 4 }).map((days) => ({ days })),
)
const target = fc.record({ claim: allowed, done: allowed })
/** All times are in minutes. `claim` and `done` are those after the post and the claim. */
const post = fc.record({
  at: fc.integer({ min: 0, max: (end - start) / minute - 1 }),
  zone: fc.nat(1),
  sentiment: fc.constantFrom('negative' as const, 'neutral' as const, 'positive' as const),
  claim: fc.option(fc.integer({ min: 0, max: 3 * 24 * 60 }), { nil: undefined }),
  byRule: fc.boolean(),
  end: fc.constantFrom('done', 'done', 'open', 'open', 'not-relevant'),
  done: fc.integer({ min: 0, max: 5 * 24 * 60 }),
})
const month = fc.record({
  hours,
  holidays: fc.uniqueArray(
    fc.integer({ min: 0, max: 34 }).map((nth) => new Date(start + nth * day).toISOString().slice(0, 10)),
    { maxLength: 6 },
  ),
  negative: target,
  neutral: target,
  posts: fc.array(post, { minLength: 10, maxLength: 60 }),
})
type Month = typeof month extends fc.Arbitrary<infer T> ? T : never

/** The wall clock of each minute, as the zone's calendar writes it. */
const clocks = new Map(
  zones.map((timeZone) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    })
    const shown = []
    for (let at = start - day; at < horizon; at += 15 * minute) {
      const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
      shown.push({
        date: `${parts.year}-${parts.month}-${parts.day}`,
        minutes: Number(parts.hour) * 60 + Number(parts.minute),
      })
    }
    return [timeZone, shown] as const
  }),
)
const quarter = 15 * minute

const nameOfDay = (date: string) =>
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(`${date}T12:00Z`).getUTCDay()] ?? ''
const dayBefore = (date: string) => new Date(Date.parse(`${date}T12:00Z`) - day).toISOString().slice(0, 10)
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** True for each quarter of an hour in which people work. All working hours begin and end at quarters. */
function worked({ hours: all, holidays }: Month, zone: string): boolean[] {
  return (clocks.get(zone) ?? []).map(({ date, minutes }) =>
    all.some(({ days, from, to }) => {
      const works = (on: string) => days.some((one) => one === nameOfDay(on)) && !holidays.includes(on)
      const [begin, finish] = [minutesOf(from), minutesOf(to)]
      if (begin < finish) return works(date) && minutes >= begin && minutes < finish
      return (works(date) && minutes >= begin) || (works(dayBefore(date)) && minutes < finish)
    }),
  )
}

/** Counts working minutes one by one. */
function createOracle(live: Month, zone: string) {
  const work = worked(live, zone)
  const wall = clocks.get(zone) ?? []
  const isWork = (at: number) => work[Math.floor((at - start + day) / quarter)] === true
  const clockAt = (at: number) => wall[Math.floor((at - start + day) / quarter)]
  function between(from: number, to: number): number {
    let sum = 0
    for (let at = from; at < to; at += minute) if (isWork(at)) sum += minute
    return sum
  }
  function after(from: number, ms: number): number {
    let left = ms
    for (let at = from; at < horizon; at += minute) {
      if (!isWork(at)) continue
      left -= minute
      if (left <= 0) return at + minute
    }
    return Number.POSITIVE_INFINITY
  }
  const next = (from: number): number => {
    for (let at = from; at < horizon; at += minute) if (isWork(at)) return at
    return Number.POSITIVE_INFINITY
  }
  const minutesAt = (at: number) => (clockAt(at)?.minutes ?? 0) + ((at - start + day) % quarter) / minute
  /** Working days are dates on which some working hours begin. */
  function beginsOn(date: string): boolean {
    return (
      !live.holidays.includes(date) &&
      live.hours.some(({ days }) => days.some((one) => one === nameOfDay(date)))
    )
  }
  function sameTime(from: number, days: number): number {
    const begin = next(from)
    const wanted = minutesAt(begin)
    const dates = [...new Set(wall.map(({ date }) => date))]
    const today = clockAt(begin)?.date ?? ''
    const date = dates.filter((one) => one > today && beginsOn(one))[days - 1]
    for (let at = begin; at < horizon; at += minute)
      if (clockAt(at)?.date === date && minutesAt(at) >= wanted) return next(at)
    return Number.POSITIVE_INFINITY
  }
  return {
    between,
    endOf: (from: number, one: Allowed) => ('ms' in one ? after(from, one.ms) : sameTime(from, one.days)),
  }
}

const percentile = (times: number[], share: number) => {
  const sorted = times.toSorted((a, b) => a - b)
  const found = sorted.find((_, nth) => (nth + 1) / sorted.length >= share)
  return found === Number.POSITIVE_INFINITY ? undefined : found
}

function targetsOf({ negative, neutral }: Month): Target[] {
  return [
    { when: { sentiment: ['negative'] }, ...negative },
    { when: { sentiment: ['neutral'] }, ...neutral },
  ]
}

async function liveThrough(live: Month) {
  const clock = { at: start }
  const targets = targetsOf(live)
  const calendarOf = ({ channel }: Pick<PostedCard, 'channel'>): WorkCalendar => ({
    hours: live.hours,
    isHoliday: (date) => live.holidays.includes(date),
    timezone: zones[Number(channel.slice(1))] ?? '',
  })
  const cards = createCards({
    ...{ store: memoryStore(), now: () => clock.at, nameOf: async (user: string) => user },
    ...{ keptMs: 90 * day, openForMs: 90 * day, weights: defaultWeights },
    messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
    deadlinesOf(card, mention) {
      const found = targetOf(targets, mention)
      return found && deadlinesOf(calendarOf(card), found, Number(card.ts) * 1000)
    },
  })
  const made = live.posts
    .toSorted((a, b) => a.at - b.at)
    .map((one, nth) => {
      const postedAt = start + one.at * minute
      const claimAt = one.claim === undefined ? undefined : postedAt + one.claim * minute
      const doneAt = (claimAt ?? postedAt) + one.done * minute
      // The messages of a minute differ in the parts of a second, which the minutes of the figures do not have.
      return {
        ...one,
        id: String(nth + 1),
        postedAt,
        claimAt,
        doneAt,
        ts: `${postedAt / 1000}.000000`,
        channel: `C${one.zone}`,
      }
    })
    .filter(
      (one, nth, all) => all.findIndex(({ ts, channel }) => ts === one.ts && channel === one.channel) === nth,
    )
  for (const { id, channel, ts, sentiment, postedAt, claimAt, doneAt, byRule, end: state } of made) {
    const mention = sampleMention({ id, sentiment })
    const shows = { kind: 'card', mention, style: 'full' } as const
    const card: PostedCard = { channel, ts, subscription: 'acme', alert: '7', shows, actions: [] }
    clock.at = postedAt
    await cards.originalCards.keep(card)
    const message = { message: card, mentions: [id], user: 'U1' }
    const choices = [{ mention: id, id: `rule ${id}`, to: { id: 'U1', name: 'Ana' }, rule: { about: 'x' } }]
    if (byRule) await cards.applyAction({ ...message, action: { kind: 'assign-by-rule', choices } })
    if (claimAt !== undefined && claimAt < end) {
      clock.at = claimAt
      await cards.applyAction({ ...message, action: 'claim' })
    }
    if (state !== 'open' && doneAt < end) {
      clock.at = doneAt
      await cards.applyAction({ ...message, action: state === 'done' ? 'done' : 'not-relevant' })
    }
  }
  clock.at = end
  return { cards, made, targets, calendarOf }
}

type Made = Awaited<ReturnType<typeof liveThrough>>['made'][number]
type Oracle = ReturnType<typeof createOracle>

/** What became of a mention until the end of the month, and when its deadlines end. */
function fateOf(mention: Made, target: Target, oracle: Oracle) {
  const isClosed = mention.doneAt < end && mention.end !== 'open'
  const isDismissed = isClosed && mention.end === 'not-relevant'
  const doneAt = isClosed && !isDismissed ? mention.doneAt : undefined
  const claimAt = mention.claimAt !== undefined && mention.claimAt < end ? mention.claimAt : doneAt
  const partOf = (allowed: Allowed | undefined, at: number | undefined) => {
    const took = at === undefined ? Number.POSITIVE_INFINITY : oracle.between(mention.postedAt, at)
    return { at, took, end: oracle.endOf(mention.postedAt, allowed ?? { ms: 0 }) }
  }
  return { isClosed, isDismissed, claim: partOf(target.claim, claimAt), done: partOf(target.done, doneAt) }
}
type Fate = ReturnType<typeof fateOf>

function lateSince({ isClosed, claim, done }: Fate): number | undefined {
  const first = Math.min(claim.at === undefined ? claim.end : Number.POSITIVE_INFINITY, done.end)
  return isClosed || first > end ? undefined : first
}

function keptIn(parts: Fate['claim'][]) {
  const over = parts.filter((part) => part.at !== undefined || part.end <= end)
  const times = over.map(({ took }) => took)
  return {
    kept: over.filter((part) => part.at !== undefined && part.at <= part.end).length,
    of: over.length,
    left: parts.length - over.length,
    p50: percentile(times, 0.5),
    p90: percentile(times, 0.9),
  }
}

function expectedOf(made: Made[], targets: Target[], oracle: Oracle) {
  const late: (readonly [string, number])[] = []
  const figures = targets.flatMap((target) => {
    const own = made.filter((one) => target.when.sentiment?.some((known) => known === one.sentiment))
    const fates = own.map((mention) => ({ mention, ...fateOf(mention, target, oracle) }))
    for (const fate of fates) {
      const since = lateSince(fate)
      if (since !== undefined) late.push([fate.mention.id, since])
    }
    const counted = fates.filter(({ isDismissed }) => !isDismissed)
    if (counted.length === 0) return []
    const [claim, done] = [
      keptIn(counted.map((fate) => fate.claim)),
      keptIn(counted.map((fate) => fate.done)),
    ]
    return [{ target, claim, done }]
  })
  return { figures, late }
}

const sorted = <Figures extends { target: Target }>(figures: Figures[]) =>
  figures.toSorted((a, b) => JSON.stringify(a.target).localeCompare(JSON.stringify(b.target)))

it('the figures of a month are those of a count of its working minutes, and so is what is late in the open list', async () => {
  let decided = 0
  let lateOnes = 0
  await fc.assert(
    fc.asyncProperty(month, async (live) => {
      const { cards, made, targets, calendarOf } = await liveThrough(live)
      const late: (readonly [string, number])[] = []
      for (const [zone, name] of zones.entries()) {
        const ofZone = made.filter((one) => one.zone === zone)
        const expected = expectedOf(ofZone, targets, createOracle(live, name))
        const measured = await measureTargets(
          cards.postedIn(`C${zone}`, start),
          { from: start, to: end - 1 },
          { now: end, targetsOf: () => targets, calendarOf },
        )
        expect(sorted(measured)).toEqual(sorted(expected.figures))
        late.push(...expected.late)
        decided += expected.figures.reduce((sum, { claim, done }) => sum + claim.of + done.of, 0)
      }
      const { rows } = await cards.open.best({ offset: 0, limit: 1000, accepts: () => true })
      const since = new Map(rows.map(({ mention, lateSince: at }) => [mention, at]))
      expect(new Map([...since].filter(([, at]) => at !== undefined))).toEqual(new Map(late))
      const isLate = rows.map(({ lateSince: at }) => at !== undefined)
      expect(isLate).toEqual(isLate.toSorted((a, b) => Number(b) - Number(a)))
      lateOnes += late.length
    }),
    { numRuns: runs(24), endOnFailure: true },
  )
  expect(decided).toBeGreaterThan(20)
  expect(lateOnes).toBeGreaterThan(3)
})
