import { describe, expect, it } from 'vitest'
import { measureTargets, targetOf } from '../../../src/features/targets/figures.ts'
import type { Target } from '../../../src/features/targets/settings.ts'
import type { Handling, PostedCard } from '../../../src/model/card.ts'
import type { WorkCalendar } from '../../../src/people/working-time.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const hour = 3_600_000
const noon = Date.parse('2026-11-24T12:00Z')
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const calendar: WorkCalendar = {
  hours: [{ days: [...days], from: '00:00', to: '00:00' }],
  isHoliday: () => false,
  timezone: 'UTC',
}
const target: Target = { when: { sentiment: ['negative'] }, claim: { ms: hour } }
const negative = sampleMention({ id: '1', sentiment: 'negative' })

function cardAt(at: number, changes: Partial<PostedCard> = {}): PostedCard {
  return {
    ...{ channel: 'C1', ts: (at / 1000).toFixed(6), subscription: 'acme', alert: '7', actions: [] },
    shows: { kind: 'card', mention: negative, style: 'full' },
    ...changes,
  }
}

function claimed(at: number, after: number): PostedCard {
  const place = { channel: 'C1', ts: (at / 1000).toFixed(6), subscription: 'acme', alert: '7', mention: '1' }
  const claim: Handling = {
    ...{ ...place, state: 'claimed', user: 'U1', by: 'Ana' },
    ...{ at: at + after, firstAt: at + after, claimedAt: at + after },
  }
  return cardAt(at, { actions: [claim] })
}

async function figuresOf(cards: PostedCard[], range = { from: noon, to: noon + 24 * hour }, now = noon) {
  const each = (async function* () {
    yield* cards
  })()
  const found = await measureTargets(each, range, {
    now,
    targetsOf: () => [target],
    calendarOf: () => calendar,
  })
  return found[0]?.claim
}

describe('the target of a mention', () => {
  it('is the first of which the mention meets every condition', () => {
    const both: Target = { when: { sentiment: ['negative'], language: ['de'] }, claim: { ms: 1 } }
    const german = sampleMention({ sentiment: 'negative', language: 'de' })
    const english = sampleMention({ sentiment: 'negative', language: 'en' })
    expect([german, english].map((mention) => targetOf([both, target], mention))).toEqual([both, target])
    expect(targetOf([both, target], sampleMention({ sentiment: 'positive', language: 'de' }))).toBeUndefined()
  })
})

describe('the figures of targets', () => {
  it('count the claim at the last moment of the allowed time as kept, and the next one not', async () => {
    expect(await figuresOf([claimed(noon, hour)])).toMatchObject({ kept: 1, of: 1 })
    expect(await figuresOf([claimed(noon, hour + 1)])).toMatchObject({ kept: 0, of: 1 })
  })

  it('count what nobody claimed from the moment at which the allowed time is over', async () => {
    const at = (now: number) => figuresOf([cardAt(noon)], undefined, now)
    expect(await at(noon + hour - 1)).toMatchObject({ of: 0, left: 1 })
    expect(await at(noon + hour)).toMatchObject({ kept: 0, of: 1, left: 0 })
  })

  it('are about the posts from the first to the last moment of the period', async () => {
    const range = { from: noon, to: noon + hour }
    const counted = [noon - 1, noon, noon + hour, noon + hour + 1].map((at) => claimed(at, 1))
    expect(await figuresOf(counted, range)).toMatchObject({ of: 2 })
  })

  it('leave out our own posts and what people found', async () => {
    const shows = { kind: 'card', mention: negative, style: 'full' } as const
    expect(await figuresOf([cardAt(noon, { shows: { ...shows, isOwn: true } })])).toBeUndefined()
    expect(await figuresOf([cardAt(noon, { shows: { ...shows, foundBy: 'Ana' } })])).toBeUndefined()
    expect(await figuresOf([cardAt(noon, { shows })])).toMatchObject({ left: 1 })
  })
})
