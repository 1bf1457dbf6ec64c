import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roomReport } from '../../../src/features/room/messages.ts'
import type { Room } from '../../../src/features/room/model.ts'
import { reportOf } from '../../../src/features/room/report.ts'
import type { Handling } from '../../../src/model/card.ts'
import type { DecisionRecord } from '../../../src/model/decision.ts'
import type { SpikeCardRecord } from '../../../src/model/spike-card.ts'
import { runs } from '../../tools/runs.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 23, 14)
const postedAt = start + 10 * minute
const card = { channel: 'C1', ts: `${postedAt / 1000}.000100` }
const about = { subscription: 'acme', alert: '7' }
const room: Room = {
  ...{ ...about, card, alertName: 'Acme brand', name: 'crisis', taken: 0, isPrivate: false },
  ...{ by: { user: 'U1', name: 'Ana Lima' }, at: postedAt + minute, channel: 'C9' },
}

const people = ['Ana Lima', 'Ben Okafor', 'Mei Tan']
/** A mention of the hour around the spike. `muted`: a mute kept it out, once or again after a crash. */
const mention = fc.record({
  isOurs: fc.boolean(),
  foundAt: fc.integer({ min: -30, max: 130 }),
  muted: fc.option(fc.constantFrom('author Kim Lee', 'word giveaway', 'domain spam.example'), {
    nil: undefined,
  }),
  decidedTwice: fc.boolean(),
  handledAfter: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }),
  state: fc.constantFrom('claimed' as const, 'assigned' as const, 'done' as const, 'not-relevant' as const),
  by: fc.constantFrom(...people),
  laterBy: fc.option(fc.constantFrom(...people), { nil: undefined }),
})

type Placed = (typeof mention extends fc.Arbitrary<infer T> ? T : never) & {
  id: string
  subscription: string
  alert: string
}

const at = (minutes: number) => start + minutes * minute

function decisionsOf({ id, subscription, alert, foundAt, muted, decidedTwice }: Placed): DecisionRecord[] {
  const [kind = '', ...name] = (muted ?? '').split(' ')
  const skipped = { outcome: 'skipped' as const, reason: `mute.${kind}`, detail: name.join(' ') }
  const decided = muted === undefined ? { outcome: 'posted' as const, reason: 'delivered' } : skipped
  const record = { at: at(foundAt), subscription, alert, id, url: '', ...decided }
  return decidedTwice ? [{ ...record, outcome: 'waiting', reason: 'queued' }, record] : [record]
}

function handlingOf(one: Placed): Handling[] {
  const { id, subscription, alert, muted, foundAt, handledAfter, state, by, laterBy } = one
  if (handledAfter === undefined || muted !== undefined) return []
  const firstAt = at(foundAt + handledAfter)
  const later = laterBy === undefined ? { at: firstAt, by } : { at: firstAt + 1, by: laterBy }
  return [{ ...card, subscription, alert, mention: id, state, user: 'U', firstAt, ...later }]
}

/** The same figures by another way: one mention after the other. */
function countedByHand(placed: Placed[], endedAt: number) {
  const ours = placed.filter(({ isOurs }) => isOurs)
  const isInTime = (minutes: number) => at(minutes) >= start && at(minutes) <= endedAt
  const muted: Record<string, number> = {}
  for (const { muted: mute, foundAt } of ours)
    if (mute !== undefined && isInTime(foundAt)) muted[mute] = (muted[mute] ?? 0) + 1
  const touched = ours.flatMap((one) =>
    one.muted === undefined && one.handledAfter !== undefined && isInTime(one.foundAt + one.handledAfter)
      ? [{ ...one, after: one.foundAt + one.handledAfter }]
      : [],
  )
  const closed = touched.filter(({ state }) => state === 'done' || state === 'not-relevant').length
  const earliest = Math.min(...touched.map(({ after }) => after))
  const first = touched.find(({ after }) => after === earliest)
  return {
    ...{ closed, claimed: touched.length - closed, muted },
    firstAt: first && at(first.after),
    firstName: first && first.laterBy === undefined ? first.by : undefined,
  }
}

async function* each<T>(all: T[]): AsyncIterable<T> {
  yield* all
}

it('the figures of a report equal an independent count of the mentions of the spike', async () => {
  const lengths = fc.integer({ min: 20, max: 120 })
  await fc.assert(
    fc.asyncProperty(fc.array(mention, { maxLength: 40 }), lengths, async (all, length) => {
      const endedAt = at(length)
      const placed = all.map((one, id): Placed => {
        const subscription = one.isOurs ? about.subscription : 'other'
        return { ...one, id: String(id), subscription, alert: '7' }
      })
      const total = Math.max(1, placed.length)
      const summary = {
        ...{ startedAt: start, total, rated: 0, negative: 0, reach: 0, peak: 1 },
        ...{ sources: [], countries: [], top: [] },
      }
      const spike = { alertName: 'Acme brand', summary, endedAt, closed: 0, claimed: 0, permalinks: {} }
      const record: SpikeCardRecord = {
        ...{ ...card, ...about, mark: 'm', note: {}, at: endedAt },
        shown: { kind: 'over', spike },
      }
      const report = await reportOf({
        ...{ room: { ...room, ended: { at: endedAt } }, card: record, mutes: [], now: endedAt },
        handled: placed.flatMap(handlingOf),
        decisions: each(placed.flatMap(decisionsOf)),
        nameOf: async (user) => user,
      })

      const { closed, claimed, muted, firstAt, firstName } = countedByHand(placed, endedAt)
      expect([report.closed, report.claimed]).toEqual([closed, claimed])
      expect([report.first?.at, report.first?.name]).toEqual([firstAt, firstName])
      const shown = report.muted.map(({ kind, name, count }) => [`${kind} ${name}`, count])
      expect(Object.fromEntries(shown)).toEqual(muted)
      const { text } = roomReport(report, card)
      const unclaimed = total - closed - claimed
      expect(text).toContain(`Done: ${closed} of ${total}, ${claimed} more claimed, ${unclaimed} unclaimed`)
      const times = report.timeline.map((event) => event.at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }),
    { numRuns: runs(100) },
  )
})

it('a report that was asked for while the spike goes on says so, and has its numbers until then', async () => {
  const spike = {
    ...{ alertName: 'Acme brand', signs: [], inLastHour: 5, hours: [], claims: [], permalinks: {} },
    summary: {
      ...{ startedAt: start, total: 9, rated: 9, negative: 8, reach: 4200, peak: 5 },
      ...{ sources: [], countries: [], top: [] },
    },
  }
  const by = { user: 'U2', name: 'Ben Okafor' }
  const report = await reportOf({
    room: { ...room, ended: { at: start + 90 * minute, by } },
    card: {
      ...{ ...card, ...about, mark: 'm', at: start, shown: { kind: 'live', spike } },
      note: { lead: { user: 'U1', by: 'Ana Lima', at: postedAt + minute } },
    },
    mutes: [{ channel: 'C1', kind: 'author', name: 'Kim Lee', by: 'U2', at: start + 30 * minute }],
    ...{ handled: [], decisions: each([]), nameOf: async () => 'Ben Okafor', now: start + 95 * minute },
  })
  const { text } = roomReport(report, card)
  expect(text).toContain('Report: Acme brand, 9 mentions in')
  expect(text).toContain('The spike still goes on')
  expect(text).toContain('First claimed or done: nobody yet')
  expect(text).toMatch(/Ben Okafor muted the author Kim Lee[\s\S]*Ben Okafor ended this room/)
})
