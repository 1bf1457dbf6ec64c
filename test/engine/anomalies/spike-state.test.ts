import type { Mention } from '@overheard/mention-client/mention'
import { describe, expect, it } from 'vitest'
import { nextSpikeState, noSpike } from '../../../src/engine/anomalies/spike-state.ts'
import { chooseTopMentions } from '../../../src/messages/mention/burst.ts'
import type { SpikeSign, SpikeState } from '../../../src/model/anomaly.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const minute = 60_000
const noon = Date.UTC(2026, 10, 20, 12)
const volume: SpikeSign = {
  rule: 'quarter',
  count: 30,
  baseline: 2,
  threshold: { least: 10, times: 3.5 },
  chance: 0,
  maxChance: 1e-4,
}
const shift: SpikeSign = {
  rule: 'sentiment',
  least: 20,
  rated: 40,
  negative: 30,
  share: 0.75,
  baselineShare: 0.2,
  points: 0.15,
}

type Check = {
  at: number
  signs?: SpikeSign[]
  loud?: boolean
  hour?: number
  found?: Mention[]
  recent?: Mention[]
}

/** Runs the checks in order. `at`: minutes after noon. */
function runChecks(checks: Check[], first: SpikeState = noSpike) {
  let state = first
  return checks.map(({ at, signs = [], loud = signs.length > 0, hour = 30, found = [], recent = [] }) => {
    const decision = { signs, aboveBaseline: loud, inLastHour: hour, baseline: undefined }
    const step = nextSpikeState(state, {
      now: noon + at * minute,
      assessment: decision,
      found,
      recent,
      choose: chooseTopMentions,
    })
    state = step.state
    return step
  })
}
const changes = (checks: Check[]) => runChecks(checks).map(({ change }) => change)

describe('a spike', () => {
  it('that went on when the clock was two days ahead ends 30 minutes after the clock is right again', () => {
    const ahead = 2 * 24 * 60
    expect(
      changes([
        { at: ahead, signs: [volume] },
        { at: ahead + 2, loud: true },
        { at: 4 },
        { at: 33 },
        { at: 35 },
      ]),
    ).toEqual(['started', 'goes-on', 'goes-on', 'goes-on', 'ended'])
  })

  it('may start after one that was announced when the clock was ahead', () => {
    const ahead = 2 * 24 * 60
    const before = [{ at: ahead, signs: [volume] }, { at: ahead + 40 }]
    expect(changes([...before, { at: 5, signs: [volume] }])).toEqual(['started', 'ended', 'started'])
  })

  it('starts when the detector finds it, goes on while mentions are above the baseline, and ends 30 minutes after they last were', () =>
    expect(
      changes([
        { at: 0 },
        { at: 2, signs: [volume] },
        { at: 20, loud: true },
        { at: 49, loud: false },
        { at: 50, loud: false },
        { at: 52, loud: false },
      ]),
    ).toEqual(['calm', 'started', 'goes-on', 'goes-on', 'ended', 'calm']))

  it('starts again only two and a half hours after the start of the last spike, or earlier if the hour has twice as many mentions as then', () => {
    const over: Check[] = [
      { at: 0, signs: [volume], hour: 30 },
      { at: 30, loud: false },
    ]
    const again = (at: number, hour: number) => changes([...over, { at, signs: [volume], hour }]).at(-1)
    expect([again(60, 59), again(60, 60), again(149, 30), again(150, 30)]).toEqual([
      'calm',
      'started',
      'calm',
      'started',
    ])
  })

  it('does not start again because of a sentiment shift for 24 hours, because the last spike itself may have caused the shift', () => {
    const over: Check[] = [
      { at: 0, signs: [volume] },
      { at: 30, loud: false },
    ]
    const again = (at: number) => changes([...over, { at, signs: [shift] }]).at(-1)
    expect([again(23 * 60), again(24 * 60)]).toEqual(['calm', 'started'])
  })

  it('includes mentions before its detection, and each later mention once', () => {
    const one = (id: string, changes: Partial<Mention> = {}) => sampleMention({ id, date: noon, ...changes })
    const steps = runChecks([
      {
        at: 1,
        signs: [volume],
        recent: [one('1', { date: noon - 5 * minute })],
        found: [one('2', { reach: 9e6 })],
      },
      {
        at: 3,
        loud: true,
        hour: 80,
        found: [one('3', { sentiment: 'positive' }), one('4', { source: 'web' })],
      },
      { at: 40, loud: false, hour: 10 },
    ])
    const last = steps.at(-1)
    expect(last).toMatchObject({
      change: 'ended',
      endedAt: noon + 3 * minute,
      summary: {
        startedAt: noon - 5 * minute,
        total: 4,
        rated: 4,
        negative: 3,
        peak: 80,
        sources: [
          { name: 'reddit', count: 3 },
          { name: 'web', count: 1 },
        ],
        earliest: { id: '1' },
        widestReach: { id: '2' },
      },
    })
    expect(steps[1]?.state).toMatchObject({ summary: { top: [{ id: '2' }, { id: '1' }, { id: '4' }] } })
  })

  it('begins at the publication of the first mention of its hour, even if an older mention was found in that hour', () => {
    const old = sampleMention({ id: '1', date: noon - 26 * 60 * minute })
    const fresh = sampleMention({ id: '2', date: noon - 4 * minute })
    const [first] = runChecks([{ at: 0, signs: [volume], recent: [old], found: [fresh] }])
    expect(first?.state).toMatchObject({ summary: { startedAt: noon - 4 * minute, total: 2 } })
  })

  it.each([
    ['before it was detected', [1], [2, 3]],
    ['while it goes on', [2, 3], [1]],
  ])('names as its first mention none that is far older and was found %s', (_, atStart, later) => {
    const dates: Record<number, number> = {
      1: noon - 26 * 60 * minute,
      2: noon - 4 * minute,
      3: noon - 2 * minute,
    }
    const found = (ids: number[]) =>
      ids.map((id) => sampleMention({ id: String(id), date: dates[id] ?? 0, reach: id === 1 ? 9e6 : 1 }))
    const steps = runChecks([
      { at: 0, signs: [volume], recent: found(atStart) },
      { at: 2, loud: true, found: found(later) },
    ])
    expect(steps.at(-1)?.state).toMatchObject({
      summary: { total: 3, earliest: { id: '2' }, widestReach: { id: '1' } },
    })
  })

  it('names as its first mention one that was published a little before its start and found late, and one without a date only if no other is known', () => {
    const one = (id: string, date: number) => sampleMention({ id, date })
    const firstOf = (checks: Check[]) => {
      const state = runChecks(checks).at(-1)?.state
      return state?.kind === 'spike' ? state.summary.earliest?.id : undefined
    }
    const begin = (...recent: Mention[]): Check => ({ at: 0, signs: [volume], recent })
    const late = one('3', noon - 30 * minute)
    expect(firstOf([begin(one('2', noon - 4 * minute)), { at: 2, loud: true, found: [late] }])).toBe('3')
    expect(firstOf([begin(one('1', 0))])).toBe('1')
    expect(firstOf([begin(one('1', 0), one('2', noon - 4 * minute))])).toBe('2')
    expect(firstOf([begin(one('2', noon - 26 * 60 * minute))])).toBeUndefined()
  })

  it('goes on in the same way if its state is stored as JSON and loaded again between two checks', () => {
    const [first] = runChecks([{ at: 0, signs: [volume], found: [sampleMention()] }])
    const kept: SpikeState = JSON.parse(JSON.stringify(first?.state))
    expect(runChecks([{ at: 2, loud: true }], kept)[0]?.state).toEqual(
      runChecks([{ at: 2, loud: true }], first?.state)[0]?.state,
    )
  })
})
