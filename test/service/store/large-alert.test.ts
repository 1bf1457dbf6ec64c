import { expect, it } from 'vitest'
import { seriesTypes, totalTypes } from '../../../service/api/insights.ts'
import { type PageQuery, pageSql } from '../../../service/store/mentions.ts'
import { openStore } from '../../../service/store/store.ts'
import { archiveOf, mention, startService } from '../api/start-service.ts'

/** How SQLite would run the statement of a page: one line for each table or index that it reads. */
function planOf(query: Partial<PageQuery>): string[] {
  const { database } = openStore(':memory:')
  const { sql, values } = pageSql(1, { sortBy: 'date', ascending: false, limit: 300, ...query })
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
