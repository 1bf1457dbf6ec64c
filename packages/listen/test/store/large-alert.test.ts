import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { seriesTypes, totalTypes } from '../../src/api/insights.ts'
import { indexesOf, narrowestOf, type PageQuery, pageSql, type SortKeys } from '../../src/store/page-sql.ts'
import { openStore } from '../../src/store/store.ts'
import { archiveOf, mention, startService } from '../api/start-service.ts'
import { addAlert, mentionRow } from './rows.ts'

/** How SQLite would run the statement of a page: one line for each table or index that it reads. */
function planOf(query: Partial<PageQuery>, narrow?: Parameters<typeof pageSql>[2]): string[] {
  const { database } = openStore(':memory:')
  const { sql, values } = pageSql(1, { sortBy: 'date', ascending: false, limit: 300, ...query }, narrow)
  return database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail)
}

const place = { id: '70000', date: 5, reach: 7 }

it.each<[what: string, query: Partial<PageQuery>, reads: string]>([
  ['ids after a since_id', { sortBy: 'id', ascending: true, sinceId: '99990' }, 'by_id (alert=? AND id>?)'],
  ['ids in descending order', { sortBy: 'id', sinceId: '99990' }, 'by_id (alert=? AND id>?)'],
  [
    'a page in the middle, by id',
    { sortBy: 'id', ascending: true, after: place },
    'by_id (alert=? AND id>?)',
  ],
  ['a range of dates', { dateFrom: 1, dateTo: 2 }, 'by_date (alert=? AND date>? AND date<?)'],
  [
    'a range of dates in ascending order',
    { dateFrom: 1, dateTo: 2, ascending: true },
    'by_date (alert=? AND date>? AND date<?)',
  ],
  ['a page in the middle, by date', { after: place }, 'by_date (alert=? AND (date,id)<(?,?))'],
  [
    'a single value of reach',
    { sortBy: 'reach', reachFrom: 900, reachTo: 900 },
    'by_reach (alert=? AND reach>? AND reach<?)',
  ],
  ['all filters at once', { sources: ['web'], languages: ['en'], tags: ['vip'] }, 'by_date (alert=?)'],
  ['a since_id with another sorting', { sinceId: '5' }, 'by_date (alert=?)'],
])(
  'the mention service reads a page with %s along one index, without sorting and without any other mention',
  (_what, query, reads) => {
    const [search, ...rest] = planOf(query)
    expect(search).toBe(`SEARCH mentions USING COVERING INDEX mentions_${reads}`)
    const byKey = (table: string) => `SEARCH ${table} USING INTEGER PRIMARY KEY (rowid=?)`
    const item = ['CORRELATED SCALAR SUBQUERY 1', byKey('found'), byKey('items')]
    expect(rest).toEqual([byKey('bodies'), ...(query.sortBy === 'id' ? item : [])])
  },
)

it.each<[index: NonNullable<Parameters<typeof pageSql>[2]>, query: Partial<PageQuery>, reads: string]>([
  ['source', { sources: ['web'] }, 'mentions_by_source (alert=? AND source=?)'],
  ['language', { languages: ['fi'], sources: ['web'] }, 'mentions_by_language (alert=? AND language=?)'],
  ['country', { countries: ['FI', 'SE'] }, 'mentions_by_country (alert=? AND country=?)'],
  ['tags', { tags: ['vip'], sortBy: 'reach' }, 'mentions_by_tags (alert=? AND tags>?)'],
  ['id', { sinceId: '5' }, 'mentions_by_id (alert=? AND id>?)'],
  ['date', { dateFrom: 5, sortBy: 'reach' }, 'mentions_by_date (alert=? AND date>?)'],
])(
  'the mention service finds mentions by the index of their %s if few meet that filter',
  (narrow, query, reads) => {
    expect(planOf(query, narrow).join()).toContain(
      `SEARCH mentions USING ${/_(id|date)/.test(reads) ? 'COVERING ' : ''}INDEX ${reads}`,
    )
  },
)

it('the mention service looks for the filter that the fewest mentions meet, and for none if many meet all', () => {
  const store = openStore(':memory:')
  const { key } = addAlert(store, '1')
  store.database.transaction(() => {
    for (let id = 1; id <= 5100; id++)
      store.mentions.add(
        key,
        mentionRow(id, { source: id <= 20 ? 'reddit' : 'web', language: id <= 10 ? 'fi' : 'en' }),
        0,
      )
  })
  const narrowest = (query: Partial<PageQuery>) =>
    narrowestOf(store.database, key, { sortBy: 'reach', ascending: true, limit: 300, ...query })
  expect(narrowest({ sources: ['reddit'] })).toBe('source')
  expect(narrowest({ sources: ['reddit'], languages: ['fi'] })).toBe('language')
  expect(narrowest({ sources: ['web'], tags: ['vip'] })).toBe('tags')
  expect(narrowest({ sources: ['web'], languages: ['en'] })).toBeUndefined()
  expect(narrowest({ sources: ['web'], sinceId: '5090' })).toBe('id')
  expect(narrowest({})).toBeUndefined()
})

it('a page of the mention service has the same mentions whichever index finds them', () => {
  const some = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
  const queries: fc.Arbitrary<PageQuery> = fc.record({
    sortBy: fc.constantFrom('id', 'date', 'reach'),
    ...{ ascending: fc.boolean(), limit: fc.integer({ min: 1, max: 9 }), allTags: fc.boolean() },
    ...{
      sinceId: some('0', '7'),
      dateFrom: some(1, 2),
      dateTo: some(2, 3),
      reachFrom: some(1),
      reachTo: some(2),
    },
    sources: some(['web'], ['web', 'reddit']),
    languages: some(['en'], ['unknown'], ['en', 'unknown']),
    countries: some(['DE'], ['unknown'], ['DE', 'US']),
    tags: some(['vip'], ['vip', 'press']),
  })
  const few = fc.integer({ min: 0, max: 3 })
  const rows = fc.array(
    fc.record({
      ...{ date: few, reach: few, source: fc.constantFrom('web', 'reddit', 'x') },
      ...{
        language: fc.constantFrom('en', 'de', 'unknown'),
        country: fc.constantFrom('DE', 'US', 'unknown'),
      },
      tags: fc.subarray(['vip', 'press']),
    }),
    { maxLength: 25 },
  )
  fc.assert(
    fc.property(rows, queries, few, (given, query, skipped) => {
      const store = openStore(':memory:')
      const { key } = addAlert(store, '1')
      given.forEach((row, index) => void store.mentions.add(key, mentionRow(index + 1, row), 0))
      const read = (after: PageQuery['after'], narrow?: Parameters<typeof pageSql>[2]) => {
        const { sql, values } = pageSql(key, { ...query, after }, narrow)
        return store.database.all<SortKeys>(sql, ...values)
      }
      const after = read(undefined)[skipped]
      for (const index of indexesOf(query)) expect(read(after, index), index).toEqual(read(after))
      store.close()
    }),
    { numRuns: runs(60) },
  )
})

it('the mention service reads totals and series from counts, not from the mentions', async () => {
  const mentionStore = archiveOf([mention(1, { reach: 7, title: 'Refund' }), mention(2, { reach: 5 })])
  const { get } = await startService({ mentionStore })
  const answers = () =>
    Promise.all(
      [...totalTypes.map((type) => `total/${type}`), ...seriesTypes.map((type) => `time_series/${type}`)].map(
        async (path) => (await get(`/v1.0/alerts/1/insights/${path}`)).text,
      ),
    )
  const before = await answers()
  expect(before.join()).toMatch(/"mentions":2.*"reach":12.*"refund":1/)
  mentionStore.shown().database.run('DELETE FROM mentions')
  expect(await answers()).toEqual(before)
})
