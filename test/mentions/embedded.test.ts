/** The client against the embedded mention service, over HTTP. */
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MentionQuery } from '../../src/mentions/query.ts'
import { compareIds } from '../../src/model/id.ts'
import { type SeriesType, type TotalType, totalTypes } from '../../src/model/insight.ts'
import type { Deployment } from '../../src/sandbox/mention-service/answers/deployment.ts'
import { createArchive } from '../../src/sandbox/mention-service/archive/archive.ts'
import type { PlannedFault } from '../../src/sandbox/mention-service/server/faults.ts'
import { createMentionServer } from '../../src/sandbox/mention-service/server/mention-server.ts'
import { clientOf, errorOf, idsOf } from './client.ts'
import { createJumpingClock } from './hand-clock.ts'
import { token } from './token.ts'

const now = Date.UTC(2026, 0, 31)
const day = 86_400_000
const free = { requests: 1_000_000, windowMs: 1 }

/** What a test knows of a mention it has added. */
type Known = {
  id: string
  date: number
  reach: number
  source: string
  language: string
  country: string
  tags: string[]
}

/** A service and its client. Each run of a property has an alert of its own. */
async function setUp(deployment: Partial<Deployment> = {}) {
  const archive = createArchive({ now: () => now })
  const limits = { perToken: free, perAddress: free }
  const server = createMentionServer({ archive, token, now: () => now, limits, deployment })
  const { url } = await server.listen(0)
  onTestFinished(() => server.close())
  const budget = { ...clientOf(url).budget, take: async () => {} }
  const { service } = clientOf(url, { budget })

  function addAlert(type: 'mentions' | 'leads' = 'mentions') {
    const alert = String(archive.alerts().length + 1)
    archive.addAlert({ alert_id: alert, alert_name: `Alert ${alert}`, alert_type: type })
    const add = ({ language, country, ...rest }: Known) =>
      archive.add(alert, {
        ...rest,
        url: `https://example.com/${rest.id}`,
        author: { name: 'Ann' },
        ...(language === 'unknown' ? {} : { language }),
        ...(country === 'unknown' ? {} : { location: { country } }),
      })
    return { alert, add }
  }
  return { url, service, server, addAlert }
}

const known = fc.record<Known>({
  id: fc.oneof(
    fc.integer({ min: 1, max: 500 }).map(String),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }).map(String),
  ),
  date: fc.integer({ min: now - 5, max: now + 5 }),
  reach: fc.nat(6),
  source: fc.constantFrom('web', 'youtube', 'news-blogs', 'bluesky'),
  language: fc.constantFrom('en', 'de', 'unknown'),
  country: fc.constantFrom('US', 'DE', 'unknown'),
  tags: fc.subarray(['vip', 'two words', 'ünï&']),
})
const mentions = fc.uniqueArray(known, { selector: ({ id }) => id, maxLength: 40 })
const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 })

const query = fc.record(
  {
    sortBy: fc.constantFrom('id' as const, 'date' as const, 'reach' as const),
    sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
    dateFrom: fc.integer({ min: now - 6, max: now + 6 }),
    dateTo: fc.integer({ min: now - 6, max: now + 6 }),
    sinceId: fc.oneof(fc.nat(500).map(String), fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }).map(String)),
    sources: some('web', 'youtube', 'bluesky'),
    languages: some('en', 'de', 'unknown'),
    countries: some('US', 'DE', 'unknown'),
    reachFrom: fc.nat(6),
    reachTo: fc.nat(6),
    tags: some('vip', 'two words', 'ünï&'),
    tagMatch: fc.constantFrom('any' as const, 'all' as const),
    limit: fc.integer({ min: 1, max: 7 }),
  },
  { requiredKeys: ['limit'] },
)

function passes(mention: Known, asked: MentionQuery): boolean {
  const { sources, languages, countries, tags, tagMatch = 'any' } = asked
  const has = (tag: string) => mention.tags.includes(tag)
  return [
    mention.date >= (asked.dateFrom ?? mention.date) && mention.date <= (asked.dateTo ?? mention.date),
    mention.reach >= (asked.reachFrom ?? 0) && mention.reach <= (asked.reachTo ?? 99),
    asked.sinceId === undefined || compareIds(mention.id, asked.sinceId) > 0,
    sources?.includes(mention.source) ?? true,
    languages?.includes(mention.language) ?? true,
    countries?.includes(mention.country) ?? true,
    tags === undefined || (tagMatch === 'all' ? tags.every(has) : tags.some(has)),
  ].every(Boolean)
}

function inOrder(all: Known[], { sortBy = 'date', sortOrder = 'desc' }: MentionQuery): Known[] {
  const ascending = [...all].sort((a, b) => {
    const byField = sortBy === 'id' ? 0 : a[sortBy] - b[sortBy]
    return byField === 0 ? compareIds(a.id, b.id) : byField
  })
  return sortOrder === 'asc' ? ascending : ascending.reverse()
}

const plain: Known = { id: '1', date: now, reach: 0, source: 'web', language: 'en', country: 'US', tags: [] }

const ids = (all: Known[]) => all.map(({ id }) => id)

describe('pages of the embedded service', () => {
  it('together are the filtered set, in order, without repeats', async () => {
    const { service, addAlert } = await setUp()
    await fc.assert(
      fc.asyncProperty(mentions, query, async (all, asked) => {
        const { alert, add } = addAlert()
        for (const mention of all) add(mention)
        const expected = inOrder(all, asked).filter((mention) => passes(mention, asked))
        expect(await idsOf(service.mentions(alert, asked))).toEqual(ids(expected))
      }),
      { numRuns: 200 },
    )
  })

  it('stay so while mentions arrive between them: nothing is lost, nothing comes twice', async () => {
    const { service, addAlert } = await setUp()
    await fc.assert(
      fc.asyncProperty(mentions, query, fc.nat(40), async (all, asked, atFirst) => {
        const { alert, add } = addAlert()
        const early = all.slice(0, atFirst)
        const late = all.slice(atFirst)
        for (const mention of early) add(mention)
        const read: string[] = []
        for await (const page of service.mentions(alert, asked)) {
          read.push(...page.mentions.map(({ id }) => id))
          for (const mention of late.splice(0, 3)) add(mention)
        }
        const matching = ids(inOrder(all, asked).filter((mention) => passes(mention, asked)))
        expect(matching.filter((id) => read.includes(id))).toEqual(read)
        expect(read).toEqual(expect.arrayContaining(ids(early.filter((mention) => passes(mention, asked)))))
      }),
      { numRuns: 200 },
    )
  })

  it.each<Partial<Deployment>>([
    { sorting: 'honoured' },
    { sorting: 'id refused' },
    { sorting: 'ignored' },
    { sorting: 'ignored', sinceId: 'ignored' },
    { sinceId: 'ignored' },
  ])('read forward are everything above an id, ascending, where the service has %j', async (deployment) => {
    const { url, addAlert } = await setUp(deployment)
    await fc.assert(
      fc.asyncProperty(mentions, fc.nat(500).map(String), async (all, above) => {
        const { alert, add } = addAlert()
        for (const mention of all) add(mention)
        const sorted = ids(inOrder(all, { sortBy: 'id', sortOrder: 'asc' }))
        // A client without memories: each run finds out for itself what the service can do.
        const forward = clientOf(url).service.forward(alert, above)
        expect(await idsOf(forward)).toEqual(sorted.filter((id) => compareIds(id, above) > 0))
      }),
      { numRuns: 40 },
    )
  })

  it.each<Partial<Deployment>>([{}, { sorting: 'id refused' }, { sorting: 'ignored' }])(
    'hold the newest by id, where the service has %j',
    async (deployment) => {
      const { url, addAlert } = await setUp(deployment)
      await fc.assert(
        fc.asyncProperty(mentions, fc.integer({ min: 1, max: 9 }), async (all, count) => {
          const { alert, add } = addAlert()
          for (const mention of all) add(mention)
          const newest = await clientOf(url).service.newest(alert, count)
          expect(newest.mentions.map(({ id }) => id)).toEqual(
            ids(inOrder(all, { sortBy: 'id' })).slice(0, count),
          )
        }),
        { numRuns: 40 },
      )
    },
  )

  it('end with the mentions that arrive while they are read forward', async () => {
    const { service, addAlert } = await setUp()
    const { alert, add } = addAlert()
    const addRange = (from: number, to: number) => {
      for (let id = from; id <= to; id++) add({ ...plain, id: String(id), date: now - id })
    }
    addRange(1, 301)
    const read: string[] = []
    for await (const page of service.forward(alert, '0')) {
      read.push(...page.mentions.map(({ id }) => id))
      if (read.length === 300) addRange(302, 310)
    }
    expect(read).toEqual(Array.from({ length: 310 }, (_, place) => String(place + 1)))
  })
})

describe('insights of the embedded service', () => {
  const range = { from: '2026-01-01', to: '2026-01-31' }
  const shapes: Partial<Deployment>[] = [{}, { reachShape: 'number', breakdownShape: 'number' }]

  it.each(shapes)('agree with its mentions, in whatever shape: %j', async (deployment) => {
    const { service, addAlert } = await setUp(deployment)
    await fc.assert(
      fc.asyncProperty(mentions, async (all) => {
        const { alert, add } = addAlert()
        for (const [place, mention] of all.entries()) add({ ...mention, date: now - (place % 20) * day })
        const reach = all.reduce((sum, mention) => sum + mention.reach, 0)
        const totalOf = async (type: TotalType) => (await service.total(alert, type, range)).value.total
        expect(await totalOf('mentions')).toBe(all.length)
        expect(await totalOf('sources')).toBe(all.length)
        expect(await totalOf('reach')).toBe(reach)
        const sumOf = async (type: SeriesType) => {
          const { periods } = await service.series(alert, type, { ...range, granularity: 'week' })
          return periods.reduce((sum, { value }) => sum + value.total, 0)
        }
        expect(await sumOf('mentions')).toBe(all.length)
        expect(await sumOf('reach')).toBe(reach)
      }),
      { numRuns: 30 },
    )
  })

  it.each(totalTypes)('answer the total of %s', async (type) => {
    const { service, addAlert } = await setUp()
    const { alert, add } = addAlert()
    add(plain)
    expect(await service.total(alert, type, range)).toMatchObject({
      alert: { id: alert, name: `Alert ${alert}` },
    })
  })

  it('are refused for leads alerts, unknown alerts and bad dates, each in its own way', async () => {
    const { service, addAlert } = await setUp()
    const { alert } = addAlert()
    const leads = addAlert('leads').alert
    expect(await errorOf(service.total(leads, 'reach', range))).toMatchObject({
      kind: 'leads_alert',
      code: 41,
    })
    expect(await errorOf(service.total('99', 'reach', range))).toMatchObject({
      kind: 'alert_not_found',
      code: 30,
    })
    expect(await errorOf(service.total(alert, 'reach', { ...range, from: 'soon' }))).toMatchObject({
      kind: 'bad_parameter',
      parameter: 'date_from',
    })
  })
})

describe('a fault of the embedded service', () => {
  const faults: PlannedFault['fault'][] = [
    { kind: 'status', status: 503, code: 10 },
    { kind: 'status', status: 500, code: 54 },
    { kind: 'status', status: 403, code: 12 },
    { kind: 'status', status: 429, retryAfter: '5' },
    { kind: 'status', status: 502 },
    { kind: 'html' },
    { kind: 'truncated' },
    { kind: 'reset' },
    { kind: 'hang' },
    { kind: 'json', body: { error: { code: 10, message: 'busy' } } },
  ]

  it.each(faults)('%j, twice, costs no mention between two pages', async (fault) => {
    const { url, server, addAlert } = await setUp()
    const { alert, add } = addAlert()
    for (const id of ['1', '2', '3']) add({ ...plain, id })
    const { service } = clientOf(url, { timeoutMs: fault.kind === 'hang' ? 500 : 20_000 })
    const read: string[] = []
    for await (const page of service.mentions(alert, { sortBy: 'id', sortOrder: 'asc', limit: 1 })) {
      read.push(...page.mentions.map(({ id }) => id))
      if (read.length === 1) server.faults.plan({ fault, count: 2 })
    }
    expect(read).toEqual(['1', '2', '3'])
  })
})

describe('the rest of the embedded service', () => {
  it('lists its alerts to whoever has the token', async () => {
    const { url, service, addAlert } = await setUp()
    addAlert()
    addAlert('leads')
    expect((await service.listAlerts()).alerts.map(({ id, type }) => [id, type])).toEqual([
      ['1', 'mentions'],
      ['2', 'leads'],
    ])
    const stranger = clientOf(url, { token: 'wrong' }).service
    expect(await errorOf(stranger.listAlerts())).toMatchObject({ kind: 'unauthorized', code: 20 })
  })

  it('never sees more than 280 requests of a token in a minute, and so never has to refuse one', async () => {
    const clock = createJumpingClock(now)
    const archive = createArchive({ now: clock.now })
    const limits = { perToken: { requests: 280, windowMs: 60_000 }, perAddress: free }
    const server = createMentionServer({ archive, token, now: clock.now, limits })
    const { url } = await server.listen(0)
    onTestFinished(() => server.close())
    const { service, budget } = clientOf(url, { clock })
    for (let times = 0; times < 700; times++) {
      await service.listAlerts({ priority: times % 3 === 0 ? 'command' : 'poll' })
      clock.move(times % 7)
    }
    expect(await budget.left()).toMatchObject({ pausedForMs: 0, waiting: 0 })
  })
})
