import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WatchPlan } from '../../../src/features/watch/model.ts'
import { onWatchAt, personAfter, swapEnd, turnAt } from '../../../src/features/watch/turns.ts'

const weekly: WatchPlan = {
  users: ['ANA', 'BEN', 'CLEO'],
  rotate: 'weekly',
  from: '2026-11-23',
  handover: '09:00',
  timezone: 'Europe/Berlin',
}
const daily: WatchPlan = { ...weekly, rotate: 'daily' }
const at = Date.parse
const written = (time: number) => new Date(time).toISOString().replace(':00.000', '')

describe('the weekly watch', () => {
  it.each([
    ['is with the first person before the first turn', '2025-01-01T00:00Z', 'ANA', '2026-11-30T08:00Z'],
    ['begins on the first day at the handover', '2026-11-23T08:00Z', 'ANA', '2026-11-30T08:00Z'],
    [
      'is with the same person a second before the next handover',
      '2026-11-30T07:59:59Z',
      'ANA',
      '2026-11-30T08:00Z',
    ],
    ['goes to the next person at the handover', '2026-11-30T08:00Z', 'BEN', '2026-12-07T08:00Z'],
    ['returns to the first person after the last', '2026-12-14T08:00Z', 'ANA', '2026-12-21T08:00Z'],
    [
      'ends at the same time of day after the clocks went forward',
      '2027-03-26T12:00Z',
      'CLEO',
      '2027-03-29T07:00Z',
    ],
  ])('%s', (_, now, user, until) => {
    const turn = turnAt(weekly, at(now))
    expect({ user: turn.user, until: written(turn.until) }).toEqual({ user, until })
  })

  it('names the next person of the list', () => {
    expect(turnAt(weekly, at('2026-11-24T00:00Z')).next).toBe('BEN')
    expect(turnAt({ ...weekly, users: ['ANA'] }, at('2026-11-24T00:00Z')).next).toBe('ANA')
  })
})

describe('a swap of the watch', () => {
  const now = at('2026-11-29T20:00Z')
  const swap = { id: 's', by: 'ANA', at: now, to: 'CLEO', until: swapEnd(weekly, now) }

  it('lasts until the same time of the next day, even across the next handover', () => {
    expect(written(swap.until)).toBe('2026-11-30T20:00Z')
    expect(onWatchAt(weekly, swap, at('2026-11-30T19:59Z'))).toEqual({
      user: 'CLEO',
      until: swap.until,
      next: 'BEN',
    })
    expect(onWatchAt(weekly, swap, swap.until).user).toBe('BEN')
  })

  it('lasts until the same time of the next day in a night in which the clocks change', () => {
    expect(written(swapEnd(weekly, at('2026-10-24T12:00Z')))).toBe('2026-10-25T13:00Z')
  })

  it('goes to the person after the one on duty, or to the next turn if that one is not on the list', () => {
    expect(personAfter(weekly, 'CLEO', now)).toBe('ANA')
    expect(personAfter(weekly, 'SOMEBODY', now)).toBe('BEN')
  })
})

const plans = fc.record({
  users: fc.uniqueArray(fc.stringMatching(/^U[A-Z0-9]{3}$/), { minLength: 1, maxLength: 6 }),
  rotate: fc.constantFrom('daily' as const, 'weekly' as const),
  from: fc
    .integer({ min: at('2021-01-01') / 86_400_000, max: at('2029-12-31') / 86_400_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  handover: fc.constantFrom('00:00', '00:30', '01:59', '02:00', '02:30', '03:00', '09:00', '23:59'),
  timezone: fc.constantFrom(
    ...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo'],
    ...['America/Sao_Paulo', 'Pacific/Apia', 'Pacific/Chatham', 'Africa/Casablanca', 'America/St_Johns'],
  ),
})

it('every instant has exactly one person on duty, and the turns follow the list without a gap, in every time zone', () => {
  const instants = fc.integer({ min: at('2020-01-01'), max: at('2035-01-01') })
  fc.assert(
    fc.property(plans, instants, (plan, now) => {
      const turn = turnAt(plan, now)
      expect(turn.until).toBeGreaterThan(now)
      expect(plan.users).toContain(turn.user)
      const last = turnAt(plan, turn.until - 1)
      expect(last).toEqual(turn)
      const following = turnAt(plan, turn.until)
      expect(following.user).toBe(turn.next)
      expect(personAfter(plan, turn.user, now)).toBe(turn.next)
    }),
  )
})

it('everybody on the list has equally many turns, and each turn ends at the handover by the clocks of the time zone', () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: 1, max: 4 }), (plan, rounds) => {
      const counts = new Map<string, number>()
      const clock = new Intl.DateTimeFormat('en-GB', {
        timeZone: plan.timezone,
        hour: '2-digit',
        minute: '2-digit',
      })
      let now = at(plan.from) - 2 * 86_400_000
      const days = plan.rotate === 'weekly' ? 7 : 1
      for (let turn = 0; turn < rounds * plan.users.length; turn++) {
        const { user, until } = turnAt(plan, now)
        counts.set(user, (counts.get(user) ?? 0) + 1)
        if (turn > 0) expect(Math.abs((until - now) / 3_600_000 - days * 24)).toBeLessThanOrEqual(1)
        // A handover in an hour that the clocks leave out is an hour later.
        if (plan.handover === '09:00') expect(clock.format(until)).toBe('09:00')
        now = until
      }
      expect([...counts.values()]).toEqual(plan.users.map(() => rounds))
    }),
  )
})

it('a daily watch changes every day', () => {
  const days = ['23', '24', '25', '26'].map((day) => turnAt(daily, at(`2026-11-${day}T12:00Z`)).user)
  expect(days).toEqual(['ANA', 'BEN', 'CLEO', 'ANA'])
})
