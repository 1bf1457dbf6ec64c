import { describe, expect, it } from 'vitest'
import { sendJson, startServer } from '../../../../test/tools/http-server.ts'
import { allOf, clientOf, errorOf, idsOf } from '../../../../test/tools/mention-client.ts'
import { wireMention, wirePage } from '../../../../test/tools/mention-responses.ts'

const hour = 3_600_000

/** A service of fixed pages of ids: `sorted` for requests with sort_by, `plain` for the others. */
async function serviceOf(sorted: unknown[][] | { status: number; body: unknown }, plain: unknown[][] = []) {
  const server = await startServer((url, response) => {
    const [kind, number] = (url.searchParams.get('next') ?? '').split('-')
    const isSorted = url.searchParams.has('sort_by') || kind === 'sorted'
    if (isSorted && !Array.isArray(sorted)) return sendJson(response, sorted.body, sorted.status)
    const pages = isSorted && Array.isArray(sorted) ? sorted : plain
    const place = Number(number ?? 0)
    const next = place + 1 < pages.length ? `${isSorted ? 'sorted' : 'plain'}-${place + 1}` : undefined
    sendJson(
      response,
      wirePage(
        (pages[place] ?? []).map((id) => wireMention(id)),
        { next },
      ),
    )
  })
  return { server, ...clientOf(server.url) }
}

/** The sorting of each request; a paging token contains its sorting. */
const sortings = (asked: URL[]) =>
  asked.map(({ search }) => (/sort_by=id|next=sorted/.test(search) ? 'id' : 'default'))

describe('reading mentions in the order of ids', () => {
  it('requests ascending ids above since_id and passes the pages on', async () => {
    const { service, server } = await serviceOf([[5, 6], [9]])
    const pages = await allOf(service.mentionsSince('7', '4'))
    expect(pages.map(({ mentions }) => mentions.map(({ id }) => id))).toEqual([['5', '6'], ['9']])
    expect([...(server.asked[0]?.searchParams ?? [])].slice(1)).toEqual([
      ['sort_by', 'id'],
      ['sort_order', 'asc'],
      ['since_id', '4'],
    ])
    expect(server.asked).toHaveLength(2)
  })

  it('requests all mentions from the beginning if there is no since_id', async () => {
    const { service, server } = await serviceOf([[]])
    expect(await idsOf(service.mentionsSince('7', '0'))).toEqual([])
    expect(server.asked[0]?.searchParams.has('since_id')).toBe(false)
  })

  it.each([
    ['a service that includes the mention of since_id', '5', [[5, 6, 7]], ['6', '7']],
    [
      'a page that begins with the last mention of the page before',
      '4',
      [
        [5, 6],
        [6, 7],
      ],
      ['5', '6', '7'],
    ],
    ['a mention twice in a row', '4', [[5, 5, 6]], ['5', '6']],
    [
      'ids of different lengths',
      '4',
      [
        [9, 10],
        [100, '9007199254740993'],
      ],
      ['9', '10', '100', '9007199254740993'],
    ],
    ['an empty page in the middle', '4', [[5], [], [6]], ['5', '6']],
  ])('needs no fallback to unsorted pages for %s', async (_, since, pages, ids) => {
    const { service, server } = await serviceOf(pages)
    expect(await idsOf(service.mentionsSince('7', since))).toEqual(ids)
    expect(sortings(server.asked)).not.toContain('default')
  })
})

describe('the fallback if the mention service cannot sort by id', () => {
  const plain = [
    [9, 4, 6],
    [6, 5, 3],
  ]

  it.each([
    ['sort_by is refused by name', { status: 400, body: { error: { code: 40, message: '"sort_by"' } } }],
    [
      'sort_order is refused by name',
      { status: 400, body: { error: { code: 40, message: '"sort_order"' } } },
    ],
    ['a parameter is refused without its name', { status: 400, body: 'no' }],
    ['the ids are not ascending', [[9, 4, 6]]],
    ['the ids are not above since_id', [[3, 5, 6, 9]]],
  ])('reads all pages, removes duplicates and sorts them if %s', async (_, sorted) => {
    const { service, server, logged } = await serviceOf(sorted, plain)
    const pages = await allOf(service.mentionsSince('7', '4'))
    expect(pages.map(({ mentions, last }) => [mentions.map(({ id }) => id), last])).toEqual([
      [['5', '6', '9'], true],
    ])
    expect(sortings(server.asked)).toEqual(['id', 'default', 'default'])
    expect(server.asked[1]?.searchParams.get('since_id')).toBe('4')
    expect(logged).toHaveLength(1)
  })

  it('continues after the last returned mention if a later page is out of order', async () => {
    const { service } = await serviceOf(
      [
        [5, 6],
        [9, 8],
      ],
      [[9, 8, 7, 6, 5]],
    )
    expect(await idsOf(service.mentionsSince('7', '4'))).toEqual(['5', '6', '7', '8', '9'])
  })

  it('continues after the last returned mention if a later page starts from the beginning', async () => {
    const { service } = await serviceOf(
      [
        [5, 6],
        [5, 6],
      ],
      [[8, 6, 5]],
    )
    expect(await idsOf(service.mentionsSince('7', '4'))).toEqual(['5', '6', '8'])
  })

  it('returns pages of 300 mentions, and one empty page if there are none', async () => {
    const many = Array.from({ length: 301 }, (_, id) => 1000 - id)
    const refusal = { status: 400, body: 'no' }
    const { service } = await serviceOf(refusal, [many.slice(0, 200), many.slice(200)])
    const pages = await allOf(service.mentionsSince('7', '0'))
    expect(pages.map(({ mentions, last }) => [mentions.length, last])).toEqual([
      [300, false],
      [1, true],
    ])
    const empty = await serviceOf(refusal, [[]])
    expect(await allOf(empty.service.mentionsSince('7', '4'))).toMatchObject([{ mentions: [], last: true }])
  })

  it('is used for all alerts for an hour, then sorting is tried again', async () => {
    const { service, server, clock } = await serviceOf([[9, 4]], [[9, 4]])
    await idsOf(service.mentionsSince('7', '1'))
    clock.move(hour - 1)
    await idsOf(service.mentionsSince('8', '1'))
    await service.newest('9', 1)
    expect(sortings(server.asked)).toEqual(['id', 'default', 'default', 'default'])
    clock.move(2)
    await idsOf(service.mentionsSince('7', '1'))
    expect(sortings(server.asked)).toEqual(['id', 'default', 'default', 'default', 'id', 'default'])
  })

  it('is remembered even if the reader stops early', async () => {
    const { service, server } = await serviceOf([[9, 4]], [[9, 4]])
    for await (const _ of service.mentionsSince('7', '1')) break
    await idsOf(service.mentionsSince('7', '1'))
    expect(sortings(server.asked)).toEqual(['id', 'default', 'default'])
  })

  it.each([
    ['another parameter is refused', { status: 400, body: { error: { code: 40, message: '"since_id"' } } }],
    ['the access token is refused', { status: 401, body: { error: { code: 20, message: 'no' } } }],
    ['the alert does not exist', { status: 404, body: { error: { code: 30, message: 'no' } } }],
  ])('is not used if %s', async (_, sorted) => {
    const { service, server } = await serviceOf(sorted)
    await errorOf(idsOf(service.mentionsSince('7', '1')))
    expect(sortings(server.asked)).toEqual(['id'])
  })
})

describe('reading the newest mentions', () => {
  it('reads only the first page of descending ids', async () => {
    const { service, server } = await serviceOf([[9, 7, 5], [4]])
    const page = await service.newest('7', 2)
    expect(page.mentions.map(({ id }) => id)).toEqual(['9', '7'])
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]?.searchParams.get('sort_order')).toBe('desc')
  })

  it.each([
    ['sorting is refused', { status: 400, body: 'no' }],
    ['sorting is ignored', [[5, 9, 7]]],
  ])('reads all pages if %s', async (_, sorted) => {
    const { service, server } = await serviceOf(sorted, [
      [5, 9, 7],
      [7, 12, 3],
    ])
    expect((await service.newest('7', 2)).mentions.map(({ id }) => id)).toEqual(['12', '9'])
    expect(sortings(server.asked)).toEqual(['id', 'default', 'default'])
  })

  it('returns an empty page for an alert without mentions', async () => {
    const { service } = await serviceOf([[]])
    expect((await service.newest('7', 5)).mentions).toEqual([])
  })
})
