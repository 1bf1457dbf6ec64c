import type { MentionPage } from '@overheard/mention-client'
import type { Alert } from '@overheard/mention-client/alert'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { describe, expect, it } from 'vitest'
import type { StatsQuestion } from '../../src/stats/question.ts'
import { planStatsRequests, type TopMentionsRequest } from '../../src/stats/request-plan.ts'
import {
  createStatistics,
  createStatsRequests,
  fetchResults,
  fetchTopMentions,
  type StatsSource,
} from '../../src/stats/statistics.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const alert: Alert = { id: '1', type: 'mentions', name: 'Acme', projectName: 'P' }
const question: StatsQuestion = { choice: { kind: 'days', days: 30 }, sources: [], more: false }
const now = Date.UTC(2026, 10, 20)
const ask = { priority: 'command', signal: new AbortController().signal } as const
const need: TopMentionsRequest = {
  kind: 'top-mentions',
  range: { from: '2026-11-01', to: '2026-11-20' },
  sources: [],
  count: 2,
}

const never = new Promise<never>(() => undefined)
const answered = { limits: [], value: { total: 5, parts: [] } }

function source(some: Partial<StatsSource> = {}): StatsSource {
  return {
    total: async () => answered,
    series: async () => ({ limits: [], periods: [] }),
    async *mentions() {
      yield page([])
    },
    ...some,
  }
}

const requests = (some: Partial<StatsSource>) => createStatsRequests(source(some), () => now)

function page(mentions: MentionPage['mentions'], last = true): MentionPage {
  return { limits: [], mentions, unusable: 0, last }
}

const mentions = (...reaches: number[]) =>
  reaches.map((reach, at) => sampleMention({ id: String(at + 1), reach, sentiment: 'neutral' }))

const refusal = (kind: 'bad_parameter' | 'leads_alert') =>
  new MentionServiceError({ kind, retry: 'never', what: 'No' })

describe('statistics with a time limit', () => {
  it('show the numbers known at the end of the time, and say that the others took too long', async () => {
    let over = () => undefined as unknown
    const statistics = createStatistics({
      requests: requests({
        total: (_, type, __, { signal } = ask) =>
          type === 'reach'
            ? new Promise((_resolve, reject) =>
                signal?.addEventListener('abort', () => reject(signal.reason)),
              )
            : Promise.resolve(answered),
      }),
      now: () => now,
      setTimer: (run) => {
        over = run
        return () => undefined
      },
    })
    const asked = statistics(alert, question)
    await new Promise(setImmediate)
    over()
    const answer = await asked
    if (answer.kind !== 'stats') throw new Error(answer.kind)
    expect(answer.summary.mentions).toMatchObject({ kind: 'known', value: { now: 5 } })
    expect(answer.summary.reach).toEqual({ kind: 'missing', reason: 'timeout' })
  })
})

describe('a leads alert that is not marked as one', () => {
  it('is recognised by the refusal of the mention service', async () => {
    const refused = async () => {
      throw refusal('leads_alert')
    }
    const statistics = createStatistics({
      requests: requests({ total: refused, series: refused }),
      now: () => now,
      setTimer: () => () => undefined,
    })
    expect((await statistics(alert, question)).kind).toBe('leads')
  })
})

describe('the requests for statistics', () => {
  it('are all sent before the first answer arrives', () => {
    let asked = 0
    const count = () => {
      asked += 1
      return never
    }
    const needs = planStatsRequests(question, now, 'stats')
    void fetchResults(requests({ total: count, series: count }), '1', needs, ask)
    expect(asked).toBe(needs.length - 1)
  })
})

describe('the mentions with most reach', () => {
  const reading = (...pages: MentionPage[]) => {
    const read: MentionPage[] = []
    const from = source({
      async *mentions() {
        for (const one of pages) {
          read.push(one)
          yield one
        }
      },
    })
    return { from, read }
  }

  it('are read only as far as needed', async () => {
    const { from, read } = reading(page(mentions(9, 8, 7), false), page(mentions(1), true))
    expect((await fetchTopMentions(from, '1', need, ask)).value.map(({ reach }) => reach)).toEqual([9, 8])
    expect(read).toHaveLength(1)
  })

  it('are read on while a mention of equal reach may follow, because the older of two such mentions is preferred', async () => {
    const [newer, older] = [sampleMention({ id: '9', reach: 8 }), sampleMention({ id: '3', reach: 8 })]
    const { from } = reading(page([...mentions(9), newer], false), page([older], true))
    expect((await fetchTopMentions(from, '1', need, ask)).value.map(({ id }) => id)).toEqual(['1', '3'])
  })

  it('of one sentiment are searched page by page', async () => {
    const bad = sampleMention({ id: '7', reach: 2, sentiment: 'negative' as const })
    const { from } = reading(page(mentions(9, 8), false), page([bad], true))
    const { value } = await fetchTopMentions(from, '1', { ...need, sentiment: 'negative' }, ask)
    expect(value.map(({ id }) => id)).toEqual(['7'])
  })

  it.each(['refuses to sort by reach', 'does not sort although it was asked to'])(
    'are found in the whole range if the service %s',
    async (how) => {
      const sortings: (string | undefined)[] = []
      const from = source({
        async *mentions(_, { sortBy }) {
          sortings.push(sortBy)
          if (how.startsWith('refuses') && sortBy === 'reach') throw refusal('bad_parameter')
          yield page(mentions(3, 9, 5), false)
          yield page([sampleMention({ id: '8', reach: 7 })])
        },
      })
      expect((await fetchTopMentions(from, '1', need, ask)).value.map(({ reach }) => reach)).toEqual([9, 7])
      expect(sortings).toEqual(['reach', undefined])
    },
  )

  it('are absent, rather than wrong, if there are too many mentions to read', async () => {
    const from = source({
      async *mentions() {
        for (;;) yield page(mentions(9), false)
      },
    })
    const sought = [{ ...need, sentiment: 'negative' as const }]
    const { results } = await fetchResults(
      createStatsRequests(from, () => now),
      '1',
      sought,
      ask,
    )
    expect(results[0]?.answer).toEqual({
      kind: 'missing',
      reason: 'too-many-mentions',
    })
  })
})

describe('equal requests for statistics', () => {
  const week = { ...question, choice: { kind: 'dates', from: '2026-11-09', to: '2026-11-15' } } as const

  it('are sent once for fifty digests of the same fifty alerts, also if these take ten minutes', async () => {
    let [sent, at] = [0, now]
    const count = <T>(answer: T) => {
      sent += 1
      return answer
    }
    const of = createStatsRequests(
      source({
        total: async () => count(answered),
        series: async () => count({ limits: [], periods: [] }),
        async *mentions() {
          yield count(page([]))
        },
      }),
      () => at,
    )
    const needs = planStatsRequests(week, now, 'digest')
    for (let digest = 0; digest < 50; digest++) {
      for (let id = 0; id < 50; id++) await fetchResults(of, String(id), needs, ask)
      at += 12_000
    }
    expect(sent).toBe(50 * needs.length)
  })

  it('are sent again after a minute if the days are not over', async () => {
    let [sent, at] = [0, now]
    const of = createStatsRequests(
      source({
        async total() {
          sent += 1
          return answered
        },
      }),
      () => at,
    )
    const total = { kind: 'total' as const, type: 'mentions' as const, when: 'now' as const, sources: [] }
    const range = { from: '2026-11-19', to: '2026-11-20' }
    for (at of [now, now + 60_000, now + 60_001]) await of.total('1', { ...total, range }, ask)
    expect(sent).toBe(2)
  })

  it('are sent again when the days are over, because what was known before is not their final number', async () => {
    const midnight = Date.UTC(2026, 10, 21)
    const minute = 60_000
    let at = now
    const sentAt: number[] = []
    const of = createStatsRequests(
      source({
        async total() {
          sentAt.push(at)
          return answered
        },
      }),
      () => at,
    )
    const total = { kind: 'total' as const, type: 'mentions' as const, when: 'now' as const, sources: [] }
    const range = { from: '2026-11-14', to: '2026-11-20' }
    const asked = [-minute, -1, 0, 5 * minute, 15 * minute, 15 * minute + 1].map((after) => midnight + after)
    for (at of asked) await of.total('1', { ...total, range }, ask)
    expect(sentAt).toEqual([midnight - minute, midnight, midnight + 15 * minute + 1])
  })

  it('are sent again for the others if the one who sent them gives up', async () => {
    const giveUp = new AbortController()
    let sent = 0
    const of = requests({
      total: (_id, _type, _range, { signal }) => {
        sent += 1
        return sent > 1
          ? Promise.resolve(answered)
          : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    const [total] = planStatsRequests(week, now, 'digest')
    if (total?.kind !== 'total') throw new Error('no total')
    const first = of.total('1', total, { ...ask, signal: giveUp.signal })
    const second = of.total('1', total, ask)
    giveUp.abort(new Error('too late'))
    await expect(first).rejects.toThrow('too late')
    expect(await second).toEqual(answered)
  })
})

describe('a question in the first minute of a day', () => {
  it('about yesterday gets numbers of the whole day, although somebody asked about the same date before midnight', async () => {
    let [sent, at] = [0, Date.UTC(2026, 10, 20, 23, 59, 50)]
    const statistics = createStatistics({
      requests: createStatsRequests(
        source({ total: async () => ({ limits: [], value: { total: ++sent, parts: [] } }) }),
        () => at,
      ),
      now: () => at,
      setTimer: () => () => undefined,
    })
    const summaryOf = async (name: 'today' | 'yesterday') => {
      const answer = await statistics(alert, { ...question, choice: { kind: 'named', name } })
      if (answer.kind !== 'stats') throw new Error(answer.kind)
      return answer.summary
    }
    const date = { from: '2026-11-20', to: '2026-11-20' }
    expect(await summaryOf('today')).toMatchObject({ range: date, ahead: 'today' })
    const before = sent
    at += 20_000
    expect(await summaryOf('yesterday')).toMatchObject({ range: date, ahead: 'nothing' })
    expect(sent).toBeGreaterThan(before)
  })
})
