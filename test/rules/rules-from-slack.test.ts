import { describe, expect, it } from 'vitest'
import type { Mute } from '../../src/model/mute.ts'
import type { Quiet } from '../../src/model/subscription.ts'
import { createReplay, totalsOf } from '../../src/rules/replay.ts'
import { decideFor } from '../../src/rules/rules.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const now = Date.UTC(2026, 10, 20, 12)
const muteOf = (changes: Partial<Mute>): Mute => ({
  channel: 'C1',
  kind: 'author',
  name: 'kim LEE ',
  by: 'U1',
  at: now,
  ...changes,
})

describe('a mute', () => {
  const mention = sampleMention()
  it.each([
    ['of an author, whatever the case', muteOf({}), 'mute.author'],
    ['of a source', muteOf({ kind: 'source', name: 'Reddit' }), 'mute.source'],
    ['of a host', muteOf({ kind: 'domain', name: 'www.reddit.com' }), 'mute.domain'],
    ['of a host, for what lies below it', muteOf({ kind: 'domain', name: 'reddit.com' }), 'mute.domain'],
    ['of a host that only ends alike', muteOf({ kind: 'domain', name: 'eddit.com' }), 'passed'],
    ['of a name with a star, which stands for itself', muteOf({ name: '*' }), 'passed'],
    ['that has ended', muteOf({ until: now }), 'passed'],
    ['that ends in a moment', muteOf({ until: now + 1 }), 'mute.author'],
  ])('%s', (_, mute, reason) => {
    const decide = decideFor(subscriptionOf(), { mutes: () => [mute] })
    expect(decide(mention, now, 'C1').reason).toBe(reason)
  })

  it.each(['müller.de', 'xn--mller-kva.de'])('of a host in another script holds, written as %s', (name) => {
    const decide = decideFor(subscriptionOf(), { mutes: () => [muteOf({ kind: 'domain', name })] })
    expect(decide(sampleMention({ url: 'https://www.müller.de/1' }), now, 'C1').reason).toBe('mute.domain')
  })

  it('takes effect from the next mention on, and so does its end', () => {
    const mutes: Mute[] = []
    const decide = decideFor(subscriptionOf(), {
      mutes: (channel) => mutes.filter((one) => one.channel === channel),
    })
    expect(decide(mention, now, 'C1').kind).toBe('deliver')
    mutes.push(muteOf({}))
    expect(decide(mention, now, 'C1')).toEqual({ kind: 'skip', reason: 'mute.author', detail: 'kim LEE ' })
    expect(decide(mention, now, 'C2').kind).toBe('deliver')
    mutes.pop()
    expect(decide(mention, now, 'C1').kind).toBe('deliver')
  })
})

describe('quiet hours', () => {
  const quiet: Quiet = {
    from: '22:00',
    to: '07:00',
    timezone: 'UTC',
    urgent: { sentiment: ['negative'], reach: { from: 50_000 } },
  }
  const decide = decideFor(subscriptionOf({ quiet, except: { source: ['youtube'] } }))
  const night = Date.UTC(2026, 10, 20, 23)
  it.each([
    ['hold what is not urgent', sampleMention(), night, 'hold'],
    ['let the urgent pass', sampleMention({ reach: 50_000 }), night, 'deliver'],
    ['ask for all that makes urgent', sampleMention({ reach: 50_000, sentiment: 'neutral' }), night, 'hold'],
    ['do not hold what is left out anyway', sampleMention({ source: 'youtube' }), night, 'skip'],
    ['are over at their end', sampleMention(), Date.UTC(2026, 10, 21, 7), 'deliver'],
  ] as const)('%s', (_, mention, at, kind) => expect(decide(mention, at).kind).toBe(kind))
})

describe('a greatest age', () => {
  const quiet = { from: '22:00', to: '07:00', timezone: 'UTC' }
  const decide = decideFor(subscriptionOf({ quiet, maxAge: 3 * 3_600_000 }))
  const on = (day: number, hour: number) => Date.UTC(2026, 10, day, hour)
  it.each([
    ['that runs out in quiet hours begins anew at their end', on(20, 21), on(21, 7), 'passed'],
    ['that began anew runs out, too', on(20, 21), on(21, 11), 'maxAge'],
    ['that ran out before them is over', on(20, 18), on(21, 7), 'maxAge'],
    ['that has not run out is none of their matter', on(21, 6), on(21, 8), 'passed'],
  ])('%s', (_, date, at, reason) => expect(decide(sampleMention({ date }), at).reason).toBe(reason))
})

it('sums up what would have been posted, each mention judged at the moment of its own date', () => {
  const quiet = { from: '22:00', to: '07:00', timezone: 'UTC' }
  const decide = decideFor(subscriptionOf({ quiet, maxAge: 3_600_000, only: { language: ['en'] } }))
  const mentions = [
    sampleMention({ id: '1', date: Date.UTC(2026, 10, 18, 12) }),
    sampleMention({ id: '2', date: Date.UTC(2026, 10, 18, 23) }),
    sampleMention({ id: '3', language: 'de' }),
  ]
  expect(totalsOf(createReplay(decide, { now })(mentions))).toEqual({
    total: 3,
    posted: 2,
    held: 1,
    skipped: [{ reason: 'only.language', count: 1 }],
  })
})
