import { describe, expect, it } from 'vitest'
import { totalsOf } from '../../../src/answers/preview.ts'
import type { Quiet } from '../../../src/engine/rules/quiet-hours.ts'
import { createReplay } from '../../../src/engine/rules/replay.ts'
import { decideFor } from '../../../src/engine/rules/rules.ts'
import type { Mute } from '../../../src/model/mute.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const now = Date.UTC(2026, 10, 20, 12)

const muteOf = (changes: Partial<Mute>): Mute => ({
  channel: 'C1',
  kind: 'author',
  name: 'kim LEE ',
  by: 'U1',
  at: now,
  ...changes,
})

describe('a mute in a channel', () => {
  const mention = sampleMention()
  it.each([
    ['skips the mentions of an author, whatever the case of the name', muteOf({}), 'mute.author'],
    ['skips the mentions of a source', muteOf({ kind: 'source', name: 'Reddit' }), 'mute.source'],
    ['skips the mentions of a host', muteOf({ kind: 'domain', name: 'www.reddit.com' }), 'mute.domain'],
    [
      'skips mentions from the subdomains of a domain',
      muteOf({ kind: 'domain', name: 'reddit.com' }),
      'mute.domain',
    ],
    [
      'does not skip a host that only ends with the same letters',
      muteOf({ kind: 'domain', name: 'eddit.com' }),
      'passed',
    ],
    [
      'skips mentions with a word in the title or the snippet',
      muteOf({ kind: 'word', name: 'LOGS' }),
      'mute.word',
    ],
    ['does not skip mentions with a part of the word', muteOf({ kind: 'word', name: 'log' }), 'passed'],
    ['takes a star in the name of an author literally', muteOf({ name: '*' }), 'passed'],
    ['does not skip mentions after its end', muteOf({ until: now }), 'passed'],
    ['skips mentions until its last millisecond', muteOf({ until: now + 1 }), 'mute.author'],
  ])('%s', (_, mute, reason) => {
    const decide = decideFor(subscriptionOf(), { mutes: () => [mute] })
    expect(decide(mention, now, 'C1').reason).toBe(reason)
  })

  it.each(['müller.de', 'xn--mller-kva.de'])(
    'skips a mention from an international host that is written as %s',
    (name) => {
      const decide = decideFor(subscriptionOf(), { mutes: () => [muteOf({ kind: 'domain', name })] })
      expect(decide(sampleMention({ url: 'https://www.müller.de/1' }), now, 'C1').reason).toBe('mute.domain')
    },
  )

  it('takes effect from the next mention on, and its removal also does', () => {
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
    ['hold a mention that is not urgent', sampleMention(), night, 'hold'],
    ['deliver an urgent mention', sampleMention({ reach: 50_000 }), night, 'deliver'],
    [
      'hold a mention that matches only one of two conditions of “urgent”',
      sampleMention({ reach: 50_000, sentiment: 'neutral' }),
      night,
      'hold',
    ],
    [
      'do not hold a mention that the filter “except” skips anyway',
      sampleMention({ source: 'youtube' }),
      night,
      'skip',
    ],
    [
      'no longer hold a mention at the minute of their end',
      sampleMention(),
      Date.UTC(2026, 10, 21, 7),
      'deliver',
    ],
  ] as const)('%s', (_, mention, at, kind) => expect(decide(mention, at).kind).toBe(kind))
})

describe('the limit maxAge', () => {
  const quiet = { from: '22:00', to: '07:00', timezone: 'UTC' }
  const decide = decideFor(subscriptionOf({ quiet, maxAge: 3 * 3_600_000 }))
  const on = (day: number, hour: number) => Date.UTC(2026, 10, day, hour)
  it.each([
    [
      'starts again at the end of quiet hours if a mention exceeded the limit during them',
      on(20, 21),
      on(21, 7),
      'passed',
    ],
    [
      'skips a mention that waits longer than the limit after the end of quiet hours',
      on(20, 21),
      on(21, 11),
      'maxAge',
    ],
    [
      'does not start again if a mention exceeded the limit before the quiet hours',
      on(20, 18),
      on(21, 7),
      'maxAge',
    ],
    ['delivers a mention that is young enough after the quiet hours', on(21, 6), on(21, 8), 'passed'],
  ])('%s', (_, date, at, reason) => expect(decide(sampleMention({ date }), at).reason).toBe(reason))
})

it('a preview decides about each mention at the date of the mention, and counts the results', () => {
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
