import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { previewDigest } from '../../src/digests/compose.ts'
import {
  loadFoundMentions,
  loadResponses,
  reportDeliveries,
} from '../../src/digests/content/delivery-report.ts'
import { sendDigest } from '../../src/digests/deliver.ts'
import { section } from '../../src/messages/kit/block-kit.ts'
import type { Handling } from '../../src/model/card.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import type { Subscription } from '../../src/model/subscription.ts'
import { decisionRows } from '../../src/store/sql/decisions.ts'
import { openEmpty } from '../../src/store/sqlite/database.ts'
import { recordDatabase } from '../../src/store/sqlite/records.ts'
import { askedOf, createDigestWorld, day, depsOf, weekly } from '../tools/digest-world.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const monday = Date.UTC(2026, 10, 23, 8)
const range = { from: '2026-11-16', to: '2026-11-22' }

function subscription(name: string, channel: string): Subscription {
  return {
    name,
    channel,
    alert: '1',
    schedule: '* * * * *',
    timezone: 'UTC',
    only: {},
    except: {},
    backfill: 0,
    burst: 5,
  }
}

const subscriptions = [
  subscription('here', 'C1'),
  subscription('here-too', 'C1'),
  subscription('there', 'C2'),
]

function depsWith(entries: AsyncIterable<DecisionRecord>, checkpoint?: Checkpoint) {
  return {
    ...askedOf(createDigestWorld(monday)),
    subscriptionsOf: async (id: string) => subscriptions.filter(({ channel }) => channel === id),
    decisions: {
      async *entries(since: number) {
        for await (const entry of entries) if (entry.at >= since) yield entry
      },
    },
    checkpoints: {
      load: async () => (checkpoint ? ({ kind: 'kept', checkpoint } as const) : ({ kind: 'none' } as const)),
    },
  }
}

const entry = fc.record({
  at: fc.integer({ min: Date.UTC(2026, 10, 14), max: Date.UTC(2026, 10, 23, 8) }),
  subscription: fc.constantFrom('here', 'here-too', 'there'),
  outcome: fc.constantFrom(
    ['posted', 'passed'] as const,
    ['burst', 'passed'] as const,
    ['skipped', 'only.language'] as const,
    ['skipped', 'muted.author'] as const,
    ['skipped', 'duplicate'] as const,
    ['rejected', 'invalid_blocks'] as const,
  ),
})

describe('the delivery report of a channel', () => {
  it('counts the decisions of the channel’s subscriptions in the period, and the counts add up to the found mentions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 60 }), async (made) => {
        const entries = made
          .toSorted((a, b) => a.at - b.at)
          .map(({ at, subscription: name, outcome: [outcome, reason] }, id): DecisionRecord => {
            return {
              at,
              subscription: name,
              alert: '1',
              id: String(id),
              url: 'https://a.example',
              outcome,
              reason,
            }
          })
        const database = openEmpty()
        const rows = recordDatabase(database, { path: ':memory:', mustHold: () => undefined })
        let now = monday
        const log = decisionRows(rows, {
          now: () => now,
          setTimer: () => () => undefined,
          log: { warn: () => undefined },
        })
        for (const one of entries) {
          now = one.at
          log.record([one])
          for await (const _ of log.entries(now)) break
        }
        now = monday
        const account = await reportDeliveries(loadFoundMentions(depsWith(log.entries(0)), 'C1', range))
        await log.close()
        database.close()

        const inPeriod = entries.filter(
          ({ at, subscription: name }) =>
            name !== 'there' && new Date(at).toISOString() >= range.from && at < Date.UTC(2026, 10, 23),
        )
        const count = (what: string) =>
          inPeriod.filter(({ outcome: became, reason }) => became === what || reason === what).length
        expect(account).toEqual({
          kind: 'known',
          value: {
            found: inPeriod.length,
            posted: count('posted'),
            own: 0,
            inBursts: count('burst'),
            filtered:
              count('only.language') > 0 ? [{ rule: 'only.language', count: count('only.language') }] : [],
            muted: count('muted.author'),
            duplicate: count('duplicate'),
            waiting: 0,
            rejected: count('rejected'),
          },
        })
      }),
      { numRuns: 20 },
    )
  })

  it('counts a mention as waiting if the decision log says so and the checkpoint does not have it as done', async () => {
    const waiting = ['4', '5', '9'].map((id): DecisionRecord => {
      const at = Date.UTC(2026, 10, 22, 23)
      return { at, subscription: 'here', alert: '1', id, url: '', outcome: 'waiting', reason: 'quiet' }
    })
    const checkpoint: Checkpoint = { watermark: '4', origin: '0', done: [{ at: monday, ids: ['9'] }] }
    const log = async function* () {
      yield* waiting
    }
    const account = await reportDeliveries(loadFoundMentions(depsWith(log(), checkpoint), 'C1', range))
    expect(account).toMatchObject({ kind: 'known', value: { found: 1, waiting: 1, posted: 0 } })
    expect(await reportDeliveries(loadFoundMentions(depsWith(log()), 'C1', range))).toMatchObject({
      value: { found: 0, waiting: 0 },
    })
  })

  it('is absent if no subscription posts to the channel', async () => {
    expect(
      await reportDeliveries(loadFoundMentions(depsWith((async function* () {})()), 'C9', range)),
    ).toBeUndefined()
  })

  it('is missing, and not a report of zeros, if the decision log cannot be read', async () => {
    const broken = (async function* (): AsyncGenerator<DecisionRecord> {
      yield* []
      throw new Error('EIO')
    })()
    expect(await reportDeliveries(loadFoundMentions(depsWith(broken), 'C1', range))).toMatchObject({
      kind: 'missing',
    })
  })
})

describe('the column Answered of a digest', () => {
  const posted = fc.record({
    at: fc.integer({ min: Date.UTC(2026, 10, 14), max: Date.UTC(2026, 10, 23, 8) }),
    subscription: fc.constantFrom('here', 'here-too', 'there'),
    alert: fc.constantFrom('1', '2'),
    outcome: fc.constantFrom('posted' as const, 'burst' as const, 'skipped' as const),
    sentiment: fc.constantFrom('negative' as const, 'positive' as const),
    state: fc.constantFrom('open' as const, 'claimed' as const, 'done' as const, 'not-relevant' as const),
  })

  it('equals a simple count of the posted negative mentions of an alert that people marked as done or not relevant', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(posted, { minLength: 1, maxLength: 60 }), async (made) => {
        const all = made
          .toSorted((a, b) => a.at - b.at)
          .map((one, index) => ({ ...one, id: String(index + 1) }))
        const entries = all.map(({ state: _, ...one }): DecisionRecord => {
          return { ...one, url: '', reason: 'passed', channel: 'C1', ts: one.id }
        })
        const records = all.flatMap(({ id, at, alert, subscription: name, state }): Handling[] =>
          state === 'open'
            ? []
            : [
                {
                  ...{ channel: 'C1', ts: id, subscription: name, alert, mention: id, state },
                  ...{ user: 'U1', by: 'Ana Lima', at, firstAt: at },
                },
              ],
        )
        const log = async function* () {
          yield* entries
        }
        const deps = { ...depsWith(log()), cards: async () => records }
        const responses = await loadResponses(deps, 'C1', range)
        for (const alert of ['1', '2']) {
          const negative = all.filter(
            (one) =>
              one.alert === alert &&
              one.sentiment === 'negative' &&
              one.subscription !== 'there' &&
              one.outcome !== 'skipped' &&
              new Date(one.at).toISOString() >= range.from &&
              one.at < Date.UTC(2026, 10, 23),
          )
          const done = negative.filter(({ state }) => state === 'done' || state === 'not-relevant').length
          const { handled } = responses.of(alert)
          if (records.length > 0) expect(handled).toMatchObject({ done, of: negative.length })
          else expect(handled).toBeUndefined()
        }
      }),
      { numRuns: 100 },
    )
  })
})

it('the details of a digest have the tickets of each alert, also if nobody has claimed or closed a mention', async () => {
  const linked = ['1', '2'].map((alert) => ({
    ...{ alert, mention: '9', url: `https://tracker.example/${alert}`, user: 'U1', by: 'Ana', at: 1 },
  }))
  const deps = { ...depsWith((async function* () {})()), ticketsIn: async () => linked }
  const responses = await loadResponses(deps, 'C1', range)
  expect(responses.of('2')).toEqual({
    corrected: new Map(),
    handling: new Map(),
    tickets: new Map([['9', 'https://tracker.example/2']]),
  })
  expect(responses.of('3').tickets.size).toBe(0)
})

describe('a digest of more days than the decision log is kept', () => {
  /** The log has 35 days, so a quarter that began on October 1 is not all in it. */
  const at = monday - 3 * day
  const posted = ['1', '2'].map((id): DecisionRecord => {
    const place = { channel: 'C1', ts: id, subscription: 'here', alert: '1' }
    return { ...place, at, id, url: '', outcome: 'posted', reason: 'passed', sentiment: 'negative' }
  })
  const closed: Handling = {
    ...{ channel: 'C1', ts: '1', subscription: 'here', alert: '1', mention: '1', state: 'done' },
    ...{ user: 'U1', by: 'Ana Lima', at, firstAt: at },
  }
  const correction = {
    ...{ alert: '1', ts: '2', mention: sampleMention({ id: '2', sentiment: 'negative' as const }) },
    correction: { mention: '2', to: 'negative' as const, user: 'U1', by: 'Ana Lima', at },
  }
  const deps = {
    ...depsWith({
      async *[Symbol.asyncIterator]() {
        yield* posted
      },
    }),
    cards: async () => [closed],
    correctionsIn: async () => [correction],
  }
  const shownFor = async (schedule: string, alerts = ['1']) => {
    const { parent, thread } = await previewDigest(deps, { ...weekly, alerts, schedule })
    return [parent, ...thread].map(({ text }) => text).join(' ')
  }
  const counts = /still open|posted here|closed|People corrected/

  it('says that the log no longer knows how many posts were handled, instead of a count of its last days', async () => {
    const shown = await shownFor('0 9 1 1,4,7,10 *')
    expect(shown).toContain('How many negative posts were handled is no longer on record.')
    expect(shown).not.toMatch(counts)
  })

  it('has no such count of a single alert either', async () => {
    const shown = await shownFor('0 9 1 1,4,7,10 *', ['1', '2'])
    expect(shown.match(/no longer on record/g)).toHaveLength(1)
    expect(shown).not.toMatch(counts)
  })

  it('differs from a digest of a week, which has the counts', async () =>
    expect(await shownFor('0 9 * * 1')).toMatch(
      /2 negative mentions were posted here, 1 is still open.*People corrected/s,
    ))
})

describe('the preview of a digest', () => {
  it('covers the last seven whole days, and posts nothing', async () => {
    const world = createDigestWorld(monday + 2 * day)
    const { parent } = await previewDigest(askedOf(world), weekly)
    expect(parent.text).toContain('Nov 18 – 24, 2026')
    expect(world.posts).toBe(0)
    expect(world.store.size).toBe(0)
  })

  it('shows no sections of features about the channel, because the person may not be in it; the posted digest does', async () => {
    const world = createDigestWorld(monday)
    const words = 'Muting Daily Deals would have held back 41 mentions.'
    const compose = {
      ...askedOf(world),
      sections: async () => [{ text: [words], blocks: [section(words)] }],
    }
    expect(JSON.stringify(await previewDigest(compose, weekly))).not.toContain('Daily Deals')
    await sendDigest({ ...depsOf(world, 'test'), compose }, weekly)
    const [parent] = world.messages
    expect(parent?.text).toContain(words)
  })

  it('lists the open mentions of its channel, without those of other channels and of ended subscriptions', async () => {
    const world = createDigestWorld(monday)
    const open = [
      { channel: 'C1', subscription: 'here', title: 'Refund refused' },
      { channel: 'C1', subscription: 'ended', title: 'From an ended subscription' },
      { channel: 'C2', subscription: 'here', title: 'From another channel' },
    ].map(({ title, ...place }) => ({
      ...{ ...place, ts: '1.000001', alert: '1', shown: sampleMention({ title }) },
      reasons: {
        sentiment: 'negative' as const,
        reach: 5,
        asksQuestion: false,
        sites: 1,
        since: monday - day,
      },
    }))
    const { parent, thread } = await previewDigest(
      {
        ...askedOf(world),
        subscriptionsOf: async () => [subscription('here', 'C1')],
        async bestOpen({ limit, accepts }) {
          const found = open.filter(accepts)
          return { rows: found.slice(0, limit), total: found.length }
        },
      },
      weekly,
    )
    const shown = JSON.stringify([parent, ...thread])
    expect(shown).toContain('Refund refused')
    expect(shown).toContain('https://slack.example/C1/1.000001')
    expect(shown).not.toContain('From an')
  })

  it('compares the alerts of the key compare, and asks only for their mentions, reach and sentiment', async () => {
    const world = createDigestWorld(monday)
    const deps = askedOf(world)
    const asked = new Set<string>()
    const { total } = deps.statsRequests
    const statsRequests: typeof deps.statsRequests = {
      ...deps.statsRequests,
      total(id, need, ...rest) {
        if (id === '2') asked.add(need.type)
        return total(id, need, ...rest)
      },
    }
    const { parent, thread } = await previewDigest(
      { ...deps, statsRequests },
      { ...weekly, compare: ['1', '2'] },
    )
    const shown = JSON.stringify([parent, ...thread])
    expect(shown).toContain('Alert 1 vs Alert 2')
    expect(shown).toContain('Shares are of 14 mentions and 14 reach in these two alerts.')
    expect([...asked].sort()).toEqual(['mentions', 'reach', 'sentiment'])
  })

  it('says that nothing happened, although whenEmpty: skip would not post such a digest', async () => {
    const world = createDigestWorld(monday)
    world.mentions = 0
    const { parent } = await previewDigest(askedOf(world), { ...weekly, whenEmpty: 'skip' })
    expect(parent.text).toContain('no mentions')
  })
})
