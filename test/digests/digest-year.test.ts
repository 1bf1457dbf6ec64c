import { systemTimer as setTimer } from '@overheard/base/clock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDigestScheduler } from '../../src/digests/scheduler.ts'
import { dateOf } from '../../src/model/calendar-date.ts'
import type { Digest } from '../../src/model/subscription.ts'
import { createTicker, type Every } from '../../src/scheduler/cron-ticker.ts'
import { createJobs } from '../../src/scheduler/jobs.ts'
import { alwaysLead } from '../../src/scheduler/leadership.ts'
import { type CivilDate, datesOfYears, momentIn } from '../tools/civil-calendar.ts'
import {
  askedOf,
  createDigestWorld,
  type DigestWorld,
  day,
  depsOf,
  minute,
  weekly,
} from '../tools/digest-world.ts'
import { cronOn } from '../tools/manual-clock.ts'
import { triesEverything } from '../tools/runs.ts'

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

const newYear = Date.UTC(2026, 0, 1)

const zones = triesEverything() ? ['Europe/Berlin', 'America/New_York'] : ['Europe/Berlin']

/** A process with the watch, and with a tick at each minute, as in the product. Returns its world, and how it stops. */
async function openAt(start: number) {
  vi.setSystemTime(start)
  const world = createDigestWorld(start, Date.now)
  const leadership = alwaysLead()
  let jumped = 0
  const clock = { now: Date.now, steady: () => Date.now() - jumped, setTimer }
  const ticker = createTicker({ ...clock, startCron: cronOn(clock) })
  const log = { warn: () => undefined }
  const addJob = createJobs({ ...clock, every: ticker.every, leadership, log })
  const asked = { ...askedOf(world), setTimer }
  const sending = { ...depsOf(world, 'one'), compose: asked }
  createDigestScheduler({ sending, asked, digests: [weekly], mayPost: async () => true, addJob })
  ticker.start()
  leadership.start()
  return {
    world,
    /** The steady clock stands still, as if the clock were set, or the machine slept. */
    jump(ms: number) {
      jumped += ms
      vi.setSystemTime(Date.now() + ms)
    },
    async stop() {
      ticker.stop()
      await leadership.stop()
    },
  }
}

it.each([
  ['the clock is set back by an hour', -60 * minute, true, '2026-11-16T12:00Z', ['2026-W46']],
  ['the clock is set back by two days', -2 * day, true, '2026-11-16T12:00Z', ['2026-W46']],
  [
    'the clock is set forward by 28 days, which Slack’s clock denies',
    28 * day,
    true,
    '2026-12-15',
    ['2026-W46'],
  ],
  ['the machine sleeps for 7.5 days', 7.5 * day, false, '2026-11-25', ['2026-W46', '2026-W47']],
  [
    'the machine sleeps for nine days, so that the last one is two days old',
    9 * day,
    false,
    '2026-11-26',
    ['2026-W46'],
  ],
])('a weekly digest comes once a week if %s', async (_how, by, isSet, until, posted) => {
  const monday = Date.parse('2026-11-16T08:00Z')
  const { world, jump, stop } = await openAt(monday - minute)
  await passUntil(monday + 5 * minute)
  expect(world.parts()).toEqual(['2026-W46 0'])
  jump(by)
  if (isSet) world.setBy += by
  await passUntil(Date.parse(until))
  await stop()
  expect(world.parts()).toEqual(posted.map((week) => `${week} 0`))
})

describe.each(zones)('a weekly digest over a year in %s', (timezone) => {
  const digest = { ...weekly, timezone }
  const parts = { timeZone: timezone, weekday: 'short', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-GB', parts)
  const local = (at: number) => format.format(at).replace(',', '')

  it('is posted 52 times although the process restarts just before, at and just after each scheduled time', async () => {
    const world = worldAt(newYear)
    for (const slot of slots()) {
      for (const at of [slot - 1000, slot, slot + 1000]) {
        await passUntil(at)
        const stop = await begin(world)
        await passUntil(at + 500)
        await stop()
      }
    }
    expect(weeksOf(world)).toBe(52)
    expect(timesOf(world)).toEqual(['Mon 09:00'])
  })

  it('is posted 52 times although a process runs only from 30 to 40 minutes after each scheduled time', async () => {
    const world = worldAt(newYear)
    for (const slot of slots()) {
      await passUntil(slot + 30 * minute)
      const stop = await begin(world)
      await passUntil(slot + 40 * minute)
      await stop()
    }
    expect(weeksOf(world)).toBe(52)
    expect(timesOf(world)).toEqual(['Mon 09:30'])
  })

  // Each minute of a year costs time, and the tests above have both changes of the clock in both zones.
  it.runIf(timezone === 'Europe/Berlin')(
    'is posted 52 times by one process: at 09:00, or, in each second week, soon after an outage of the mention service ends',
    async () => {
      const world = worldAt(newYear)
      const stop = await begin(world)
      for (const [week, slot] of slots().entries()) {
        await passUntil(slot - 15 * minute)
        world.serviceIsUp = week % 2 === 0
        await passUntil(slot + 15 * minute)
        world.serviceIsUp = true
        await passUntil(slot + 30 * minute)
      }
      await passUntil(newYear + 365 * day)
      await stop()
      expect(weeksOf(world)).toBe(52)
      const times = world.messages.map(({ at }) => local(at))
      expect(times).toEqual(times.map((_, week) => (week % 2 === 0 ? 'Mon 09:00' : 'Mon 09:16')))
    },
  )

  function worldAt(start: number): DigestWorld {
    vi.setSystemTime(start)
    return createDigestWorld(start, Date.now)
  }

  /** A process begins; returns how it stops. */
  async function begin(world: DigestWorld): Promise<() => Promise<void>> {
    const leadership = alwaysLead()
    const clock = { now: Date.now, steady: Date.now, setTimer }
    // Without the watch, and with a tick each quarter of an hour only: a year has half a million minutes.
    const startCron = (_: string, ring: () => void) => {
      const timer = setInterval(ring, 15 * minute)
      return () => clearInterval(timer)
    }
    const ticker = createTicker({ ...clock, setTimer: () => () => undefined, startCron })
    const addJob = createJobs({
      ...clock,
      every: slotsOnly(ticker.every),
      leadership,
      log: { warn: () => undefined },
    })
    const asked = { ...askedOf(world), setTimer }
    const sending = { ...depsOf(world, `begun at ${Date.now()}`), compose: asked }
    createDigestScheduler({ sending, asked, digests: [digest], mayPost: async () => true, addJob })
    ticker.start()
    leadership.start()
    return async () => {
      await leadership.stop()
      ticker.stop()
    }
  }

  /** The Mondays of the year at 09:00 local time, found by asking each quarter of an hour. */
  function slots(): number[] {
    const quarters = Array.from({ length: 365 * 96 }, (_, at) => newYear + at * 15 * minute)
    const mornings = quarters.filter((at) => new Date(at).getUTCDay() === 1)
    return mornings.filter((at) => local(at) === 'Mon 09:00')
  }

  const timesOf = ({ messages }: DigestWorld) => [...new Set(messages.map(({ at }) => local(at)))]
})

/** Digests whose periods are not simply weeks, with the number of their posts in 2026. */
const others: [
  Pick<Digest, 'schedule' | 'timezone' | 'period'>,
  string,
  (date: CivilDate) => boolean,
  number,
][] = [
  [
    { schedule: '0 0 1 * *', timezone: 'Europe/Berlin', period: 'month' },
    '00:00',
    (date) => date.day === 1,
    12,
  ],
  [
    { schedule: '0 9 * * 1,4', timezone: 'Europe/Berlin', period: 'week' },
    '09:00',
    ({ weekday }) => weekday === 1 || weekday === 4,
    105,
  ],
  [
    { schedule: '0 9 * * 1-5', timezone: 'America/New_York', period: 'day' },
    '09:00',
    ({ weekday }) => weekday > 0 && weekday < 6,
    261,
  ],
  [{ schedule: '0 8 * * *', timezone: 'Pacific/Auckland', period: 'day' }, '08:00', () => true, 365],
]

describe.each(triesEverything() ? others : others.slice(0, 1))(
  'the digest %o at %s over a year',
  (timing, time, runs, posts) => {
    it('is posted once for each run, as soon as its last date is over in UTC, and its periods cover each date once', async () => {
      const digest = { ...weekly, ...timing }
      const slots = datesOfYears(2026, 1)
        .filter(runs)
        .map(({ date }) => momentIn(timing.timezone, date, time))
      const world = createDigestWorld(newYear - day)
      const due: number[] = []
      for (const slot of slots) {
        const over = Math.ceil(slot / day) * day
        const isOver = dateOf(slot, timing.timezone) === dateOf(slot)
        due.push(isOver ? slot : over)
        for (const at of [slot - 1, slot, over - 1, over].toSorted((a, b) => a - b)) {
          if (at < world.time) continue
          world.time = at
          // The process is a new one each time.
          await world.live(digest)
        }
      }
      expect(new Set(world.parts()).size).toBe(world.parts().length)
      // At the beginning, the run before the first is made up for.
      const posted = world.messages.filter(({ at }) => at >= (due[0] ?? 0))
      expect(posted.map(({ at }) => at)).toEqual(due)
      expect(posted).toHaveLength(posts)
      const ranges = posted.map(({ text }) => /digest, ([^:]+)/i.exec(text)?.[1])
      expect(new Set(ranges).size).toBe(posts)
    })
  },
)

/** Without the check for missed digests every five minutes: a year has a hundred thousand of them. */
function slotsOnly(every: Every): Every {
  return (cron, ...rest) => void (cron === '*/5 * * * *' || every(cron, ...rest))
}

async function passUntil(at: number): Promise<void> {
  while (Date.now() < at) await vi.advanceTimersByTimeAsync(Math.min(day, at - Date.now()))
}

/** The number of weeks with a digest. Fails if a week has two. */
function weeksOf({ parts }: DigestWorld): number {
  expect(parts()).toEqual([...new Set(parts())])
  return parts().length
}
